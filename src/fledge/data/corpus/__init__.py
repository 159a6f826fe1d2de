"""Text from files of any kind: found, downloaded, checked, and streamed from any record on."""
