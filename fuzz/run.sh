#!/usr/bin/env bash
# Fuzzes all targets in turn and notes in a table how many inputs were tried in how much time of a processor. Started
# again, it goes on with what was found worth keeping and adds lines to the table, so that hours can be summed up.
#
#   fuzz/run.sh                      every target for five minutes
#   fuzz/run.sh -s 3600 -j 2         every target for an hour, two at once
#   fuzz/run.sh -s 60 load parse     these targets alone
#
# Exit status 1 at the first finding, whose file is named then.
#
# With a nightly toolchain `cargo +nightly fuzz` builds the targets; with a stable one alone RUSTC_BOOTSTRAP=1 lets
# `cargo fuzz` use what the fuzzer needs of the compiler. Both build the same.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=300
at_once=1
while getopts "s:j:" option; do
    case $option in
        s) seconds=$OPTARG ;;
        j) at_once=$OPTARG ;;
        *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))

if rustup toolchain list 2>/dev/null | grep -q '^nightly'; then
    fuzz=(cargo +nightly fuzz)
else
    export RUSTC_BOOTSTRAP=1
    fuzz=(cargo fuzz)
fi

targets=("$@")
if [ ${#targets[@]} = 0 ]; then
    for file in fuzz/fuzz_targets/*.rs; do targets+=("$(basename "$file" .rs)"); done
fi

# What is found goes into folders that are no part of the project; `corpus` is only read.
found=fuzz/target/found
table=fuzz/target/runs.tsv
mkdir -p "$found"
[ -f "$table" ] || printf 'date\ttarget\truns\tCPU seconds\toutcome\n' > "$table"

# The folders that a target begins with beside its corpus, and the fuzzer's settings for it.
settings() {
    case $1 in
        parse) echo "games benches/classics tests/broken tests/syntax/format src/codes/pages -- -max_len=4096" ;;
        load) echo "games tests/broken tests/check -- -max_len=8192" ;;
        sheets) echo "games/gdl -- -max_len=4096" ;;
        check) echo "games tests/broken tests/check -- -max_len=4096" ;;
        session) echo "-- -max_len=2048" ;;
        lsp) echo "-- -max_len=4096" ;;
        *) echo "-- -max_len=512 -len_control=0" ;;
    esac
}

# Fuzzes a target; the table gets its line whatever comes of it.
run() {
    local target=$1 log=fuzz/target/$1.log outcome=nothing times=fuzz/target/$1.times
    local own=() after=() folders
    folders=$(settings "$target")
    read -ra own <<< "${folders%%-- *}"
    read -ra after <<< "${folders#*-- }"
    mkdir -p "$found/$target" "fuzz/corpus/$target"
    # The times of this shell's children are those of the fuzzer alone.
    ( nice "${fuzz[@]}" run -s none --no-trace-compares "$target" "$found/$target" "fuzz/corpus/$target" "${own[@]}" -- \
        -dict=fuzz/rules.dict -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -max_total_time="$seconds" "${after[@]}" > "$log" 2>&1; status=$?; times > "$times"; exit $status ) || outcome=FINDING
    local runs processor
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    processor=$(tail -1 "$times" | tr 'ms' '  ' | awk '{ printf "%.0f", 60 * $1 + $2 + 60 * $3 + $4 }')
    printf '%s\t%s\t%s\t%s\t%s\n' "$(date -u +%Y-%m-%dT%H:%MZ)" "$target" "${runs:-0}" "$processor" "$outcome" | tee -a "$table"
    if [ "$outcome" = FINDING ]; then
        echo "$target: see $log" >&2
        grep -E 'panicked|Test unit written|ERROR' "$log" >&2 || tail -5 "$log" >&2
        return 1
    fi
}

# Built once before, so that no time of a compiler counts.
for target in "${targets[@]}"; do nice "${fuzz[@]}" build -s none --no-trace-compares "$target"; done

status=0
for target in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do
        wait -n || status=1
    done
    [ $status = 0 ] || break
    run "$target" &
done
while [ -n "$(jobs -rp)" ]; do wait -n || status=1; done
wait || status=1

# All runs of each target together.
awk -F'\t' 'NR > 1 { runs[$2] += $3; time[$2] += $4 }
    END { for (target in runs) printf "%-10s %12d runs %10.1f CPU minutes\n", target, runs[target], time[target] / 60 }' "$table" | sort
exit $status
