"""The command `setpoint`, and `python -m setpoint`: runs the program of this package."""

import os
import sys

from ._errors import StartError
from ._program import find_program, why_not_started


def main() -> None:
    program = ""
    try:
        program = find_program(os.environ.get("SETPOINT") or _packaged())
        os.execv(program, [program, *sys.argv[1:]])
    except StartError as error:
        sys.exit(f"setpoint: {error}")
    except OSError as error:
        sys.exit(f"setpoint: {why_not_started(program, error)}")


def _packaged() -> str:
    # Never `setpoint` on the PATH, which is this command.
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "setpoint")


if __name__ == "__main__":
    main()
