"""A client that keeps asking, and counts the failures."""

import contextlib
import http.client
import threading


class Asker:
    """Calls `ask` in a thread, again and again; an exception is a failure."""

    def __init__(self, ask, pause):
        self.asked, self.failures, self.enough = 0, [], threading.Event()
        self.thread = threading.Thread(target=self._run, args=(ask, pause), daemon=True)
        self.thread.start()

    def _run(self, ask, pause):
        while not self.enough.wait(pause):
            self.asked += 1
            try:
                ask()
            except Exception as e:
                self.failures.append(str(e) or repr(e))

    def stop(self):
        self.enough.set()
        self.thread.join()

    def check(self, steps, what, at_least):
        """A step: at least so many were asked, and none failed."""
        self.stop()
        steps.check(f"{self.asked} {what}, none failed", self.asked >= at_least and not self.failures,
                    f"{self.asked} of at least {at_least}; {len(self.failures)} failed: {self.failures[:2]}")


@contextlib.contextmanager
def asking(ask, pause=0.02):
    asker = Asker(ask, pause)
    try:
        yield asker
    finally:
        asker.stop()


def nginx_answers(host, port):
    """One request, on a new connection; raises unless nginx answers it."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200 or not answer.headers.get("Server", "").startswith("nginx"):
            raise RuntimeError(f"{answer.status}, {answer.headers.get('Server')}")
        return True
    finally:
        connection.close()
