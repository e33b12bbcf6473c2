# shellcheck shell=bash
# The tools that tests in other languages need; used by tests/languages/run, tests/language_packages/run and tests/fabric8/run, in the
# root of the repository.

export PATH=$PATH:/usr/local/go/bin

is_since() { # is_since HAVE NEEDED : whether the version HAVE is NEEDED or later
  [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}
needs() { # needs WHAT NEEDED HAVE : prints what is missing, unless HAVE is the version NEEDED or later
  if [ -z "$3" ]; then
    echo "$1 $2 or later"
  elif ! is_since "$3" "$2"; then
    echo "$1 $2 or later, and this system has $3"
  fi
}

missing() { # missing LANGUAGE : what it needs and this system lacks, as one line; nothing if all is there
  "missing_$1"
}
missing_go() {
  local needed have
  needed=$(sed -n 's/^go //p' examples/languages/go/go.mod examples/test-packages/go/go.mod | sort -V | tail -n 1)
  have=$(GOTOOLCHAIN=local go env GOVERSION 2> /dev/null | sed 's/^go//; s/[- ].*//' || true)
  # A newer Go downloads the one that go.mod names, unless that is switched off.
  if [ -n "$have" ] && is_since "$have" 1.21 && [[ $(go env GOTOOLCHAIN) = *auto ]]; then return; fi
  needs Go "$needed" "$have"
}
missing_rust() { # the oldest for the locked libraries; packaging/rust/build needs 1.87
  needs cargo 1.95 "$(cargo --version 2> /dev/null | sed -nE 's/^cargo ([0-9.]+).*/\1/p' || true)"
}
missing_java() { # of the Java that Maven uses
  local said version home
  if ! said=$(mvn -B -Dstyle.color=never -version 2> /dev/null); then echo 'Java 17 or later, with Maven (mvn)'; return; fi
  version=$(sed -nE 's/^Java version: (1\.)?([0-9]+).*/\2/p' <<< "$said")
  home=$(sed -n 's/.*runtime: //p' <<< "$said")
  if [ -n "$version" ] && [ ! -x "$home/bin/javac" ]; then echo "a JDK: $home has no compiler (javac)"; return; fi
  needs Java 17 "$version"
}
missing_javascript() {
  command -v npm > /dev/null || { echo 'Node.js 18.19 or later, with npm'; return; }
  needs Node.js 18.19 "$(node --version 2> /dev/null | sed 's/^v//' || true)"
}
missing_python() { # the oldest for pytest 9; the package itself supports 3.9
  local lack
  lack=$(needs Python 3.10 "$(python3 -c 'import platform; print(platform.python_version())' 2> /dev/null || true)")
  if [ -z "$lack" ] && ! python3 -c 'import ensurepip' 2> /dev/null; then lack='the module venv of Python'; fi
  echo "$lack"
}
