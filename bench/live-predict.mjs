/**
 * Predictions beside Slurm's own: users whose jobs run for a part of what they ask, a queue on a real Slurm, and of each waiting job
 * the start that `qw live predict` and `squeue --start` foretell, against the start that it had. As root, with the packages of the
 * lab test (CONTRIBUTING.md); after `npm run build`.
 *
 *     node bench/live-predict.mjs [--seed 1] [--rounds 3]
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtLab, ROOT } from './lib/slurm-lab.mjs'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '3' } },
})
/** Jobs of a round, the seconds that a user's jobs run, and the minutes that they ask for. */
const JOBS = 40
const USERS = [
  ['games', 'physics', 6, [1, 2]],
  ['man', 'physics', 12, [2, 3]],
  ['news', 'chem', 9, [1, 4]],
  ['mail', 'theory', 15, [1, 1]],
]
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
const drained = async () => {
  while (lab.ask('squeue', '-h', '-t', 'PENDING,RUNNING,COMPLETING').trim() !== '') await sleep(1000)
}
/** Unix times. */
const startOf = (job) => Number(/ StartTime=(\d+)/.exec(lab.ask('scontrol', '-o', 'show', 'job', job))?.[1])

try {
  say('a past')
  for (let k = 0; k < JOBS; k++) submit()
  await drained()
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
  /** Errors of each way, and in how many cases its interval held. */
  const ways = WAYS.map((words) => ({ words, errors: [], inside: 0, early: 0 }))
  const errors = { slurm: [], limits: [] }
  for (let round = 0; round < Number(values.rounds); round++) {
    say(`round ${round + 1}`)
    for (let k = 0; k < JOBS; k++) submit()
    // Slurm plans those that wait in its next cycle.
    await sleep(7000)
    const told = ways.map(({ words }) => foretold(words.map((word) => word.replace('CONF', env.SLURM_CONF))))
    await drained()
    told.forEach(({ jobs, at: asked }, way) => {
      for (const { job, median: middle, early, late, planned, slurm } of jobs) {
        if (slurm === null) continue
        const truth = startOf(job) - asked
        ways[way].errors.push(Math.abs(middle - truth))
        // Both clocks count whole seconds.
        if (truth >= early - 1 && truth <= late + 1) ways[way].inside++
        else if (truth < early) ways[way].early++
        if (way > 0) continue
        errors.slurm.push(Math.abs(slurm - truth))
        errors.limits.push(Math.abs(planned - truth))
      }
    })
  }
  process.stdout.write(
    `${errors.slurm.length} waiting jobs that Slurm had a start for, seed ${values.seed}\n`,
  )
  for (const [name, all] of Object.entries(errors))
    process.stdout.write(`median error, ${name}: ${median(all).toFixed(1)} s\n`)
  for (const { words, errors: all, inside, early } of ways)
    process.stdout.write(
      `${words.join(' ')}: median error ${median(all).toFixed(1)} s, within the interval ${((100 * inside) / all.length).toFixed(1)} %, before it ${((100 * early) / all.length).toFixed(1)} %\n`,
    )
} finally {
  await lab.remove()
}
