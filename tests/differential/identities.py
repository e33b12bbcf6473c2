"""Who asks: users with tokens that both servers know (--token-auth-file). Without `who`, a step is the administrator's."""

GROUPS = {  # name of the identity: user and groups
    "nobody": ("nobody", []),
    "view": ("view", ["readers"]),
    "edit": ("edit", ["writers"]),
    "admin": ("ns-admin", []),
    "owner": ("owner", ["owners"]),
    "cluster": ("cluster-reader", []),
    "robot": ("system:serviceaccount:default:robot", ["system:serviceaccounts", "system:serviceaccounts:default"]),
    "node": ("system:node:n1", ["system:nodes"]),
    "kubelet": ("system:node:n2", ["system:nodes"]),
    "master": ("master", ["system:masters"]),
}


def token(name):
    """Of an identity; None for a request without credentials."""
    return None if name == "anonymous" else f"token-of-{name}"


def tokens_file():
    lines = []
    for name, (user, groups) in GROUPS.items():
        more = f',"{",".join(groups)}"' if groups else ""
        lines.append(f"{token(name)},{user},uid-of-{name}{more}")
    return "\n".join(lines) + "\n"
