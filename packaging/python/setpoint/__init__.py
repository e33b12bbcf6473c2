"""A Kubernetes API server for tests: `setpoint apiserver`, with its controllers and fake nodes, in a process of its own.

    import setpoint

    with setpoint.apiserver(crds=["config/crd"]) as server:
        config.load_kube_config(server.kubeconfig_file)
        ...

The server ends with the `with` block, and also when this process ends or is killed.
"""

from ._errors import CannotExplore, ControlError, Error, Findings, StartError
from ._explore import explore
from ._program import VERSION as __version__
from ._program import find_program
from ._server import Fault, FaultCounts, Server, apiserver

__all__ = [
    "CannotExplore", "ControlError", "Error", "Fault", "FaultCounts", "Findings", "Server", "StartError", "__version__", "apiserver",
    "explore", "find_program",
]
