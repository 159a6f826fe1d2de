"""Files and folders that are whole or absent."""

import subprocess
import sys
from pathlib import Path

from fledge.common.files import atomic_dir


def test_what_a_killed_writer_left_is_removed_and_a_living_ones_is_not(tmp_path: Path) -> None:
    out = tmp_path / "out"
    program = (
        "import os, sys; from pathlib import Path; from fledge.common.files import atomic_dir\n"
        "with atomic_dir(Path(sys.argv[1])) as folder:\n"
        "    (folder / 'half').write_text('x'); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", program, str(out)], check=False).returncode == -9
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".out.")
    with atomic_dir(out) as living:
        (living / "a").write_text("first")
        assert not left.exists()
        with atomic_dir(out) as second:
            (second / "a").write_text("second")
        assert living.exists()
    assert [(path.name, (path / "a").read_text()) for path in tmp_path.iterdir()] == [("out", "first")]
