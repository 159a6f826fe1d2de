import sys

from fledge.cli import main

sys.exit(main())
