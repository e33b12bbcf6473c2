"""The CronJob project of the kubebuilder book, as kubebuilder's own generator writes it, with the suites of its controller and webhooks."""

import os
import shutil
import subprocess

import envtest
import modules

KUBEBUILDER = "sigs.k8s.io/kubebuilder/v4"
GENERATING = 1200  # seconds; the libraries of the project and controller-gen are compiled
# The generator's own main() also runs linters; its first steps would remove programs from the PATH, so they are left out.
MAIN = """package main

import (
	"os"

	cronjob "sigs.k8s.io/kubebuilder/v4/hack/docs/internal/cronjob-tutorial"
)

func main() {
	sample := cronjob.NewSample(os.Args[1], os.Args[2])
	sample.GenerateSampleProject()
	sample.UpdateTutorial()
}
"""


def call(argv, cwd):
    done = subprocess.run(argv, cwd=cwd, env=modules.ENV, capture_output=True, text=True, check=False, timeout=GENERATING)
    if done.returncode:
        raise modules.Missing(f"{' '.join(argv[:3])}: {(done.stdout + done.stderr).strip()[-2000:]}")


def project():
    """The folder of the generated project."""
    # The project has the name of its folder.
    to = os.path.join(modules.BUILD, "src", f"cronjob@{modules.pinned()[KUBEBUILDER][0]}", "project")
    if os.path.exists(os.path.join(to, "complete")):
        return to
    if not shutil.which("make"):
        raise modules.Missing("there is no make")
    module = modules.copy(KUBEBUILDER)
    program = os.path.join(modules.BUILD, "bin", "kubebuilder")
    os.makedirs(os.path.dirname(program), exist_ok=True)
    call(["go", "build", "-o", program, "."], module)
    main = os.path.join(module, "hack/docs/peers")
    os.makedirs(main, exist_ok=True)
    with open(os.path.join(main, "main.go"), "w", encoding="utf-8") as f:
        f.write(MAIN)
    shutil.rmtree(to, ignore_errors=True)
    os.makedirs(to)
    call(["go", "run", "./hack/docs/peers", program, to], module)
    with open(os.path.join(to, "complete"), "w", encoding="utf-8"):
        pass
    return to


def suite(package):
    """A suite of the main program."""
    def build(_):
        modules.need_go()
        module = project()
        program = modules.test_program(module, f"./{package}")
        name = f"kubebuilder CronJob/{package.removeprefix('internal/')}"
        return lambda servers, folder: [envtest.run(name, program, os.path.join(module, package), servers, folder)]
    return build
