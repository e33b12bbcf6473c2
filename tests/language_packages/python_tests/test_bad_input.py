"""Each mistake is one sentence with what to do."""

import os
import pathlib
import platform
import re
import shutil
import socket
import subprocess
import sys

import pytest

import setpoint

PACKAGE = pathlib.Path(setpoint.__file__).parent
PROGRAM = PACKAGE / "bin/setpoint"


def error_of(**options):
    with pytest.raises(setpoint.StartError) as error:
        setpoint.apiserver(**options).stop()
    return str(error.value)


def run(code, wrapper=(), **variables):
    """In an environment with nothing but these variables."""
    return subprocess.run([*wrapper, sys.executable, "-c", f"import setpoint\n{code}"], env=variables, text=True, capture_output=True,
                          check=False, cwd="/")


@pytest.fixture
def other_package(tmp_path):
    """A copy of the package that a test changes."""
    shutil.copytree(PACKAGE, tmp_path / "setpoint", ignore=shutil.ignore_patterns("bin", "__pycache__"))
    return tmp_path / "setpoint"


def test_missing_program(tmp_path, monkeypatch):
    assert error_of(program="/no/such") == (
        "program=/no/such: there is no such program: name the file of `setpoint`, or leave it out to use the one in the package")
    assert "is a folder" in error_of(program=tmp_path)
    (tmp_path / "setpoint").touch()
    assert error_of(program=tmp_path / "setpoint").endswith(f"is not executable: run chmod +x {tmp_path}/setpoint")
    monkeypatch.setenv("SETPOINT", "no-such-program")
    assert error_of().startswith("SETPOINT=no-such-program: there is no such program")
    monkeypatch.setenv("SETPOINT", str(PROGRAM))
    setpoint.apiserver().stop()


def test_package_without_a_program(other_package):
    done = run("setpoint.apiserver()", PYTHONPATH=str(other_package.parent), PATH="/no/such")
    assert f"there is no program `setpoint` in this package for linux {platform.machine()}, and none on the PATH" in done.stderr
    done = run("print(setpoint.find_program())", PYTHONPATH=str(other_package.parent), PATH=str(PROGRAM.parent))
    assert done.stdout == f"{PROGRAM}\n"


def test_package_whose_program_lost_its_mode(other_package):
    (other_package / "bin").mkdir()
    shutil.copyfile(PROGRAM, other_package / "bin/setpoint")
    done = run("setpoint.apiserver().stop(); print('done')", PYTHONPATH=str(other_package.parent))
    assert done.stdout == "done\n", done.stderr


def test_program_for_another_processor(tmp_path):
    content = bytearray(PROGRAM.read_bytes())
    here, machine, other = platform.machine(), *((183, "aarch64") if content[18] == 62 else (62, "x86_64"))
    content[18] = machine
    (tmp_path / "setpoint").write_bytes(content)
    (tmp_path / "setpoint").chmod(0o755)
    assert error_of(program=tmp_path / "setpoint") == (
        f"{tmp_path}/setpoint is for {other}, and this machine is {here}: install the wheel of setpoint-apiserver {setpoint.__version__} for "
        "this platform, or set SETPOINT to a program of that version")
    story = tmp_path / "story.yaml"
    with pytest.raises(setpoint.StartError, match=f"is for {other}"):
        setpoint.explore(story, ["true"], program=tmp_path / "setpoint", page=tmp_path / "page.html")


def test_not_a_program(tmp_path):
    (tmp_path / "setpoint").write_text("hello\n")
    (tmp_path / "setpoint").chmod(0o755)
    assert "is not a program that this system can run" in error_of(program=tmp_path / "setpoint")
    (tmp_path / "setpoint").write_text("#!/no/such/loader\n")
    assert "needs a dynamic loader that this system lacks" in error_of(program=tmp_path / "setpoint")


def test_program_of_another_version(other_package):
    (other_package / "_version.py").write_text('VERSION = "9.8.7"\n')
    done = run("setpoint.apiserver()", PYTHONPATH=str(other_package.parent), SETPOINT=str(PROGRAM))
    assert done.stderr.splitlines()[-1] == (
        f"setpoint._errors.StartError: {PROGRAM} is version {setpoint.__version__}, and this package is version 9.8.7: install "
        f"setpoint-apiserver=={setpoint.__version__}, or install the wheel of setpoint-apiserver 9.8.7 for this platform, or set SETPOINT to a "
        "program of that version")


def test_program_of_another_patch_release(other_package):
    major, minor, _ = setpoint.__version__.split(".", 2)
    (other_package / "_version.py").write_text(f'VERSION = "{major}.{minor}.999"\n')
    done = run("setpoint.apiserver().stop(); print(setpoint.__version__)", PYTHONPATH=str(other_package.parent), SETPOINT=str(PROGRAM))
    assert done.stdout == f"{major}.{minor}.999\n", done.stderr


def test_program_before_control(tmp_path):
    (tmp_path / "setpoint").write_text("#!/bin/sh\necho 'The following argument was not expected: --control' >&2\nexit 2\n")
    (tmp_path / "setpoint").chmod(0o755)
    assert "does not know --control, so it is older than this package" in error_of(program=tmp_path / "setpoint")


def test_taken_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        # musl's text, in a static program, has no "already"
        assert re.search(rf"cannot listen on 127.0.0.1:{port}: address (already )?in use; choose another", error_of(port=port))


def test_unknown_option_of_the_server():
    assert "--no-such-option" in error_of(args=["--no-such-option"])


def test_no_home_and_no_path():
    done = run("setpoint.apiserver().stop(); print('done')")
    assert done.stdout == "done\n", done.stderr


def test_read_only_file_system():
    if os.getuid() != 0:
        pytest.skip("needs root")
    read_only = ["unshare", "-m", "sh", "-c", """
        for folder in / /tmp /var/tmp; do mount --bind $folder $folder && mount -o remount,bind,ro $folder || exit 9; done
        exec chroot / "$@" """, "sh"]
    done = run("""
with setpoint.apiserver() as server:
    print(len(server.kubeconfig) > 100, server.request("GET", "/healthz"))
    server.kubeconfig_file
""", read_only, PATH=os.environ["PATH"])
    assert done.stdout == "True ok\n", done.stderr
    assert done.stderr.splitlines()[-1].startswith(
        "setpoint._errors.Error: no folder for temporary files can be written: set TMPDIR to one, or use `kubeconfig`, the text (")


def test_the_command_runs_the_program(other_package):
    command = pathlib.Path(sys.executable).parent / "setpoint"
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"setpoint {setpoint.__version__}\n"
    done = subprocess.run([sys.executable, "-m", "setpoint", "no-such-command"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    done = subprocess.run([sys.executable, "-m", "setpoint"], capture_output=True, text=True, check=False, cwd="/",
                          env={"PYTHONPATH": str(other_package.parent)})
    assert done.returncode == 1 and done.stderr.startswith("setpoint: "), done.stderr
