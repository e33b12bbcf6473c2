"""What goes wrong in a cluster. Each time the work goes on, and the objects converge."""

import contextlib
import functools

from .asker import asking
from .certificates import delete_webhook_secrets

LEASE_DURATION = 15  # seconds


class Faults:
    def __init__(self, cluster, kube, steps, stories):
        self.cluster, self.kube, self.steps, self.stories = cluster, kube, steps, stories
        self.changes = 0

    def leaders(self):
        return [(story, self.steps.until(f"{story.program}: a pod leads", story.operator.leader, 30)) for story in self.stories]

    def change(self, story, limit=0):
        """Changes an object; returns what says whether that is carried out. With a limit, refusals for that long are normal."""
        self.changes += 1
        n = self.changes
        if not limit:
            return story.change(n)
        return self.steps.until(f"{story.program}: a change meanwhile is accepted", lambda: story.change(n), limit)

    def all_converge(self, pending, limit=60):
        for story, follows in pending:
            self.steps.until(f"{story.program}: a change meanwhile is carried out", follows, limit)
        for story in self.stories:
            self.steps.until(f"{story.program}: two pods are ready", story.operator.is_available)

    @contextlib.contextmanager
    def webhooks_asked(self):
        """Meanwhile the webhooks of each operator review an object again and again (dry runs); none may fail."""
        examples = {story: story.example() for story in self.stories if story.example()}
        with contextlib.ExitStack() as stack:
            askers = {}
            for story, (path, body) in examples.items():
                review = functools.partial(self.kube.call, "POST", path + "?dryRun=All", body)
                askers[story] = stack.enter_context(asking(review, 0.1))
            yield
        for story, asker in askers.items():
            asker.check(self.steps, f"reviews by the webhooks of {story.program} meanwhile", 10)

    def delete_leaders(self):
        leaders = self.leaders()
        with self.webhooks_asked():
            for story, leader in leaders:
                self.kube.run("delete", "pod", "-n", story.operator.ns, leader, "--wait=false")
            pending = [(story, self.change(story, limit=15)) for story in self.stories]
            for story, leader in leaders:
                self.steps.until(f"{story.program}: the leader is deleted, the other pod leads at once",
                                 lambda: story.operator.leader() not in (None, leader), LEASE_DURATION - 5)
            self.all_converge(pending)

    def kill_leaders(self):
        """The Lease is not released, and has to expire."""
        killed = []
        for story, leader in self.leaders():
            restarts, container = container_state(story.operator, leader)
            self.cluster.kill_container(container.rsplit("/", 1)[1])
            killed.append((story, leader, restarts))
        # Until the endpoints follow, webhooks may be called at the pod that was killed.
        pending = [(story, self.change(story, limit=15)) for story in self.stories]
        for story, leader, restarts in killed:
            self.steps.until(f"{story.program}: the leader's process is killed, the kubelet starts it again",
                             lambda: container_state(story.operator, leader)[0] > restarts)
        self.all_converge(pending, LEASE_DURATION + 45)

    def restart_apiserver(self):
        self.steps.do("the API server is killed and started again", self.cluster.restart_apiserver)
        self.all_converge([(story, self.change(story)) for story in self.stories])

    def upgrade(self, previous, image):
        """Objects change until the upgrade is complete. From an image to itself, the pods are restarted."""
        pending = {}

        def upgraded():
            for story in self.stories:
                if pending[story]() and not story.operator.is_available():
                    pending[story] = self.change(story)
            return all(story.operator.is_available() for story in self.stories)
        with self.webhooks_asked():
            begin = self.changes
            for story in self.stories:
                story.operator.install(image)
                if image == previous:
                    self.kube.run("rollout", "restart", "-n", story.operator.ns, "deployment/" + story.program)
                pending[story] = self.change(story)
            self.steps.until("all pods are of the new image" if image != previous else "all pods are new", upgraded, 180)
            self.steps.note(f"{self.changes - begin} changes were made meanwhile")
            self.all_converge(pending.items())

    def lose_webhook_secrets(self):
        if delete_webhook_secrets(self.kube, self.steps, self.stories):
            self.all_converge([(story, self.change(story)) for story in self.stories])


def container_state(operator, pod):
    """(restarts, id) of the container of a pod."""
    for p in operator.pods():
        if p["metadata"]["name"] == pod:
            c = p["status"]["containerStatuses"][0]
            return c["restartCount"], c.get("containerID", "")
    raise RuntimeError(f"pod {pod} is gone")
