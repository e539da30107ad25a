/**
 * `npm run bench`; `npm run bench -- --help` lists the options.
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

const names = Object.keys(BENCHES)
const HELP = `npm run bench [-- OPTIONS]

  --only LIST   of ${names.join(', ')} (default: all)
  --rounds N    fresh processes of each contender, 1 to 1000 (default: 5)
  --large       with the cases that take minutes
  --json        print JSON
`
const refuse = (what) => {
  process.stderr.write(`bench: ${what}. npm run bench -- --help lists the options\n`)
  process.exit(2)
}

function options() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        large: { type: 'boolean', default: false },
        only: { type: 'string', default: names.join(',') },
        rounds: { type: 'string', default: '5' },
      },
    }).values
  } catch (error) {
    return refuse(error.message.split('. ')[0])
  }
}

const values = options()
if (values.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
const chosen = values.only.split(',')
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) refuse(`no benchmark ${unknown.join(', ')}`)
if (!/^[1-9]\d{0,2}$|^1000$/.test(values.rounds))
  refuse(`--rounds ${values.rounds} is no number from 1 to 1000`)

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
