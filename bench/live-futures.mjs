/**
 * The time that futures of a long queue take: of a made log the first instant at which so many jobs wait under EASY, and from then on
 * futures under each policy as `qw live predict` makes them, without hindsight. Each figure is the median over fresh processes, by turns, from the opening
 * of the engine to the last forecast: wall-clock and processor time. Numbers of threads have to foretell the same. The seed is 1.
 * After `npm run build`, whose worker the threads are.
 *
 *     node bench/live-futures.mjs [--policies easy:saf,slurm:fcfs] [--waiting 1000] [--futures 200] [--workers 1,2] [--rounds 5]
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { BUILD, buildModule } from './lib/build.mjs'

const SELF = fileURLToPath(import.meta.url)
const QW = fileURLToPath(new URL('../dist/apps/cli/main.js', import.meta.url))
const LOG = join(BUILD, 'live-futures.swf.gz')

/** One measurement, in a process of its own. */
async function once([policy, waiting, futures, workers]) {
  const { timedFutures } = await import(pathToFileURL(join(BUILD, 'live-futures.ts.mjs')).href)
  const options = { waiting: Number(waiting), futures: Number(futures), workers: Number(workers) }
  const { told, ...times } = await timedFutures(LOG, policy, options)
  const digest = createHash('sha256').update(JSON.stringify(told)).digest('hex')
  process.stdout.write(JSON.stringify({ ...times, digest }))
}

function run(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

async function compared({ policies, waiting, futures, workers, rounds }) {
  mkdirSync(BUILD, { recursive: true })
  await buildModule('bench', 'lib', 'live-futures.ts')
  const plain = join(BUILD, 'live-futures-plain.swf.gz')
  const workload = ['--machine', '1024', '--jobs', '9000', '--load', '2', '--users', '100', '--seed', '1']
  run(QW, 'generate', 'lublin', ...workload, '-o', plain)
  run(QW, 'estimates', 'apply', plain, '--model', 'tsafrir', '--seed', '1', '-o', LOG)
  process.stdout.write(
    '| policy | waiting | jobs known | threads | wall-clock | processor time |\n|---|---|---|---|---|---|\n',
  )
  const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
  const seconds = (all) => `${(median(all) / 1000).toFixed(2)} s`
  for (const policy of policies.split(',')) {
    const counts = workers.split(',')
    const found = counts.map(() => [])
    for (let round = 0; round < Number(rounds); round++)
      for (const [k, count] of counts.entries())
        found[k].push(JSON.parse(run(SELF, '--once', policy, waiting, futures, count)))
    if (new Set(found.flat().map(({ digest }) => digest)).size > 1)
      throw new Error(`${policy}: not the same with other threads`)
    for (const [k, times] of found.entries()) {
      const [first] = times
      const cells = [policy, first.waiting, first.past, counts[k]]
      cells.push(seconds(times.map(({ wall }) => wall)), seconds(times.map(({ processor }) => processor)))
      process.stdout.write(`| ${cells.join(' | ')} |\n`)
    }
  }
}

if (process.argv[2] === '--once') await once(process.argv.slice(3))
else {
  const { values } = parseArgs({
    options: {
      policies: { type: 'string', default: 'easy:saf,slurm:fcfs' },
      waiting: { type: 'string', default: '1000' },
      futures: { type: 'string', default: '200' },
      workers: { type: 'string', default: '1,2' },
      rounds: { type: 'string', default: '5' },
    },
  })
  await compared(values)
}
