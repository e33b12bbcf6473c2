# shellcheck shell=bash
# Steps with their times, progress while they run, and counts of results; used by script/test, script/fuzz and .ci/*.

PASSED=0 FAILED=0 SKIPPED=0
STEP_RC=0 STEP_TENTHS=0      # of the last run_logged or next_end
CHILD='' PROGRESS=''         # processes of the step that runs
declare -A POOL=()           # steps that run side by side: label -> begin, process id, log
ENDED='' SHOWN=-20           # label of the last next_end; time when the pool was shown, in $SECONDS

if [ -t 1 ]; then
  GREEN=$'\e[32m' RED=$'\e[31m' YELLOW=$'\e[33m' PLAIN=$'\e[0m'
else
  GREEN='' RED='' YELLOW='' PLAIN=''
fi
exec {NEVER}<> <(:) # never written to: 'read -t' on it sleeps without a process that could outlive this script
exec {ENDS}<> <(:)  # steps that run side by side report their end here

now_tenths() { local us=${EPOCHREALTIME/[.,]/}; echo $((us / 100000)); }
count() { PASSED=$((PASSED + $1)) FAILED=$((FAILED + $2)) SKIPPED=$((SKIPPED + $3)); }
counts_text() { # PASSED FAILED SKIPPED
  printf '%d passed, %d failed' "$1" "$2"
  if [ "$3" != 0 ]; then printf ', %d skipped' "$3"; fi
}
summary() { # the last line, and the exit code
  counts_text $PASSED $FAILED $SKIPPED; echo
  [ $FAILED = 0 ]
}
row() { # row VERDICT NAME TENTHS [TEXT]
  local colour=$GREEN
  case $1 in FAIL) colour=$RED ;; skip) colour=$YELLOW ;; esac
  printf '%s%-4s%s %-26s %5d.%d s  %s\n' "$colour" "$1" "$PLAIN" "$2" $(($3 / 10)) $(($3 % 10)) "${4:-}"
  [ -z "${STEP_REPORT:-}" ] || printf '%5d.%d s  %s\n' $(($3 / 10)) $(($3 % 10)) "$2" >> "$STEP_REPORT/times"
  [ -z "${STEP_REPORT:-}" ] || [ "$1" != FAIL ] || printf 'FAIL %s  %s\n' "$2" "${4:-}" >> "$STEP_REPORT/failed"
}
# STEP_REPORT=FOLDER, exported: the steps of all scripts write their times and failures there, for report_steps.
report_steps() { # the steps of a second or more, and the ends of the outputs of those that failed
  if [ -s "$STEP_REPORT/times" ]; then
    printf '\n== where the time went (steps run side by side, and some contain others)\n'
    sort -rn "$STEP_REPORT/times" | awk 'NR <= 5 || $1 >= 1'
  fi
  if [ -s "$STEP_REPORT/failed" ]; then printf '\n== failed\n'; cat "$STEP_REPORT/failed"; fi
}

last_line() { # the progress of a log: the position of a build or a test, otherwise its last line
  local tail
  tail=$(tail -c 4000 "$1" 2> /dev/null | tr -d '\r\0') || return 0
  { grep -aoE '^\[[0-9]+/[0-9]+\] .*|Entering test case "[^"]*"' <<< "$tail" || cat <<< "$tail"; } | tail -n 1 |
    sed 's/^Entering test case //; s#^\(\[[^]]*\]\) .*[/ ]#\1 #' | cut -c "1-$((${COLUMNS:-100} - 48))" || true
}
show_line() { # show_line NAME TENTHS TEXT: on a terminal it overwrites itself
  if [ -t 1 ]; then
    printf '\r\e[K...  %-26s %5d   s  %s' "$1" $(($2 / 10)) "$3"
  else
    printf '...  %-26s %5d   s  %s\n' "$1" $(($2 / 10)) "$3"
  fi
}
show_progress() { # show_progress NAME LOG: every second on a terminal; otherwise a line after 2 s, then every 20 s
  local begin every=20
  begin=$(now_tenths)
  [ ! -t 1 ] || every=1
  read -r -t 2 -u "$NEVER" || true
  while kill -0 $$ 2> /dev/null; do
    show_line "$1" $(($(now_tenths) - begin)) "$(last_line "$2")"
    read -r -t $every -u "$NEVER" || true
  done
}
show_pool() { # the steps that run side by side, on a terminal one after the other
  local labels label begin pid log
  mapfile -t labels < <(printf '%s\n' "${!POOL[@]}" | sort)
  [ ! -t 1 ] || labels=("${labels[SECONDS % ${#labels[@]}]}")
  for label in "${labels[@]}"; do
    read -r begin pid log <<< "${POOL[$label]}"
    show_line "$label" $(($(now_tenths) - begin)) "$(last_line "$log")"
  done
}
end_children() {
  [ -z "$CHILD" ] || kill "$CHILD" 2> /dev/null || true
  local step
  for step in "${POOL[@]}"; do read -r _ step _ <<< "$step"; kill "$step" 2> /dev/null || true; done
  [ -z "$PROGRESS" ] || kill "$PROGRESS" 2> /dev/null || true
}
trap 'end_children; echo; echo interrupted; exit 130' INT TERM

