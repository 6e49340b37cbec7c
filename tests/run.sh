#!/usr/bin/env bash
# One test of `make test` or `make test-all` (tests/tests.mk calls it): prints what there is to say in one piece and
# leaves the counts in $RESULTS. Alone, with the settings that tests.mk exports:
#     run.sh NAME program COMMAND...    a program of test.h, whose counts are added
#     run.sh NAME check COMMAND...      it ends with 0
#     run.sh NAME example COMMAND...    so does an example, with the lines that tests/golden.txt tells of it
#     run.sh NAME section SECTION...    checks of tests/compile.sh, makefile.sh or build_systems.sh
#     run.sh NAME missing TOOL          what needs a tool that is not there
#     run.sh NAME skip WHY
#     run.sh sum FOLDER...              adds up their counts; a test that left none has failed
# TEST_STRICT=1: a tool that is not there is a failure.
set -u
cd "$(dirname "$0")/.." || exit 1
# no note of a missing GPU from every program; side by side, threads must not spin
export GPU_QUIET=1 OMP_WAIT_POLICY=passive
unset GPU_DEVICE GPU_THREADS GPU_SYNC GPU_DEBUG
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAILED  $1"
    [ -z "${2:-}" ] || printf '%s\n' "$2" | tail -n 30 | sed 's/^/        /'
}
skip() { skipped=$((skipped + 1)); echo "skipped $1: $2"; }
have() { # have TOOL 'what is not tested'
    command -v "$1" >/dev/null && return 0
    if [ -n "${TEST_STRICT:-}" ]; then fail "$2" "$1 is not installed"; else skip "$2" "$1 is not installed"; fi
    return 1
}
check() { # check 'name' command...: exit code 0
    local name=$1 out
    shift
    if out=$("$@" 2>&1); then pass "$name"; else fail "$name" "$out"; fi
}
# example 'folder/name' command...: what is the same on every device and with every compiler is in tests/golden.txt
example() {
    local name=$1 out which line
    shift
    which=${name##*/} which=${which%%.*}
    if ! out=$("$@" 2>&1); then
        fail "$name" "$out"
        return
    fi
    while IFS=$'\t' read -r line; do
        [[ $out == *"$line"* ]] || { fail "$name" "expected \"$line\", got: $out"; return; }
    done < <(sed -n "s/^$which\t//p" tests/golden.txt)
    pass "$name"
}
refuse() { # refuse 'name' 'part of the message' command...: another exit code, and the message
    local name=$1 part=$2 out
    shift 2
    if out=$("$@" 2>&1); then
        fail "$name" "it should fail and did not"
    elif [[ $out == *"$part"* ]]; then pass "$name"; else fail "$name" "expected \"$part\", got: $out"; fi
}
says() { # says 'name' 'part of the output' command...: exit code 0, and the text
    local name=$1 part=$2 out
    shift 2
    if out=$("$@" 2>&1) && [[ $out == *"$part"* ]]; then
        pass "$name"
    else
        fail "$name" "expected \"$part\", got: $out"
    fi
}
same() { # same 'name' 'expected' command...
    local name=$1 expected=$2 got
    shift 2
    got=$("$@")
    if [ "$got" = "$expected" ]; then pass "$name"; else fail "$name" "expected \"$expected\", got \"$got\""; fi
}
program() { # program 'name' command...: a program of test.h; its own counts are added
    local name=$1 out code last which
    shift
    which=${name##*/} which=${which%%.*}
    # On a card the programs that need most of its memory run alone, the others side by side.
    if [[ $name == nvcc*/* && -n ${CARD:-} ]]; then
        set -- flock "$([[ " $ALONE " == *" $which "* ]] && echo -x || echo -s)" "$RESULTS/../card.lock" "$@"
    fi
    out=$(timeout 900 "$@" 2>&1)
    code=$?
    out=${out//$'\r'/} # Windows ends lines with it
    last=$(printf '%s\n' "$out" | grep -E '^[^ ]+: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' | tail -n 1)
    if [[ $last =~ :\ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])) skipped=$((skipped + BASH_REMATCH[3]))
        if [ "$code" != 0 ] && [ "${BASH_REMATCH[2]}" = 0 ]; then
            fail "$name" "$out"$'\n'"exit code $code after the tests had passed"
        elif [ "$code" = 0 ]; then printf '%s\n' "$out" | grep -E '^(skipped|answered) |^[a-z_0-9]+ took [0-9]+ s$' |
            sed 's/^/        /'
        else printf '%s\n' "$out" | tail -n 30 | sed 's/^/        /'; fi
    else fail "$name" "$out"$'\n'"exit code $code and no closing line"; fi
}
section() {
    local s
    # shellcheck source=tests/compile.sh
    . tests/compile.sh
    # shellcheck source=tests/makefile.sh
    . tests/makefile.sh
    # shellcheck source=tests/build_systems.sh
    . tests/build_systems.sh
    for s in "${@:2}"; do "$s"; done
}
missing() { have "$2" "$1"; }

if [ "$1" = sum ]; then
    for folder in "${@:2}"; do
        for name in $(cat "$folder/expected"); do
            if read -r p f s <"$folder/$name"; then
                passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
            else fail "$name" "it was not built, or did not end"; fi
        done 2>/dev/null
    done
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ] && [ "$passed" != 0 ]
    exit
fi
name=$1 kind=$2
shift 2
log=$RESULTS/$name.log
mkdir -p "$(dirname "$log")"
started=$SECONDS
"$kind" "$name" "$@" >"$log" 2>&1
echo "$passed $failed $skipped" >"$RESULTS/$name"
line="$name: $passed passed, $failed failed, $skipped skipped, $((SECONDS - started)) s"
printf '%s\n' "$line$([ -s "$log" ] && printf '\n' && cat "$log")"
exit 0
