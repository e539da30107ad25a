#!/usr/bin/env bash
# Passes all tests, set-up included: formatting and lint, types, build, API docs, tests.
# Says which tests were left out for want of a system package or of data, and why; under CI=true that is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/setup.sh
install_packages

outputs=$(mktemp -d)
titles=()
jobs=()
trap 'kill "${jobs[@]}" 2>/dev/null || true; rm -rf "$outputs"' EXIT
step() { printf '\n== %s\n' "$*"; }

# What is begun shows its output whole when it is over.
check() {
  local title=$1 output=$outputs/${#titles[@]} status=0
  shift
  "$@" >"$output" 2>&1 || status=$?
  { step "$title"; cat "$output"; } >"$output.shown"
  cat "$output.shown"
  return "$status"
}
begin() {
  check "$@" &
  jobs+=($!)
  titles+=("$1")
}

# Checks take what processor time the tests leave.
begin 'API docs' nice npm run --silent docs
begin 'Types' nice npm run --silent typecheck
begin 'Lint and format' nice npm run --silent lint
step 'Build'
build

step 'Tests'
failed=()
if [ $# -eq 0 ]; then
  # It waits for clocks alone, for four minutes: beside the others it keeps none of them waiting.
  slurm=test/system/slurm-lab.test.ts
  begin 'Tests of a live Slurm' npm run --silent test -- "$slurm"
  set -- --exclude "$slurm"
fi
npm run --silent test -- "$@" || failed+=('Tests')
for k in "${!jobs[@]}"; do
  wait "${jobs[k]}" || failed+=("${titles[k]}")
done
[ ${#failed[@]} -eq 0 ] || fail "$(printf 'failed: %s\n' "${failed[@]}")"
