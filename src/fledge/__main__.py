import sys

from fledge.cli.main import main

sys.exit(main())
