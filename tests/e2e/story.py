"""What the story of an operator consists of."""


class Story:
    """Its objects live in a namespace of their own. play() shows the life of objects with real pods. change(n) changes or
    creates an object, and returns a function that says whether the cluster follows; faults happen between the two."""

    program = ""
    level = "baseline"  # Pod Security of the namespace

    def __init__(self, cluster, kube, steps, operator):
        self.cluster, self.kube, self.steps, self.operator = cluster, kube, steps, operator
        self.ns = "e2e-" + self.program.removesuffix("-operator")

    def path(self, api, plural, name=""):
        return f"/apis/{api}/namespaces/{self.ns}/{plural}" + (f"/{name}" if name else "")

    def core(self, plural, name=""):
        return f"/api/v1/namespaces/{self.ns}/{plural}" + (f"/{name}" if name else "")

    def apply_sample(self):
        self.kube.run("apply", "-n", self.ns, "-k", self.operator.samples())

    def refused(self, o, ns=None):
        """The message with which the API server refuses an object."""
        try:
            self.kube.apply(o, ns=ns or self.ns)
        except Exception as e:
            return str(e)
        return ""

    def play(self):
        raise NotImplementedError

    def example(self):
        """Where an object is created, and one that the operator's webhooks accept; None if there are no webhooks."""
        return None

    def prepare_changes(self):
        """Creates what change() changes."""

    def change(self, n):
        raise NotImplementedError

    def clean(self):
        """Deletes all that the story created, before the operator is removed."""
