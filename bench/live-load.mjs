/**
 * A steerer on a real Slurm with thousands of waiting jobs: in what time a job that comes has its factor, by the log of slurmctld,
 * and how long slurmctld takes to answer, and to think, with a steerer and without. As root, with the packages of the lab test
 * (CONTRIBUTING.md); after `npm run build`.
 *
 *     node bench/live-load.mjs [--jobs 5000] [--seconds 40] [--every 1] [--json]
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtLab, ROOT } from './lib/slurm-lab.mjs'

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '40' },
    every: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const [jobs, seconds, every] = [values.jobs, values.seconds, values.every].map(Number)
/** Writes a second, and the largest factor. */
const RATE = 200
const SHIFT = 100_000
/** Seconds between jobs that come. */
const APART = 2
const SCHEDULING = `PriorityWeightAge=1000
PriorityCalcPeriod=5
SchedulerParameters=bf_interval=30
MaxJobCount=20000
PartitionName=large Nodes=n[1-16] Default=YES MaxTime=UNLIMITED State=UP`

const { slurmLab, USERS } = await builtLab()

const say = (text) => process.stderr.write(`${text}\n`)
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
const percentile95 = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)]

say('starting a Slurm')
const lab = await slurmLab(SCHEDULING)
const env = { ...process.env, ...lab.env }
const log = () => readFileSync(join(lab.folder, 'log', 'slurmctld.log'), 'utf8')
const controller = Number(readFileSync(join(lab.folder, 'run', 'slurmctld.pid'), 'utf8'))
/** Processor seconds of slurmctld so far. */
const thought = () => {
  const fields = readFileSync(`/proc/${controller}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Asks slurmctld once a second, while jobs come. */
async function watched(name) {
  say(`watching ${name}`)
  const times = { 'scontrol ping': [], squeue: [], sdiag: [] }
  const begun = Date.now()
  const from = thought()
  for (let k = 0; Date.now() - begun < seconds * 1000; k++) {
    if (k % APART === 0)
      lab.submit('games', ['-p', 'large', '-N', '16', '-t', `${10 + ((k * 37) % 500)}`], 'true')
    for (const [command, taken] of Object.entries(times)) {
      const asked = process.hrtime.bigint()
      const { status } = spawnSync(command.split(' ')[0], command.split(' ').slice(1), {
        env,
        maxBuffer: 2 ** 28,
      })
      if (status === 0) taken.push(Number(process.hrtime.bigint() - asked) / 1e6)
    }
    await sleep(Math.max(0, begun + (k + 1) * 1000 - Date.now()))
  }
  const share = (thought() - from) / ((Date.now() - begun) / 1000)
  const answers = Object.fromEntries(
    Object.entries(times).map(([command, taken]) => [command, [median(taken), percentile95(taken)]]),
  )
  return { name, answers, share }
}

/** Milliseconds of a line's own time. */
const instant = (text) => Date.parse(`${text}Z`)

/** Seconds from the submission of each job to its first factor. */
function reactions(text) {
  const submitted = new Map()
  const found = []
  const lines =
    /^\[([\dT:.-]+)\] (?:_slurm_rpc_submit_batch_job: JobId=(\d+)|.*setting AdinPrioFactor to \d+ for JobId=(\d+))/gm
  for (const [, time, came, written] of text.matchAll(lines)) {
    if (came !== undefined) submitted.set(came, instant(time))
    else if (submitted.has(written)) {
      found.push((instant(time) - submitted.get(written)) / 1000)
      submitted.delete(written)
    }
  }
  return { found, without: submitted.size }
}

const ended = (child) =>
  child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null

try {
  lab.submit('games', ['-p', 'large', '-N', '16', '--exclusive', '-t', '2-0'], 'sleep 100000')
  say(`submitting ${jobs} jobs`)
  const loop = `for k in $(seq ${jobs}); do sbatch -Q -D '${lab.folder}/jobs' -o /dev/null -p large -N 16 -t $((10 + k * 7919 % 1000)) --wrap true; done`
  // Not by spawnSync: slurmctld's log goes through this process, and slurmctld waits for whoever reads it.
  const words = [`--reuid=${USERS.games}`, '--clear-groups', 'sh', '-c', loop]
  const filled = spawn('setpriv', words, { env, stdio: 'ignore' })
  if ((await ended(filled)) !== 0) throw new Error('the queue cannot be filled')
  const phases = [await watched('without')]
  const state = join(lab.folder, 'live')
  const steering = [
    'live',
    'steer',
    '--policy',
    'easy:spt',
    '--partition',
    'large',
    '--max-shift',
    `${SHIFT}`,
  ]
  const options = ['--rate', `${RATE}`, '--every', `${every}`, '--state', state, '--json']
  const main = join(ROOT, 'dist', 'apps', 'cli', 'main.js')
  const steerer = spawn(process.execPath, [main, ...steering, ...options], { env })
  let told = ''
  steerer.stdout.on('data', (text) => {
    told += text
  })
  steerer.stderr.on('data', (text) => process.stderr.write(text))
  phases.push(await watched('while all are written to'))
  for (let patience = 300; !/"wrote".*"open":0/.test(told) && patience > 0; patience--) await sleep(1000)
  const before = log().length
  phases.push(await watched('steered'))
  await sleep(3000)
  steerer.kill('SIGTERM')
  await ended(steerer)
  const { found, without } = reactions(log().slice(before))
  const reset = spawn(process.execPath, [main, 'live', 'reset', '--state', state], { env, stdio: 'ignore' })
  if ((await ended(reset)) !== 0) throw new Error('factors are left')
  phases.push(await watched('without, again'))
  const reaction = {
    jobs: found.length,
    without,
    median: median(found),
    most: found.toSorted((a, b) => a - b).at(-1),
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ jobs, every, phases, reaction })}\n`)
  else {
    process.stdout.write(`${jobs} waiting jobs, --every ${every}s\n`)
    process.stdout.write(
      '                           scontrol ping        squeue         sdiag   (ms, median and 95 %), slurmctld\n',
    )
    for (const { name, answers, share } of phases) {
      const cells = Object.values(answers).map((pair) =>
        pair.map((ms) => ms.toFixed(0).padStart(6)).join(' '),
      )
      process.stdout.write(
        `${name.padEnd(26)} ${cells.join('  ')}   ${(100 * share).toFixed(0)} % of a processor\n`,
      )
    }
    process.stdout.write(
      `reaction: median ${reaction.median.toFixed(2)} s, longest ${reaction.most.toFixed(2)} s, of ${reaction.jobs} jobs; ${without} needed no factor\n`,
    )
  }
} finally {
  await lab.remove()
}
