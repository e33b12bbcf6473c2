# shellcheck shell=bash
# Shared by build, control-plane, node and images/make; sourced, not run.

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SETPOINT_CLUSTER_HOME=${SETPOINT_CLUSTER_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/setpoint-cluster}
mkdir -p "$SETPOINT_CLUSTER_HOME"
SETPOINT_CLUSTER_HOME=$(cd "$SETPOINT_CLUSTER_HOME" && pwd)
# Each version of Kubernetes has programs of its own, so that several can be there.
PINNED=$(sed -n 's/.*kubernetes_release = "\(.*\)";/\1/p' "$HERE/../../include/setpoint/api/kubernetes_version.hpp")
KUBERNETES=${SETPOINT_KUBERNETES:-$PINNED}
BIN=$SETPOINT_CLUSTER_HOME/bin/$KUBERNETES
T0=${EPOCHREALTIME/[.,]/}

MISSING=3 # exit code: a binary is neither built nor among KUBEBUILDER_ASSETS

die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }
# Progress goes to stderr, so that stdout contains only the result.
say() {
  local ms=$(((${EPOCHREALTIME/[.,]/} - T0) / 1000))
  printf '%4d.%01ds %s\n' $((ms / 1000)) $((ms % 1000 / 100)) "$*" >&2
}
usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }
need() { local c; for c; do command -v "$c" > /dev/null || die "'$c' is missing: run script/bootstrap"; done; }

