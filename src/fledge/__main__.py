from fledge.cli.main import command

command()
