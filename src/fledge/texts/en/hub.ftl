## data/corpus/hub.py

hub-needs = reading from the Hugging Face hub needs huggingface_hub, which is not installed.
hub-no_address = { $word } is no address on the hub: { $reason }
hub-address_form = It looks like { $form }.
hub-other_type = { $word } is a { $type } on the hub, not a dataset.
hub-dataset_address = For a dataset type hf://datasets/{ $repo }.
hub-dots = { $word } has '..' in its path.
hub-endpoint = HF_ENDPOINT={ $endpoint } is no web address.
hub-https = It starts with https://
hub-no_match = nothing in { $name } matches { $path }.
hub-no_path = there is no { $path } in { $name }.{ $near }
hub-no_folder = there is no folder { $folder } in { $name }.{ $near }
hub-empty = It is empty.
hub-listed_missing = the hub listed { $address } and does not have it.
hub-run_again = Run the same command again.
hub-proxy = Is HF_ENDPOINT right, or does a proxy answer instead?
hub-not_hub = the server that answers for { $name } is not the hub: { $reason }.
hub-unreachable = can't reach the hub for { $name }
hub-unset_offline = Unset it, or name files that are here already.
hub-offline = HF_HUB_OFFLINE is set, so { $name } can't be reached.
hub-gated = { $name } is gated: its owners want their terms accepted first.
hub-accept_terms = Accept them at { $page } and set HF_TOKEN to a token of that account (or type: hf auth login).
hub-no_dataset = there is no dataset { $repo } on the hub, or it is private.{ $near }
hub-spelling_or_private = Check the spelling; for a private one set HF_TOKEN (or type: hf auth login).
hub-no_revision = { $repo } has no revision { $revision }.
hub-valid_token = Set HF_TOKEN to a valid token, or unset it for what is public.
hub-token_refused = the hub does not accept the token for { $name } (HTTP 401).
hub-token_rights = Does the token of HF_TOKEN have the right to read it, and are the terms accepted at { $page }?
hub-refused = the hub refuses { $name } (HTTP 403).
hub-answers = the hub answers HTTP { $status } for { $name }.
hub-check_endpoint = Check the address, and HF_ENDPOINT.
hub-spelling = Check the spelling.
hub-there_are = There are: { COMMAS($names) }.
hub-there_are_more = There are: { COMMAS($names) } and { NUMBER($more) } more.
hub-no_file = there is no file that can be read in { $place }.
hub-says = the hub says HTTP { $status }
hub-too_many = the hub says HTTP 429 (too many requests)