# Existing binaries, by envtest's convention: kube-apiserver, etcd and kubectl in one folder.
asset() { [ -n "${KUBEBUILDER_ASSETS:-}" ] && [ -x "$KUBEBUILDER_ASSETS/$1" ]; }
binary() { if asset "$1"; then echo "$KUBEBUILDER_ASSETS/$1"; else echo "$BIN/$1"; fi; }
need_binary() {
  local b missing=()
  for b; do [ -x "$(binary "$b")" ] || missing+=("$b"); done
  [ ${#missing[@]} = 0 ] || { printf '%s: not built: %s (run %s)\n' "$(basename "$0")" "${missing[*]}" "$HERE/build all" >&2; exit $MISSING; }
}

# A pid may be reused by another process; pid and start time together identify a process.
start_time() {
  local s f
  read -r s 2> /dev/null < "/proc/$1/stat" || return 1
  read -ra f <<< "${s##*) }" # the name before it may contain spaces
  # A zombie counts as ended only when all its threads have ended: until then its ports are in use.
  if [ "${f[0]}" = Z ] && [ "${f[17]}" -le 1 ]; then return 1; fi
  echo "${f[19]}"
}
record() { printf '%s %s\n' "$2" "$(start_time "$2")" > "$1"; } # record FILE PID
pid_of() { # prints the pid in FILE if that process still runs
  local pid start
  read -r pid start 2> /dev/null < "$1" || return 1
  [ -n "$start" ] && [ "$(start_time "$pid")" = "$start" ] && echo "$pid"
}
gone() { # gone FILE TENTHS: waits until the recorded process has ended
  local i
  for ((i = 0; i < $2; i++)); do pid_of "$1" > /dev/null || return 0; sleep 0.1; done
  return 1
}
kill_recorded() { # kill_recorded FILE [SIGNAL]: ends the recorded process; SIGKILL after 10 s
  local pid
  pid=$(pid_of "$1") || { rm -f "$1"; return 0; }
  kill "-${2:-TERM}" "$pid" 2> /dev/null || true
  kill -CONT "$pid" 2> /dev/null || true # a frozen process ends only once it runs again
  gone "$1" 100 || { kill -KILL "$pid" 2> /dev/null || true; gone "$1" 50 || die "pid $pid does not end"; }
  rm -f "$1"
}

# --- waiting; D is the directory of the instance, with run/COMPONENT.pid and log/COMPONENT.log ---
D=
log_tail() { printf -- '--- %s\n' "$1" >&2; tail -n 15 "$1" >&2 || true; }
wait_for() { # wait_for SECONDS COMPONENT WHAT CMD...: polls until CMD succeeds; fails early if COMPONENT has ended
  local end=$((SECONDS + $1)) c=$2 what=$3; shift 3
  until "$@" > /dev/null 2>&1; do
    pid_of "$D/run/$c.pid" > /dev/null || { log_tail "$D/log/$c.log"; die "$c has ended while waiting for: $what"; }
    [ $SECONDS -lt $end ] || { log_tail "$D/log/$c.log"; die "timed out while waiting for: $what"; }
    sleep 0.05
  done
  say "$what"
}
all_alive() {
  local f
  for f in "$D"/run/*.pid; do
    pid_of "$f" > /dev/null || { f=$(basename "$f" .pid); log_tail "$D/log/$f.log"; die "$f has ended"; }
  done
}

# --- certificates and kubeconfigs; all of these work in the current directory ---
new_ca() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.crt -subj "/CN=$1" -days 3650 \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign 2> /dev/null
}
cert() { # cert NAME SUBJECT [SUBJECTALTNAMES]
  openssl ecparam -name prime256v1 -genkey -noout -out "$1.key" # in SEC1: not every client reads EC keys in PKCS#8
  openssl req -new -key "$1.key" -out "$1.csr" -subj "$2" 2> /dev/null
  printf 'keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n%s\n' "${3:+subjectAltName=$3}" > "$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -set_serial "0x$(openssl rand -hex 8)" -days 3650 \
    -extfile "$1.ext" -out "$1.crt" 2> /dev/null
  rm "$1.csr" "$1.ext"
}
sa_keys() { openssl genrsa -out sa.key 2048 2> /dev/null; openssl rsa -in sa.key -pubout -out sa.pub 2> /dev/null; }
kubeconfig() { # kubeconfig FILE SERVER CERT [TOKEN]: with a token also a second user and context, 'token'
  local extra_user='' extra_context=''
  if [ -n "${4:-}" ]; then
    extra_user=$'\n'"- {name: token, user: {token: $4}}"
    extra_context=$'\n- {name: token, context: {cluster: setpoint, user: token}}'
  fi
  (umask 077; cat > "$1" <<K
apiVersion: v1
kind: Config
clusters:
- {name: setpoint, cluster: {server: "$2", certificate-authority-data: $(base64 -w0 ca.crt)}}
users:
- {name: $3, user: {client-certificate-data: $(base64 -w0 "$3.crt"), client-key-data: $(base64 -w0 "$3.key")}}$extra_user
contexts:
- {name: $3, context: {cluster: setpoint, user: $3}}$extra_context
current-context: $3
K
  )
}

# control_plane_flags DIRECTORY: sets the flags that control-plane and node have in common
# shellcheck disable=SC2034
control_plane_flags() {
  # Without the grace period, a SIGTERM waits for open watches, longer than 10 s.
  APISERVER_FLAGS=(
    --tls-cert-file "$1/pki/apiserver.crt" --tls-private-key-file "$1/pki/apiserver.key" --client-ca-file "$1/pki/ca.crt"
    --service-account-key-file "$1/pki/sa.pub" --service-account-signing-key-file "$1/pki/sa.key"
    --service-account-issuer https://kubernetes.default.svc.cluster.local --allow-privileged=true
    --shutdown-watch-termination-grace-period 1s)
  # Each controller has its own service account, as in a real cluster, so RBAC is exercised too. This costs a few requests per
  # controller, which would take 5 s of every start at the default of 20 a second.
  KCM_FLAGS=(
    --kubeconfig "$1/kcm.conf" --leader-elect=false --use-service-account-credentials
    --service-account-private-key-file "$1/pki/sa.key" --root-ca-file "$1/pki/ca.crt"
    --cluster-signing-cert-file "$1/pki/ca.crt" --cluster-signing-key-file "$1/pki/ca.key" --kube-api-qps 200 --kube-api-burst 400)
}
