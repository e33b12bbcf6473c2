"""Built-in admission plugins, and the fields of features that are off."""

from sequence import STRATEGIC, Sequence, delete, get, patch, post, put

PODS = "/api/v1/namespaces/{ns}/pods"
NAMESPACES = "/api/v1/namespaces"
OWN = NAMESPACES + "/{id}"  # a namespace with labels from the start: the real server's plugin reads others from a cache
SECURITY = "pod-security.kubernetes.io/"
CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses"
CLAIMS = "/api/v1/namespaces/{ns}/persistentvolumeclaims"


def pod(name="p", metadata=None, containers=None, **spec):
    return {"metadata": {"name": name, **(metadata or {})}, "spec": {"containers": containers or [{"name": "c", "image": "x"}], **spec}}


def secured(more=None, name="c", **container):
    security = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}, **(more or {})}
    return {"name": name, "image": "x", "securityContext": security, **container}


def restricted(containers=None, context=None, **spec):
    return pod(containers=containers or [secured()], securityContext={"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}, **(context or {})}, **spec)


def labels(**modes):
    return {SECURITY + mode.replace("_", "-"): value for mode, value in modes.items()}


def annotated(**annotations):
    return {"annotations": {k: v for k, v in annotations.items()}}


def workload(spec):
    return {"metadata": {"name": "d"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": spec}}}


FORMS = {
    "plain": pod(),
    "restricted": restricted(),
    "privileged": pod(containers=[{"name": "c", "image": "x", "securityContext": {"privileged": True}}, {"name": "d", "image": "x", "securityContext": {"privileged": True}}]),
    "host": pod(hostNetwork=True, hostPID=True, hostIPC=True),
    "host-path": restricted(volumes=[{"name": "v", "hostPath": {"path": "/"}}, {"name": "w", "nfs": {"server": "s", "path": "/"}}, {"name": "e", "emptyDir": {}}]),
    "host-port": restricted(containers=[secured(ports=[{"containerPort": 80, "hostPort": 80}, {"containerPort": 81, "hostPort": 8081}])]),
    "host-probe": restricted(containers=[secured(livenessProbe={"httpGet": {"port": 80, "host": "h"}}, lifecycle={"preStop": {"httpGet": {"port": 80, "host": "g"}}})]),
    "capabilities": restricted(containers=[secured({"capabilities": {"drop": ["ALL"], "add": ["NET_BIND_SERVICE", "SYS_ADMIN", "CHOWN"]}})]),
    "not-dropped": restricted(containers=[secured({"capabilities": {"drop": ["CHOWN"]}}), secured(name="d")]),
    "escalation": restricted(containers=[{"name": "c", "image": "x", "securityContext": {"capabilities": {"drop": ["ALL"]}}}]),
    "selinux": restricted(context={"seLinuxOptions": {"type": "t", "user": "u", "role": "r"}}),
    "selinux-engine": restricted(context={"seLinuxOptions": {"type": "container_engine_t"}}),
    "seccomp": restricted(context={"seccompProfile": {"type": "Unconfined"}}),
    "seccomp-container": restricted(containers=[secured({"seccompProfile": {"type": "Unconfined"}})]),
    "app-armor": restricted(context={"appArmorProfile": {"type": "Unconfined"}}),
    "sysctls": restricted(context={"sysctls": [{"name": "net.ipv4.tcp_rmem", "value": "1"}, {"name": "kernel.msgmax", "value": "1"}]}),
    "root": restricted(context={"runAsNonRoot": False}),
    "root-container": restricted(containers=[secured({"runAsNonRoot": False})]),
    "user-0": restricted(context={"runAsUser": 0}, containers=[secured({"runAsUser": 0})]),
    "proc-mount": restricted(containers=[secured({"procMount": "Unmasked"})], hostUsers=False),
    "own-users": pod(hostUsers=False, securityContext={"runAsUser": 0}),
    "init": restricted(initContainers=[{"name": "i", "image": "x"}]),
    "windows": pod(os={"name": "windows"}, securityContext={"runAsNonRoot": True}),
    "windows-host": pod(os={"name": "windows"}, hostNetwork=True, securityContext={"windowsOptions": {"hostProcess": True}}),
    "all": pod(hostPID=True, hostNetwork=True, volumes=[{"name": "v", "hostPath": {"path": "/"}}]),
}


def pod_security():
    for level in ("baseline", "restricted"):
        for version in ("latest", "v1.18", "v1.24", "v1.34", "v1.99"):
            made = {"metadata": {"name": "{id}", "labels": labels(enforce=level, enforce_version=version)}}
            yield Sequence(f"plugins/pod-security/{level}/{version}", post(NAMESPACES, made), *(post(OWN + "/pods?dryRun=All", form) for form in FORMS.values()), namespace=False)
    for name, form in FORMS.items():
        made = {"metadata": {"name": "{id}", "labels": labels(enforce="baseline", warn="restricted", audit="restricted")}}
        yield Sequence(f"plugins/pod-security/template/{name}", post(NAMESPACES, made), post("/apis/apps/v1/namespaces/{id}/deployments", workload(form["spec"])), namespace=False)
    for i, wrong in enumerate((labels(enforce="nope"), labels(enforce=""), labels(warn="x", audit="y"), labels(enforce_version="1.30"), labels(enforce_version="v1.01"), labels(enforce="baseline", warn_version="x"),
                               labels(enforce_version="v1.99"), {SECURITY + "other": "x"})):
        yield Sequence(f"plugins/pod-security/labels/{i}", post(NAMESPACES, {"metadata": {"name": "{id}", "labels": wrong}}), patch(NAMESPACES + "/{ns}", {"metadata": {"labels": wrong}}),
                       patch(NAMESPACES + "/{ns}", {"metadata": {"labels": {"a": "b"}}}))
    generated = {**pod(hostPID=True), "metadata": {"generateName": "g-"}}
    yield Sequence("plugins/pod-security/updates", post(NAMESPACES, {"metadata": {"name": "{id}", "labels": labels(enforce="baseline")}}), post(OWN + "/pods", restricted()), post(OWN + "/pods", pod("q")),
                   patch(OWN, {"metadata": {"labels": labels(enforce="restricted")}}), patch(OWN + "/pods/q", {"metadata": {"labels": {"a": "b"}}}),
                   patch(OWN + "/pods/q?dryRun=All", {"spec": {"containers": [{"name": "c", "image": "y"}]}}, STRATEGIC, until=403),
                   patch(OWN + "/pods/p", {"spec": {"containers": [{"name": "c", "image": "y"}]}}, STRATEGIC),
                   patch(OWN + "/pods/p/ephemeralcontainers", {"spec": {"ephemeralContainers": [{"name": "e", "image": "x"}]}}, STRATEGIC),
                   post(OWN + "/pods", {**pod("x", hostPID=True)}, ignore=True), namespace=False)
    several = [post(OWN + "/pods", pod(name, **spec)) for name, spec in (("b", {"hostPID": True}), ("a", {"hostPID": True}), ("c", {"hostPID": True}), ("d", {"hostIPC": True}), ("e", {}))]
    yield Sequence("plugins/pod-security/existing", post(NAMESPACES, {"metadata": {"name": "{id}"}}), *several, get(OWN + "/pods/e"), patch(OWN + "?dryRun=All", {"metadata": {"labels": labels(enforce="baseline")}}, ignore=True),
                   get(OWN), namespace=False)


def priorities():
    yield Sequence("plugins/priority/class", post(PODS, pod(priorityClassName="no-such")), post(PODS, pod(priority=7)), post(PODS, pod("zero", priority=0)), post(PODS, pod("system", priorityClassName="system-node-critical")),
                   post(PODS, pod("never", preemptionPolicy="Never")), get(CLASSES + "/system-node-critical"), get(CLASSES + "/system-cluster-critical"),
                   post(CLASSES, {"metadata": {"name": "{id}"}, "value": 55, "preemptionPolicy": "Never"}), post(PODS + "?dryRun=All", pod(priorityClassName="{id}"), until=201),
                   post(PODS, pod("a", priorityClassName="{id}")), post(PODS, pod("b", priorityClassName="{id}", priority=7)), post(PODS, pod("c", priorityClassName="{id}", priority=55)),
                   post(PODS, pod("d", priorityClassName="{id}", preemptionPolicy="PreemptLowerPriority")), put(PODS + "/a", pod("a", containers=[{"name": "c", "image": "y"}], priorityClassName="{id}"), ignore=True),
                   delete(CLASSES + "/{id}"), post(CLASSES, {"metadata": {"name": "system-foo"}, "value": 1}), post(CLASSES, {"metadata": {"name": "{id}"}, "value": 2000000000}))


def storage():
    def claim(name="c", size="1Gi", **spec):
        return {"metadata": {"name": name}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}, **spec}}
    grown = {"spec": {"resources": {"requests": {"storage": "2Gi"}}}}
    yield Sequence("plugins/resize", post("/apis/storage.k8s.io/v1/storageclasses", {"metadata": {"name": "{id}"}, "provisioner": "x.io/y"}), post(CLAIMS, claim(storageClassName="{id}")), patch(CLAIMS + "/c", grown),
                   patch(CLAIMS + "/c/status", {"status": {"phase": "Bound"}}), patch(CLAIMS + "/c", grown), delete("/apis/storage.k8s.io/v1/storageclasses/{id}"))


def pods():
    runtime = "/apis/node.k8s.io/v1/runtimeclasses"
    yield Sequence("plugins/runtime-class", post(PODS, pod(runtimeClassName="nope")), post(PODS, pod(overhead={"cpu": "1"})),
                   post(runtime, {"metadata": {"name": "{id}"}, "handler": "h", "overhead": {"podFixed": {"cpu": "100m", "memory": "16Mi"}},
                                  "scheduling": {"nodeSelector": {"x": "y"}, "tolerations": [{"key": "k", "operator": "Exists"}, {"key": "l", "operator": "Equal", "value": "v"}]}}),
                   post(PODS, pod("a", runtimeClassName="{id}")), post(PODS, pod("b", runtimeClassName="{id}", overhead={"cpu": "1"})), post(PODS, pod("c", runtimeClassName="{id}", nodeSelector={"x": "z"})),
                   post(PODS, pod("d", runtimeClassName="{id}", nodeSelector={"u": "v"}, tolerations=[{"key": "k", "operator": "Equal", "value": "w", "effect": "NoSchedule"}, {"operator": "Exists", "effect": "NoExecute"}])),
                   post(PODS, pod("e", runtimeClassName="{id}", overhead={"cpu": "0.1", "memory": "16384Ki"})), delete(runtime + "/{id}"))
    nodes = "/api/v1/nodes"
    made = {"metadata": {"name": "{id}", "labels": {"topology.kubernetes.io/zone": "z", "topology.kubernetes.io/region": "r", "other": "o"}}}
    # The real server's plugin reads nodes from a cache.
    yield Sequence("plugins/topology", post(nodes, made), post(PODS, pod("probe", nodeName="{id}"), ignore=True), post(PODS, pod("a")), post(PODS + "/a/binding", {"metadata": {"name": "a"}, "target": {"kind": "Node", "name": "{id}"}}),
                   get(PODS + "/a"), post(PODS, pod("b", metadata={"labels": {"topology.kubernetes.io/zone": "mine"}}, nodeName="{id}")), post(PODS, pod("c", nodeName="no-such")), delete(PODS + "/a?gracePeriodSeconds=0"),
                   delete(PODS + "/b?gracePeriodSeconds=0"), delete(PODS + "/c?gracePeriodSeconds=0"), delete(PODS + "/probe?gracePeriodSeconds=0", ignore=True), delete(nodes + "/{id}"))


def features():
    sets = "/apis/apps/v1/namespaces/{ns}/statefulsets"
    stateful = {**workload({"containers": [{"name": "c", "image": "x"}]})}
    stateful["spec"] = {**stateful["spec"], "serviceName": "s", "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 0, "partition": 1}}}
    yield Sequence("plugins/features/stateful-set", post(sets, stateful), patch(sets + "/d", {"spec": {"updateStrategy": {"rollingUpdate": {"maxUnavailable": "200%"}}}}))
    leases = "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases"
    yield Sequence("plugins/features/lease", post(leases, {"metadata": {"name": "l"}, "spec": {"holderIdentity": "h", "strategy": "OldestEmulationVersion", "preferredHolder": "p"}}),
                   patch(leases + "/l", {"spec": {"strategy": "x", "preferredHolder": "q"}}))
    for name, spec in {
            "group": {"schedulingGroup": {"podGroupName": "g"}}, "stop-signal": {"os": {"name": "linux"}, "containers": [{"name": "c", "image": "x", "lifecycle": {"stopSignal": "SIGUSR1"}}]},
            "stop-signal-too": {"containers": [{"name": "c", "image": "x", "lifecycle": {"stopSignal": "SIGUSR1", "preStop": {"sleep": {"seconds": 1}}}}]},
            "trust-bundle": {"volumes": [{"name": "v", "projected": {"sources": [{"clusterTrustBundle": {"name": "n", "path": "p"}}, {"secret": {"name": "s"}}]}}]},
            "pod-certificate": {"volumes": [{"name": "v", "projected": {"sources": [{"podCertificate": {"signerName": "a.b/c", "keyType": "ED25519", "credentialBundlePath": "p"}}]}}]},
            "selinux": {"securityContext": {"seLinuxChangePolicy": "MountOption"}}, "selinux-recursive": {"securityContext": {"seLinuxChangePolicy": "Recursive"}}, "hostname": {"hostnameOverride": "h"},
            "resources": {"resources": {"requests": {"cpu": "1"}}}}.items():
        yield Sequence("plugins/features/pod/" + name, post(PODS, pod(**spec)), post("/apis/apps/v1/namespaces/{ns}/deployments", workload({"containers": [{"name": "c", "image": "x"}], **spec})))
    source = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
    for i, ref in enumerate(({"kind": "PersistentVolumeClaim", "name": "x", "namespace": "other"}, {"apiGroup": "a.b", "kind": "C", "name": "x", "namespace": "other"}, {"apiGroup": "a.b", "kind": "C", "name": "x"})):
        yield Sequence(f"plugins/features/claim/{i}", post(CLAIMS, {"metadata": {"name": "c"}, "spec": {**source, "dataSourceRef": ref}}))
    drivers = "/apis/storage.k8s.io/v1/csidrivers"
    yield Sequence("plugins/features/csi-driver", post(drivers, {"metadata": {"name": "{id}.x"}, "spec": {"preventPodSchedulingIfMissing": True}}), delete(drivers + "/{id}.x"))


def sequences():
    yield from pod_security()
    yield from priorities()
    yield from storage()
    yield from pods()
    yield from features()
