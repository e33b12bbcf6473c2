# shellcheck shell=bash
# For go, rust and java: what a package says when it cannot start a server, and that a server ends with a process that is killed.
# Needs script/lib/steps.sh, and the folder $WORK. Sourced in the root of the repository.

ROOT=$PWD

make_false_programs() {
  cat > "$WORK/too-old" << 'END'
#!/bin/sh
echo 'The following argument was not expected: --control' >&2
exit 2
END
  cat > "$WORK/other-version" << 'END'
#!/bin/sh
echo 'ready on https://127.0.0.1:1'
read -r _
echo '{"id":1,"ok":true,"version":"9.9.9","kubernetes":"any","url":"https://127.0.0.1:1","kubeconfig":""}'
read -r _
END
  python3 - "$PROGRAM" "$WORK/other-processor" << 'END'
import sys
with open(sys.argv[1], "rb") as program:
    head = bytearray(program.read(4096))
head[18:20] = b"\xb7\0" if head[18] == 62 else b"\x3e\0"
with open(sys.argv[2], "wb") as out:
    out.write(head)
END
  echo 'no program' > "$WORK/no-program"
  chmod +x "$WORK"/{too-old,other-version,other-processor,no-program}
}

verdict() { # verdict GOOD NAME SECONDS-BEFORE [TEXT]
  if [ "$1" = 1 ]; then
    count 1 0 0; row ok "$2" $(($(now_tenths) - $3)) "${4:-}"
  else
    count 0 1 0; row FAIL "$2" $(($(now_tenths) - $3)) "${4:-}"
  fi
}

refused() { # refused NAME REGEX [VARIABLE=VALUE]... : 'starts' with these variables prints one line, which matches
  local name=$1 wanted=$2 begin said good=0; shift 2
  begin=$(now_tenths)
  said=$(env TO_BE_REFUSED=0 "$@" timeout 60 "${starts[@]}" 2> "$WORK/stderr" | grep -a setpoint: || true)
  if [[ $said =~ $wanted ]] && [ "$(wc -l <<< "$said")" = 1 ]; then good=1; fi
  verdict $good "$name" "$begin" "$said"
  [ $good = 1 ] || { echo "expected: $wanted"; cat "$WORK/stderr"; }
}

starts_anyway() { # starts_anyway NAME [VARIABLE=VALUE]...
  refused "$1" '^setpoint: it starts' "${@:2}"
}

until_ended() { # until_ended SECONDS PID... : waits until none of these processes runs
  timeout "$1" bash -c 'while kill -0 "$@" 2> /dev/null; do read -rt 0.02 <> <(:) || true; done' until "${@:2}"
}

# The process that is killed has started a server and another child, which lives on.
ends_when_killed() { # ends_when_killed CMD... : CMD prints 'server PID other PID'
  local begin pid other said log=$WORK/killed good=0
  begin=$(now_tenths)
  TO_BE_KILLED=1 "$@" > "$log" 2>&1 < /dev/null & local test=$!
  said=$(timeout 60 bash -c 'until grep -am1 "^server [0-9]" "$0"; do read -rt 0.05 <> <(:) || true; done' "$log" || true)
  read -r _ pid _ other <<< "$said"
  kill -KILL "$test" 2> /dev/null || true
  wait "$test" 2> /dev/null || true
  if [ -n "$pid" ] && until_ended 10 "$pid" && kill -0 "$other"; then good=1; fi
  verdict $good 'ends when killed' "$begin"
  [ $good = 1 ] || cat "$log"
  [ -z "$other" ] || kill "$other" 2> /dev/null || true
  [ -z "$pid" ] || kill "$pid" 2> /dev/null || true
}

