# Sourced by run.sh and test.sh: brings a checkout to where its commands can run, doing only what is missing.
# Needs Node 20 or newer and npm; asks for nothing else of the system.

fail() { printf '%s\n' "$*" >&2; exit 2; }

command -v node >/dev/null || fail 'Node.js is missing: install Node 20 or newer (Debian: apt-get install nodejs npm).'
command -v npm >/dev/null || fail 'npm is missing: install it (Debian: apt-get install npm).'
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
  fail "Node $(node --version) is too old: Queuewright needs Node 20 or newer."

install_packages() {
  # npm leaves a copy of the lock file it installed from; a newer one of ours means that it must install again.
  if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    printf 'Installing packages …\n' >&2
    npm ci --no-audit --no-fund --loglevel=error >&2 || fail 'npm ci failed; its message stands above.'
    touch node_modules/.package-lock.json
  fi
}

build() {
  if [ ! -f dist/.built ] || [ -n "$(find src scripts/bundle.mjs scripts/bundle-web.mjs tsconfig.json tsconfig.build.json package.json -newer dist/.built -print -quit)" ]; then
    printf 'Building …\n' >&2
    npm run --silent clean && npm run --silent build || fail 'The build failed; its message stands above.'
    touch dist/.built
  fi
}
