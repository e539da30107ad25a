#!/usr/bin/env bash
# The main job, set-up included: compare the standard policies on a job log and write a report.
#   ./run.sh                     on a small workload made on the spot
#   ./run.sh LOG [options]       on a log of yours (Standard Workload Format, plain or gzip)
# Or the workbench in the browser:
#   ./run.sh serve [LOG…] [options]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
origin=$PWD
cd "$here"
. scripts/setup.sh
install_packages
build
cd "$origin"
if [ "${1:-}" = serve ]; then
  printf 'Open the address below in a browser; Ctrl-C ends the workbench.\n' >&2
  exec node "$here/dist/apps/cli/main.js" "$@"
fi
exec node "$here/dist/apps/cli/main.js" compare --report queuewright-report.html "$@"
