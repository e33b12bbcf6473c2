"""Runs the operators on a real cluster, with real pods.

Each operator is installed as a user does it (kubectl apply -k, two replicas), plays its story, survives faults, and is removed.
Every step awaits a condition. By default the cluster is the one node of tests/cluster, which is built and started here: this
needs root and cgroup v1. --context NAME uses any other cluster, such as one of kind; its user loads the operators' image first
(kind load docker-image IMAGE) and names it with --image. There the faults that need the node are left out.
"""

import argparse
import contextlib
import os
import shutil
import signal
import sys
import tempfile
from concurrent import futures

from . import certificates, images, inventory, rbac
from .clusters import Context, Node
from .faults import Faults
from .kube import Kube, namespace
from .operator import Operator
from .steps import Failed, Steps, Unable
from .stories import ALL


def arguments():
    a = argparse.ArgumentParser(
        prog="script/e2e", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit codes: 0 all steps passed, 1 some failed, 2 wrong usage, 3 this machine cannot run it.")
    a.add_argument("operators", nargs="*", metavar="OPERATOR", help=f"{', '.join(ALL)}; default: all")
    a.add_argument("--context", metavar="NAME", help="a context of the kubeconfig, instead of the one-node cluster")
    a.add_argument("--image", metavar="I", help="with --context: an image with the operators, each in /usr/bin")
    a.add_argument("--previous-image", metavar="I",
                   help="with --context: the image to upgrade from (default: the pods are restarted)")
    a.add_argument("--preset", default="release", metavar="NAME", help="the build of the operators (default: %(default)s)")
    a.add_argument("--keep", action="store_true", help="leave the cluster and the operators running")
    a.add_argument("--junit", metavar="FILE", help="write a JUnit report")
    chosen = a.parse_args()
    chosen.operators = [o.replace("-", "").replace("_", "").removesuffix("operator") for o in chosen.operators] or list(ALL)
    for name in chosen.operators:
        if name not in ALL:
            a.error(f"there is no operator '{name}': {', '.join(ALL)}")
    if bool(chosen.context) != bool(chosen.image):
        a.error("--context and --image need each other: the image is one that the cluster can run")
    return chosen


class Run:
    def __init__(self, chosen, steps, work):
        self.chosen, self.steps, self.work = chosen, steps, work
        self.cluster = self.kube = None
        self.stories = []

    def close(self):
        if self.kube:
            self.kube.close()
        if self.cluster:
            self.cluster.close()

    def start(self):
        s, chosen = self.steps, self.chosen
        programs = [ALL[name].program for name in chosen.operators]
        s.title("Building")
        if not chosen.context:
            s.do("the node's programs and images are there", Node.prepare)
        folder = s.do(f"{', '.join(programs)}, preset {chosen.preset}", lambda: images.build(chosen.preset, programs))
        s.title("Starting the cluster")
        self.cluster = Context(chosen.context) if chosen.context else s.do("a node is up", lambda: Node(self.work, chosen.keep))
        self.kube = Kube(self.cluster.kubectl, self.cluster.arguments, self.work)
        server = s.do("its API server answers", lambda: self.kube.call("GET", "/version"))
        s.note("Kubernetes " + server["gitVersion"])
        if not chosen.context:
            s.note("export KUBECONFIG=" + self.cluster.kubeconfig)
            self.cluster.load_workloads()
            archives = s.do("an image with all operators is made", lambda: images.make(folder, programs, self.work))
            self.cluster.load(*archives)
        self.image = chosen.image or images.CURRENT
        self.previous = chosen.previous_image or chosen.image or images.PREVIOUS
        for name in chosen.operators:
            operator = Operator(ALL[name].program, folder, self.work, self.kube)
            self.stories.append(ALL[name](self.cluster, self.kube, s, operator))

    def section(self, title, action):
        """A failed step ends its section, not the others."""
        self.steps.title(title)
        try:
            action()
            return True
        except Failed:
            return False
        except Exception as e:  # kubectl or the API server refused
            with contextlib.suppress(Failed):
                self.steps.check("the commands between the steps succeed", False, f"{type(e).__name__}: {e}")
            return False

    def install(self):
        s = self.steps
        self.before = inventory.objects(self.kube)
        for story in self.stories:
            s.do(f"kubectl apply -k: {story.program} with two replicas", lambda: story.operator.install(self.previous))
        for story in self.stories:
            s.until(f"{story.program} is available", story.operator.is_available, 120)
            s.until("one of its pods leads", story.operator.leader, 30)
        self.kube.apply(*(namespace(story.ns, story.level) for story in self.stories))

    def play(self):
        for story in self.stories:
            if not self.section(f"The story of {story.program}", story.play):
                for line in story.operator.logs().splitlines():
                    print("    " + line[:240])

    def break_things(self):
        faults = Faults(self.cluster, self.kube, self.steps, self.stories)
        for story in self.stories:
            story.prepare_changes()
        self.section("Fault: the leaders are deleted", faults.delete_leaders)
        if self.cluster.can_break:
            self.section("Fault: the leaders' processes are killed", faults.kill_leaders)
            self.section("Fault: the API server is killed", faults.restart_apiserver)
        self.section("The operators are upgraded while objects change", lambda: faults.upgrade(self.previous, self.image))
        self.section("Fault: the certificates of the webhooks are lost", faults.lose_webhook_secrets)
        first = self.stories[0]
        self.section(f"{first.program}: the certificate of /metrics is replaced",
                     lambda: certificates.of_metrics(self.kube, self.steps, first, self.image))

    def remove(self):
        s = self.steps
        for story in self.stories:
            story.clean()
        for story in self.stories:
            self.kube.run("delete", "namespace", story.ns, "--wait=false")
        with futures.ThreadPoolExecutor() as pool:
            for story, end in [(story, pool.submit(story.operator.uninstall)) for story in self.stories]:
                s.do(f"kubectl delete -k: {story.program}", end.result)

        def left():
            more = inventory.objects(self.kube) - self.before
            if more:
                raise RuntimeError("left: " + inventory.shown(more))
            return True
        s.until(f"nothing is left: {len(self.before)} objects of all kinds, as before", left)

    def all(self):
        self.start()
        if not self.section("Installing the operators", self.install):
            return
        self.play()
        self.break_things()
        self.section("Rights", lambda: rbac.compare(self.cluster, self.kube, self.steps, self.stories))
        if not self.chosen.keep:
            self.section("Removing the operators", self.remove)


def main():
    chosen, steps = arguments(), Steps()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    work = tempfile.mkdtemp(prefix="setpoint-e2e-")
    run, code = Run(chosen, steps, work), 0
    try:
        run.all()
    except Failed:
        pass
    except Unable as why:
        print(f"e2e: {str(why).strip()}", file=sys.stderr)
        code = 3
    except KeyboardInterrupt:
        print("\ne2e: interrupted; cleaning up", file=sys.stderr)
        code = 130
    finally:
        run.close()
        if not chosen.keep:
            shutil.rmtree(work, ignore_errors=True)
    if not code:
        steps.summary()
        code = 1 if steps.failures else 0
    if chosen.junit:
        steps.junit(chosen.junit)
    return code


if __name__ == "__main__":
    sys.exit(main())
