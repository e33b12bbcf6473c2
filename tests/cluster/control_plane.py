"""Where tests/cluster/control-plane and its programs are."""

import os
import subprocess

CONTROL_PLANE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "control-plane")


def programs():
    """The folder with what tests/cluster/build has made."""
    return subprocess.run([CONTROL_PLANE, "bin"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
