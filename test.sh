#!/usr/bin/env bash
# Passes all tests, set-up included: formatting and lint, types, build, API docs, tests.
# Says which tests were left out for want of a system package or of data, and why; under CI=true that is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/setup.sh
install_packages
step() { printf '\n== %s\n' "$*"; }
step 'Lint and format' && npm run --silent lint
step 'Types' && npm run --silent typecheck
step 'Build' && build
step 'API docs' && npm run --silent docs
step 'Tests' && npm run --silent test -- "$@"
