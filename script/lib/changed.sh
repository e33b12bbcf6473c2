# shellcheck shell=bash
# Which sources to look at alone; used by script/tidy and script/sources-alone. They are compiled as configured in build/tidy: each source
# by itself, without precompiled headers and optimisation.

TIDY_BUILD=build/tidy

configure_alone() {
  local configured
  configured=$(cmake --preset dev -B $TIDY_BUILD -DSETPOINT_GROUP_SOURCES=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    -DCMAKE_CXX_FLAGS_DEBUG='-O0 -g0' 2>&1) || { echo "cannot configure $TIDY_BUILD: $configured" >&2; return 2; }
}
all_sources() { sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' $TIDY_BUILD/compile_commands.json | sort -u; }
# The sources to compile for the files on stdin, if the build contains them. A public header has a source in tests/headers.
sources() {
  local file
  while read -r file; do
    case $file in
      include/*/detail/*) ;;
      include/*.hpp) file=$TIDY_BUILD/tests/headers/${file#include/}; echo "$PWD/${file%.hpp}.cpp" ;;
      *.hpp) echo "$PWD/${file%.hpp}.cpp" ;;
      *.cpp) echo "$PWD/$file" ;;
    esac
  done | sort -u | grep -Fxf <(all_sources) || true
}
changed_since() { git diff --name-only --diff-filter=d "$1" HEAD | sources; }
# changed LIMIT: the sources of all changes since this branch left origin/main; on main itself, those of the last commits that touch at
# most LIMIT sources.
changed() {
  local base n found='' more
  base=$(git merge-base HEAD origin/main 2> /dev/null) || base=''
  if [ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ]; then changed_since "$base"; return; fi
  for ((n = 1; n <= 100; n++)); do
    git rev-parse -q --verify "HEAD~$n" > /dev/null || break
    more=$(changed_since "HEAD~$n")
    if [ -n "$found" ] && [ "$(wc -l <<< "$more")" -gt "$1" ]; then break; fi
    found=$more
  done
  if [ "$n" = 1 ]; then git ls-files | sources; else printf '%s\n' "$found"; fi # 1: there is only one commit
}