# run_logged NAME LIMIT LOG CMD...: writes the output to LOG; ends the command and its children after LIMIT seconds.
# Sets STEP_RC (124 or 137: the limit) and STEP_TENTHS; never fails itself.
run_logged() {
  local name=$1 limit=$2 log=$3 begin; shift 3
  begin=$(now_tenths)
  mkdir -p "$(dirname "$log")"
  : > "$log"
  timeout -k 15 "$limit" "$@" < /dev/null > "$log" 2>&1 & CHILD=$!
  show_progress "$name" "$log" & PROGRESS=$!
  STEP_RC=0
  { wait "$CHILD" || STEP_RC=$?; } 2> /dev/null
  { kill "$PROGRESS" || true; wait "$PROGRESS" || true; } 2> /dev/null
  CHILD='' PROGRESS=''
  [ ! -t 1 ] || printf '\r\e[K'
  STEP_TENTHS=$(($(now_tenths) - begin))
}

# beside LABEL LIMIT LOG CMD...: run_logged that does not wait; next_end waits for the step that ends first.
beside() {
  local label=$1 limit=$2 log=$3 child='' rc=0; shift 3
  mkdir -p "$(dirname "$log")"
  {
    trap 'kill "$child" 2> /dev/null || true' TERM
    timeout -k 15 "$limit" "$@" < /dev/null > "$log" 2>&1 & child=$!
    wait "$child" || rc=$?
    echo "$label $rc $(now_tenths)" >&"$ENDS"
  } 2> /dev/null &
  POOL[$label]="$(now_tenths) $! $log"
}
next_end() { # sets ENDED, STEP_RC and STEP_TENTHS
  local every=20 wait=2 begin end pid log part said=''
  [ ! -t 1 ] || every=1
  [ $((SECONDS - SHOWN)) -ge $((every - wait)) ] || wait=$((every - SECONDS + SHOWN))
  # A read that times out has consumed the first part of the line.
  until IFS= read -r -t $wait -u "$ENDS" part; do
    said+=$part
    show_pool
    SHOWN=$SECONDS wait=$every
  done
  read -r ENDED STEP_RC end <<< "$said$part"
  [ ! -t 1 ] || printf '\r\e[K'
  read -r begin pid log <<< "${POOL[$ENDED]}"
  wait "$pid" || true
  unset "POOL[$ENDED]"
  STEP_TENTHS=$((end - begin))
}

# check NAME LIMIT LOG CMD...: a step that counts as one test; prints its output if it fails.
check() {
  local name=$1
  run_logged "$@"
  if [ $STEP_RC = 0 ]; then
    count 1 0 0; row ok "$name" $STEP_TENTHS
  else
    count 0 1 0; row FAIL "$name" $STEP_TENTHS
    step_output "$2" "$3"
  fi
}
# must NAME LIMIT CMD...: a step that all later steps need; it counts only if it fails. Logs go to the folder $logs.
# shellcheck disable=SC2154  # logs: set by the script that sources this
must() {
  local name=$1 limit=$2; shift 2
  run_logged "$name" "$limit" "$logs/$name.log" "$@"
  if [ $STEP_RC = 0 ]; then row ok "$name" $STEP_TENTHS; return; fi
  row FAIL "$name" $STEP_TENTHS
  step_output "$limit" "$logs/$name.log"
  count 0 1 0; summary || exit 1
}
step_output() { # step_output LIMIT LOG
  local text
  # In a build's log, omit progress lines and the compiler's command lines.
  text=$(
    case $STEP_RC in 124 | 137) echo "not done within $1 s; ended" ;; esac
    grep -avE '^\[[0-9]+/[0-9]+\] |^[^ ]*(env|ccache|clang\+\+)[^ ]* .* -c ' "$2" || true
  )
  printf '%s\n' "$text"
  [ -z "${STEP_REPORT:-}" ] || tail -n 20 <<< "$text" | sed 's/^/    /' >> "$STEP_REPORT/failed"
}

# add_counts WHAT RC LAST_LINE: adds the counts of a script with its own summary; sets VERDICT and TEXT
add_counts() {
  VERDICT=ok TEXT=$3
  if [[ $3 =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
    count "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]:-0}"
    if [ "$2" != 0 ] && [ "${BASH_REMATCH[2]}" = 0 ]; then count 0 1 0; fi
  else
    TEXT="$1 ended without a summary (exit code $2)"; count 0 1 0
  fi
  [ "$2" = 0 ] || VERDICT=FAIL
}
check_counted() { # check_counted NAME CMD...: a step with its own summary, shown as it runs; its counts are added
  local name=$1 rc=0 log=$logs/$1.log begin; shift
  begin=$(now_tenths)
  { "$@" 2>&1 | tee "$log"; } || rc=$?
  [ $rc != 130 ] || exit 130 # interrupted
  add_counts "$name" $rc "$(tail -n 1 "$log")"
  row $VERDICT "$name" $(($(now_tenths) - begin)) "$TEXT"
}
