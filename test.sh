#!/usr/bin/env bash
# Passes all tests, set-up included: formatting and lint, types, build, API docs, tests.
# Says which tests were left out for want of a system package or of data, and why; under CI=true that is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/setup.sh
install_packages

# What does not need one another runs side by side. Each one's output is shown whole, in the order of the calls.
outputs=$(mktemp -d)
titles=()
jobs=()
trap 'kill "${jobs[@]}" 2>/dev/null || true; rm -rf "$outputs"' EXIT
check() {
  "${@:2}" >"$outputs/${#titles[@]}" 2>&1 &
  jobs+=($!)
  titles+=("$1")
}
step() { printf '\n== %s\n' "$*"; }

check 'API docs' npm run --silent docs
check 'Build' build
check 'Types' npm run --silent typecheck
check 'Lint and format' npm run --silent lint
failed=()
for k in "${!titles[@]}"; do
  wait "${jobs[k]}" || failed+=("${titles[k]}")
  step "${titles[k]}"
  cat "$outputs/$k"
done
[ ${#failed[@]} -eq 0 ] || fail "$(printf 'failed: %s\n' "${failed[@]}")"

step 'Tests'
npm run --silent test -- "$@"