# exploration_ends_when_killed CMD... : CMD explores an operator that writes its id and that of its parent, the explorer, into $PIDS
exploration_ends_when_killed() {
  local begin test pids=() good=0
  begin=$(now_tenths)
  export SETPOINT_EXPLORE_PAGES=$WORK/pages PIDS=$WORK/pids STORY=$ROOT/tests/language_packages/endless.yaml
  : > "$PIDS"
  TO_BE_KILLED=explore "$@" > "$WORK/exploring" 2>&1 < /dev/null & test=$!
  timeout 60 bash -c 'until [ -s "$PIDS" ]; do read -rt 0.05 <> <(:) || true; done' || true
  kill -KILL "$test" 2> /dev/null || true
  wait "$test" 2> /dev/null || true
  read -ra pids < "$PIDS" || true
  if [ ${#pids[@]} = 2 ] && until_ended 20 "${pids[@]}"; then good=1; fi
  verdict $good 'exploration ends when killed' "$begin"
  if [ $good = 0 ]; then
    cat "$WORK/exploring"
    kill "${pids[@]}" 2> /dev/null || true
  fi
}

unpack_at_once() { # 8 processes with an empty cache
  local begin i good at_once=()
  begin=$(now_tenths)
  for i in {1..8}; do
    env TO_BE_REFUSED=0 SETPOINT_CACHE="$WORK/empty" timeout 60 "${starts[@]}" > "$WORK/at-once.$i" 2>&1 & at_once+=($!)
  done
  wait "${at_once[@]}" || true
  good=$(grep -lx 'setpoint: it starts' "$WORK"/at-once.* | wc -l)
  verdict $((good == 8 && $(find "$WORK/empty" -type f | wc -l) == 1)) '8 unpack at once' "$begin" "$good start"
  [ "$good" = 8 ] || cat "$WORK"/at-once.*
}

# bad_input [unpacks] : for the command in the array 'starts', which starts a server at the port $TO_BE_REFUSED. $tmpdir, with a folder
# appended, is the variable that names the folder for temporary files.
bad_input() {
  local taken holder
  refused 'program is missing' 'SETPOINT names .*/absent' SETPOINT="$WORK/absent"
  refused 'other processor' 'for another processor.*set SETPOINT to a program for' SETPOINT="$WORK/other-processor"
  refused 'not a program' 'not a program for|not setpoint' SETPOINT="$WORK/no-program"
  refused 'program is too old' 'this program is older than' SETPOINT="$WORK/too-old"
  refused 'other version' 'has version 9.9.9, and .* has version [0-9.]*: use setpoint' SETPOINT="$WORK/other-version"
  taken=$WORK/taken
  python3 -c 'import socket, sys
s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True); sys.stdin.read()' > "$taken" <&"$NEVER" &
  holder=$!
  timeout 10 bash -c 'until [ -s "$0" ]; do read -rt 0.05 <> <(:) || true; done' "$taken"
  refused 'port is taken' 'in use.*choose another' TO_BE_REFUSED="$(cat "$taken")"
  kill $holder 2> /dev/null || true
  wait $holder 2> /dev/null || true
  if [ "${1:-}" = unpacks ]; then
    refused 'no home and no /tmp' 'no place for the program.*set SETPOINT_CACHE' XDG_CACHE_HOME= HOME=/proc/absent "$tmpdir/proc/absent"
    mkdir "$WORK"/{tmp,linked,elsewhere}
    starts_anyway 'no home' XDG_CACHE_HOME= HOME=/proc/absent "$tmpdir$WORK/tmp"
    ln -s "$WORK/elsewhere" "$WORK/linked/setpoint-$(id -u)"
    refused 'a link in /tmp' 'is a link.*set SETPOINT_CACHE' XDG_CACHE_HOME= HOME=/proc/absent "$tmpdir$WORK/linked"
    ln -s "$WORK/elsewhere" "$WORK/own-link"
    starts_anyway 'cache is a link' SETPOINT_CACHE="$WORK/own-link"
    unpack_at_once
  else
    starts_anyway 'no home and no /tmp' XDG_CACHE_HOME= HOME=/proc/absent TMPDIR=/proc/absent
  fi
}
