"""Volumes, resources and statuses of pods: dry runs that both servers refuse or default, and updates that tolerate an old fault."""

from sequence import Sequence, delete, get, patch, post

PODS = "/api/v1/namespaces/{ns}/pods"
TWO = {"nfs": {"server": "s", "path": "/p"}}
SOURCES = [
    {"glusterfs": {}}, {"gcePersistentDisk": {"partition": 256}}, {"awsElasticBlockStore": {"partition": -1}}, {"cephfs": {}, **TWO}, {"downwardAPI": {}, **TWO},
    {"iscsi": {"targetPortal": "p" * 64, "iqn": "x", "lun": 256, "initiatorName": "iqn.x"}}, {"fc": {"targetWWNs": ["a"], "wwids": ["b"], "lun": 256}}, {"rbd": {}},
    {"azureDisk": {"kind": "Managed", "diskName": "d", "diskURI": "https://x"}}, {"scaleIO": {}}, {"quobyte": {"registry": "a,b:1"}}, {"flocker": {"datasetName": "a/b", "datasetUUID": "u"}},
    {"flexVolume": {"driver": "d", "options": {"x.kubernetes.io/a": "b"}}}, {"storageos": {"volumeName": "A"}}, {"csi": {"driver": "A_b"}}, {"image": {}},
    {"projected": {"sources": [{"secret": {"name": "s"}, "configMap": {"name": "c"}}]}}, {"projected": {"sources": [{"serviceAccountToken": {"path": "../t", "expirationSeconds": 1}}]}},
    {"projected": {"sources": [{"downwardAPI": {"items": [{"path": "p", "fieldRef": {"fieldPath": "spec.nodeName"}}, {"path": "p", "resourceFieldRef": {"resource": "limits.cpu"}}]}}]}},
    {"ephemeral": {"volumeClaimTemplate": {"metadata": {"name": "n"}, "spec": {}}}},
]
RESOURCES = [{"limits": {"cpu": "1"}}, {"requests": {"cpu": "1"}, "limits": {"cpu": "1"}}, {"requests": {"storage": "1"}}, {"limits": {"memory": "1Gi"}}, {"limits": {"hugepages-2Mi": "3Mi"}}]
STATUSES = [
    {"nominatedNodeName": "m"}, {"observedGeneration": -1}, {"conditions": [{"type": "a b", "status": "True"}]}, {"resourceClaimStatuses": [{"name": "x"}, {"name": "x"}]},
    {"extendedResourceClaimStatus": {"resourceClaimName": "A", "requestMappings": []}}, {"podIPs": [{"ip": "10.0.0.1"}, {"ip": "x"}]},
    {"containerStatuses": [{"name": "main", "allocatedResourcesStatus": [{"name": "cpu", "resources": [{"resourceID": "a", "health": "x"}]}]}]},
]


def pod(spec, **container):
    return {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "main", "image": "busybox", **container}], **spec}}


def mirror_pods():
    mark = "kubernetes.io/config.mirror"

    def made(name, annotations=None, **spec):
        return {"metadata": {"name": name, "annotations": annotations or {}}, "spec": {"containers": [{"name": "c", "image": "i"}], **spec}}

    def marked(value):
        return {"metadata": {"annotations": {mark: value}}}

    claims = [{"name": "a", "resourceClaimName": "a"}, {"name": "a"}]
    debugged = {"spec": {"ephemeralContainers": [{"name": "e", "image": "i"}]}}
    yield Sequence("pod/mirror", post(PODS, made("m", {mark: "x"})), post(PODS, made("m", {mark: "x"}, nodeName="n", resourceClaims=claims)),
                   post(PODS, made("m", {mark: "x"}, nodeName="n")), patch(PODS + "/m", marked("y")), patch(PODS + "/m", marked(None)), patch(PODS + "/m/status", marked("y")),
                   patch(PODS + "/m", {"metadata": {"annotations": {"a": "b"}}}), patch(PODS + "/m/ephemeralcontainers", debugged),
                   post(PODS, made("p")), patch(PODS + "/p", marked("y")), patch(PODS + "/p/status", marked("y")), post(PODS, made("q", nodeName="n")), patch(PODS + "/q", marked("y")))


def sequences():
    yield from mirror_pods()
    yield Sequence("pods/volumes", *(post(PODS + "?dryRun=All", pod({"volumes": [{"name": "v", **s}]})) for s in SOURCES))
    yield Sequence("pods/resources", *(post(PODS + "?dryRun=All", pod({"resources": r}, resources={"requests": {"cpu": "2"}, "limits": {"cpu": "2"}})) for r in RESOURCES))
    yield Sequence("pods/status", post(PODS, pod({})), *(patch(PODS + "/p/status?dryRun=All", {"status": s}) for s in STATUSES), get(PODS + "/p"), delete(PODS + "/p?gracePeriodSeconds=0"))
    for name, image in (("padded", " busybox"), ("empty", "")):
        yield Sequence("pods/image/" + name, post(PODS, pod({})), patch(PODS + "/p", {"spec": {"containers": [{"name": "main", "image": image, "imagePullPolicy": "Always"}]}}), delete(PODS + "/p?gracePeriodSeconds=0"))
