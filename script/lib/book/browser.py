"""A headless Chromium, driven over pipes by the DevTools protocol: https://chromedevtools.github.io/devtools-protocol/."""

import base64
import json
import os
import subprocess
import tempfile
import time

LIMIT = 60  # seconds for a page, or for a condition


class Browser:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_it, self.send_to = os.pipe()
        self.receive_from, from_it = os.pipe()

        def set_up():  # the protocol is on descriptors 3 and 4
            ends = [os.dup2(fd, 100 + i) for i, fd in enumerate((to_it, from_it))]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile.name}", "about:blank"],
            close_fds=False, preexec_fn=set_up, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_it)
        os.close(from_it)
        self.pending, self.number, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.send_to)
        os.close(self.receive_from)
        self.profile.cleanup()

    def message(self):
        while b"\0" not in self.pending:
            more = os.read(self.receive_from, 1 << 20)
            if not more:
                raise RuntimeError("chromium ended")
            self.pending += more
        one, _, self.pending = self.pending.partition(b"\0")
        return json.loads(one)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.send_to, json.dumps(request).encode() + b"\0")
        while True:
            m = self.message()
            if m.get("id") == self.number:
                if "error" in m:
                    raise RuntimeError(f"{method}: {m['error']['message']}")
                return m["result"]

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def until(self, expression):
        """Waits until the expression is true on the page; returns whether it is."""
        end = time.monotonic() + LIMIT
        while not self.value(f"!!({expression})"):
            if time.monotonic() > end:
                return False
            # The page wakes us: after its next frame.
            self.call("Runtime.evaluate", expression="new Promise(done => setTimeout(done, 50))", awaitPromise=True)
        return True

    def open(self, url, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        if url.startswith("http"):  # it keeps what a reader chose: light or dark
            self.call("Storage.clearDataForOrigin", origin="/".join(url.split("/")[:3]), storageTypes="all")
        self.call("Page.navigate", url=url)
        complete = "document.readyState == 'complete' && document.fonts.status == 'loaded'"
        return self.until(f"location.href != 'about:blank' && {complete}")

    def screenshot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
