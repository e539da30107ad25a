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

# A check takes what processor time the tests leave, and shows its output whole when it is over.
check() {
  local title=$1 output=$outputs/${#titles[@]} status=0
  shift
  nice "$@" >"$output" 2>&1 || status=$?
  { step "$title"; cat "$output"; } >"$output.shown"
  cat "$output.shown"
  return "$status"
}
begin() {
  check "$@" &
  jobs+=($!)
  titles+=("$1")
}

begin 'API docs' npm run --silent docs
begin 'Types' npm run --silent typecheck
begin 'Lint and format' npm run --silent lint
step 'Build'
build

step 'Tests'
failed=()
npm run --silent test -- "$@" || failed+=('Tests')
for k in "${!jobs[@]}"; do
  wait "${jobs[k]}" || failed+=("${titles[k]}")
done
[ ${#failed[@]} -eq 0 ] || fail "$(printf 'failed: %s\n' "${failed[@]}")"
