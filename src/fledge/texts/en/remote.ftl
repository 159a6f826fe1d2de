## data/corpus/remote.py

remote-credentials = Set the credentials it needs.
remote-local_file = { $word } is a file on this machine.
remote-by_path = Name it by its path, without file://
remote-no_glob = { $name }: a web server lists no files, so a * can't be looked up there.
remote-each_file = Name each file.
remote-web_needs = reading from the web needs fsspec and aiohttp, which are not installed.
remote-type_pip_data = Type: pip install 'fledge[data]'
remote-sent_compressed = the server of { $name } sends it compressed ({ $packed }) though asked not to.
remote-by_other_means = Download it by other means and name the file.
remote-no_address = { $name } is no web address.
remote-address_form = It looks like https://HOST/PATH.
remote-no_answer = no answer in time
remote-not_found = there is no { $name } (HTTP 404).
remote-check_address = Check the address.
remote-server_says = the server says HTTP { $status }
remote-too_short = the file is shorter than what has arrived
remote-refused = the server refuses { $name } (HTTP { $status }).
remote-login = Does the address need a login, or has it expired?
remote-server_answers = the server answers HTTP { $status } for { $name }.
remote-no_file = there is no file that can be read at { $word }.
remote-needs_fsspec = { $scheme }:// needs fsspec, which is not installed.
remote-no_package = no package here can open { $scheme }:// addresses.{ $near }
remote-known_schemes = Known: https, hf, s3, gs, az.
remote-type_pip = Type: pip install { $package }
remote-needs_package = { $scheme }:// needs a package that is not installed.
remote-missing = there is no { $name }.
remote-store_refuses = the store refuses { $name }: { $reason }.
remote-store_problem = { $name }: { $reason }.

## data/corpus/transfer.py

remote-check_connection = Check the connection and run the same command again.
remote-part_unsaid = the server sent a part and did not say which
remote-other_part = the server sent another part than the one asked for
remote-changed = the file changed meanwhile
remote-broke_off = the connection broke off at { NUMBER($received) } of { NUMBER($size) } bytes
remote-sent_more = the server sent { NUMBER($received) } bytes of a file of { NUMBER($size) }
remote-kept = The bytes received so far are kept: the same command continues from there.
remote-wrong_checksum = { $name } arrived twice with a content that does not match its checksum.
remote-proxy_or_damage = A proxy may change it, or it is damaged at its source.
remote-unreachable = can't reach { $name }
remote-cant_download = can't download { $name }
remote-failed = { $problem }: { $reason }.
remote-failed_in_a_row = { $problem }: { $reason }, { $times } times in a row.
remote-asked_to_wait = { $problem }: { $reason }, and the server asks to wait { FIXED($minutes, digits: 0) } minutes.
remote-wait = Wait that long.
remote-no_room = { $name } needs { FIXED($needed, digits: 2) } GB and { $folder } has { FIXED($free, digits: 2) } GB free.
