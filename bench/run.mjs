/**
 * `npm run bench [-- --json] [--large] [--only kernel,reading,queue,growth,exponents,crowds,orders,generate,trials,rules,search,engines] [--rounds N]`
 *
 * Every figure is the median over fresh processes, contenders by turns; inside a process some runs to warm up come
 * first. The twin is a plain C++17 kernel of the same meaning (twin/easy.cpp): equal checksums of the start times
 * are required before any ratio is printed. Without g++ there is no twin, without job logs made workloads stand in;
 * either is said.
 */
import { parseArgs } from 'node:util'
import { BENCHES } from './lib/benches.mjs'
import { buildSources, buildTwin } from './lib/build.mjs'
import { prepareWorkloads } from './lib/workloads.mjs'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(BENCHES).join(',') },
    rounds: { type: 'string', default: '5' },
  },
})
const chosen = values.only.split(',')
const unknown = chosen.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}\n`)
  process.exit(2)
}

const say = (text) => process.stderr.write(`${text}\n`)
say('compiling')
buildSources()
const twin = buildTwin()
if (twin === null) say('no g++ here: the C++ twin is left out (apt-get install g++)')
const { workloads, missing } = await prepareWorkloads()
if (missing.length > 0) {
  const instead = workloads.some(({ log }) => log !== null) ? 'they are left out' : 'made workloads stand in'
  say(`job logs not found: ${missing.join(', ')}; ${instead} (QUEUEWRIGHT_TRACES names their folder)`)
}

const settings = { workloads, twin, rounds: Number(values.rounds), large: values.large, say }
const results = {}
for (const name of chosen) {
  say(name)
  const { measure, print } = BENCHES[name]
  results[name] = await measure(settings)
  if (!values.json) print(results[name])
}
if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
