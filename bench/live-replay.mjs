/**
 * How true predictions of starts are on replays of real logs: each log is simulated under each policy, and at instants of its last two
 * thirds at which somebody waits all waiting jobs are foretold as `qw live predict --log LOG --at …` does, against the starts that they
 * had; only that the futures of an instant are the hindsight of later ones, which have less of a history in the command, and fewer
 * futures. Beside it what Slurm's backfill would tell in the same state, which gives no start to jobs beyond its bounds. A row of
 * docs/live.md each; after ± the standard error, by runs of instants.
 *
 *     node bench/live-replay.mjs LOG … [--policies easy,fcfs] [--instants 500] [--futures 60] [--hindsight 30] [--seed 1] [--site FILE]
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildModule } from './lib/build.mjs'
import { standardError } from './lib/standard-error.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    policies: { type: 'string', default: 'easy' },
    instants: { type: 'string', default: '500' },
    futures: { type: 'string', default: '60' },
    hindsight: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    site: { type: 'string' },
  },
})
const DAY = 86_400
const HISTORY = 90 * DAY

const module = await buildModule('bench', 'lib', 'live-replay.ts')
const { replayedForecasts } = await import(pathToFileURL(module).href)
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
const minutes = (errors) => (errors.length === 0 ? '–' : `${(median(errors) / 60).toFixed(1)} min`)
const percent = (part, all) => `${((100 * part) / all).toFixed(1)} %`
process.stdout.write(
  '| log | policy | jobs | instants | within | early | late | mean width | median error | by limits | given a start by Slurm | median error of these | by Slurm |\n',
)
for (const file of positionals)
  for (const policy of values.policies.split(',')) {
    const begun = process.cpuUsage()
    const found = await replayedForecasts(file, policy, {
      ...{ instants: Number(values.instants), futures: Number(values.futures) },
      ...{ hindsight: Number(values.hindsight), history: HISTORY, seed: Number(values.seed) },
      ...(values.site !== undefined && { site: values.site }),
    })
    const { user, system } = process.cpuUsage(begun)
    const all = found.flat()
    const isWithin = ({ truth, early, late }) => truth >= early - 1 && truth <= late + 1
    const error = standardError(
      found.map((each) => ({ jobs: each.length, counted: each.filter(isWithin).length })),
    )
    const width = all.reduce((sum, { early, late }) => sum + late - early, 0) / all.length
    const errors = all.map(({ truth, median: middle }) => Math.abs(truth - middle))
    const plans = all.map(({ truth, planned }) => Math.abs(truth - planned))
    const given = all.filter(({ backfilled }) => backfilled !== null)
    const count = (test) => percent(all.filter(test).length, all.length)
    const cells = [
      ...[file.split('/').at(-1).split('-').slice(0, 2).join('-'), policy, all.length],
      ...[found.length, `${count(isWithin)} ± ${(100 * error).toFixed(1)}`],
      ...[count(({ truth, early }) => truth < early - 1), count(({ truth, late }) => truth > late + 1)],
      ...[
        `${(width / 3600).toFixed(1)} h`,
        minutes(errors),
        minutes(plans),
        percent(given.length, all.length),
      ],
      minutes(given.map(({ truth, median: middle }) => Math.abs(truth - middle))),
      minutes(given.map(({ truth, backfilled }) => Math.abs(truth - backfilled))),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
    process.stderr.write(`${policy}: ${((user + system) / 1e6).toFixed(0)} s of a processor\n`)
  }
