"""One image with all operators, in two tags, so that a Deployment can be upgraded from one to the other."""

import os
import shutil

from .clusters import CLUSTER, ROOT, run

PREVIOUS, CURRENT = "setpoint.test/operators:previous", "setpoint.test/operators:current"


def build(preset, programs):
    """Returns the folder of the programs."""
    folder = os.path.join(ROOT, "build", preset)
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        run("cmake", "-S", ROOT, "--preset", preset, "-DSETPOINT_GROUP_SOURCES=ON")
    run("cmake", "--build", folder, "--target", *programs)
    return os.path.join(folder, "bin")


def make(bin_folder, programs, work):
    """The archives of both tags."""
    archives, files = [], os.path.join(work, "image")
    shutil.rmtree(files, ignore_errors=True)
    run(os.path.join(ROOT, "script/image-root"), files, *(os.path.join(bin_folder, p) for p in programs))
    for name in (PREVIOUS, CURRENT):
        archives.append(os.path.join(work, "operators-" + name.rsplit(":", 1)[1] + ".tar"))
        run(CLUSTER + "/images/archive", archives[-1], name, files, '{"User": "65532:65532"}')
    shutil.rmtree(files)
    return archives
