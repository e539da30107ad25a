/**
 * Predictions beside Slurm's own: users whose jobs run for a part of what they ask, rounds of queues on a real Slurm, and of each waiting job
 * the start that `qw live predict` and `squeue --start` foretell, against the start that it had, and how far what a cycle of backfill
 * would plan (`backfilled`) is from what `squeue --start` says at the same instant; after ± the standard error, by
 * rounds. As root, with the packages of the lab test (CONTRIBUTING.md); after `npm run build`.
 *
 *     node bench/live-predict.mjs [--seed 1] [--past 4] [--rounds 8]
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtLab, ROOT } from './lib/slurm-lab.mjs'
import { standardError } from './lib/standard-error.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    past: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '8' },
  },
})
/** Jobs of a round, the seconds that a user's jobs run, and the minutes that they ask for. */
const JOBS = 40
const USERS = [
  ['games', 'physics', 6, [1, 2]],
  ['man', 'physics', 12, [2, 3]],
  ['news', 'chem', 9, [1, 4]],
  ['mail', 'theory', 15, [1, 1]],
]
/** Milliseconds from a round's jobs to the first question, as Slurm plans those that wait in its next cycle, and between two questions. */
const FIRST = 7000
const EVERY = 15_000
/** Seconds by which a start may be out of its interval to count as next to it. */
const GRACE = 1
/** How it is foretold. */
const WAYS = [
  ['--policy', 'easy'],
  ['--policy', 'easy', '--hindsight', '0'],
  ['--policy', 'slurm:multifactor', '--site', 'CONF'],
]
const SIZES = [8, 16, 16, 32, 32, 64]
const SCHEDULING = `SchedulerParameters=bf_interval=5,bf_resolution=1,sched_interval=5,batch_sched_delay=1
PriorityWeightAge=3000
PartitionName=large Nodes=n[1-16] Default=YES MaxTime=UNLIMITED State=UP`

const { slurmLab, Random } = await builtLab()
const say = (text) => process.stderr.write(`${text}\n`)
const random = new Random(Number(values.seed))
const any = (from) => from[random.below(from.length)]
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]

say('starting a Slurm')
const lab = await slurmLab(SCHEDULING)
const env = { ...process.env, ...lab.env }
const submit = () => {
  const [user, account, seconds, minutes] = any(USERS)
  const runs = Math.round(seconds * (0.7 + 0.6 * random.uniform()))
  return lab.submit(user, ['-A', account, '-n', `${any(SIZES)}`, '-t', `${any(minutes)}`], `sleep ${runs}`)
}
const isAny = (states) => lab.ask('squeue', '-h', '-t', states).trim() !== ''
const drained = async () => {
  while (isAny('PENDING,RUNNING,COMPLETING')) await sleep(1000)
}
/** Unix times. */
const startOf = (job) => Number(/ StartTime=(\d+)/.exec(lab.ask('scontrol', '-o', 'show', 'job', job))?.[1])

try {
  say('a past')
  for (let round = 0; round < Number(values.past); round++) {
    for (let k = 0; k < JOBS; k++) submit()
    await drained()
  }
  const main = join(ROOT, 'dist', 'apps', 'cli', 'main.js')
  const foretold = (words) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [main, 'live', 'predict', '--partition', 'large', '--json', ...words],
      { env, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  }
  /** Errors of each way, widths of its intervals, in how many cases a job came before its interval, and in or next to it, and in which rounds it held. */
  const ways = WAYS.map((words) => ({ words, errors: [], widths: [], early: 0, nearly: 0, rounds: [] }))
  const errors = { slurm: [], limits: [] }
  const agreement = { asked: 0, both: [], one: 0 }
  for (let round = 0; round < Number(values.rounds); round++) {
    say(`round ${round + 1}`)
    for (let k = 0; k < JOBS; k++) submit()
    const told = []
    await sleep(FIRST)
    // As long as somebody waits: it is over all such instants that intervals are to hold.
    while (isAny('PENDING')) {
      const next = sleep(EVERY)
      for (const [way, { words }] of ways.entries())
        told.push({ way, ...foretold(words.map((word) => word.replace('CONF', env.SLURM_CONF))) })
      await next
    }
    await drained()
    const rounds = ways.map(() => ({ jobs: 0, counted: 0 }))
    ways.forEach((way, k) => {
      way.rounds.push(rounds[k])
    })
    for (const { way, jobs, at: asked } of told) {
      const held = rounds[way]
      for (const { job, median: middle, early, late, planned, slurm, backfilled } of jobs) {
        if (way === ways.length - 1) {
          agreement.asked++
          if (slurm !== null && backfilled !== null) agreement.both.push(Math.abs(slurm - backfilled))
          else if (slurm !== backfilled) agreement.one++
        }
        if (slurm === null) continue
        // Slurm tells the second in which it fell; in the mean that was half over.
        const truth = Math.max(0, startOf(job) + 0.5 - asked)
        ways[way].errors.push(Math.abs(middle - truth))
        ways[way].widths.push(late - early)
        held.jobs++
        if (truth >= early && truth <= late) held.counted++
        else if (truth < early) ways[way].early++
        if (truth >= early - GRACE && truth <= late + GRACE) ways[way].nearly++
        if (way > 0) continue
        errors.slurm.push(Math.abs(slurm - truth))
        errors.limits.push(Math.abs(planned - truth))
      }
    }
  }
  process.stdout.write(
    `${errors.slurm.length} waiting jobs that Slurm had a start for, seed ${values.seed}\n`,
  )
  const { asked, both, one } = agreement
  const near = both.filter((difference) => difference <= 60).length
  process.stdout.write(
    `${asked} jobs under slurm:multifactor: ${both.length} given a start by both, median difference ${median(both).toFixed(1)} s, at most a minute in ${near}; ${one} by one alone\n`,
  )
  for (const [name, all] of Object.entries(errors))
    process.stdout.write(`median error, ${name}: ${median(all).toFixed(1)} s\n`)
  const percent = (share) => (100 * share).toFixed(1)
  for (const { words, errors: all, widths, early, nearly, rounds } of ways) {
    const inside = rounds.reduce((sum, { counted }) => sum + counted, 0) / all.length
    const width = widths.reduce((sum, each) => sum + each, 0) / all.length
    process.stdout.write(
      `${words.join(' ')}: median error ${median(all).toFixed(1)} s, within the interval ${percent(inside)} ± ${percent(standardError(rounds))} %, before it ${percent(early / all.length)} %, within it or ${GRACE} s beside it ${percent(nearly / all.length)} %, mean width ${width.toFixed(1)} s\n`,
    )
  }
} finally {
  await lab.remove()
}
