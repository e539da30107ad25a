/**
 * What does not explain the FCFS cell of SDSC-Blue in table 4 of the SC 2017 paper, 299.83 (docs/published.md, sc17-table4):
 * jobs left out by class, sizes and run times read otherwise, a smaller machine, the first jobs, any one job of the two
 * windows that the median is made of. `node scripts/sdsc-blue.mjs SDSC-BLUE-2000-4.2-cln.swf.gz`; nothing is drawn.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const [file] = process.argv.slice(2)
if (file === undefined)
  throw new Error('name the log: node scripts/sdsc-blue.mjs SDSC-BLUE-2000-4.2-cln.swf.gz')
const PUBLISHED = 299.83
const MACHINE = 1152
const DAYS = 15 * 86_400
const LEAD = 16
const WINDOWS = 10
/** More than the ten windows have. */
const MOST = 45_000

/** Fields of SWF, from 0. */
const [SUBMIT, RUN, ALLOCATED, CPU, REQUESTED, LIMIT] = [1, 3, 4, 5, 7, 8]
const CLASSES = { status: 10, user: 11, group: 12, executable: 13, queue: 14, partition: 15, size: REQUESTED }
const rows = gunzipSync(readFileSync(file))
  .toString()
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith(';'))
  .slice(0, MOST)
  .map((line) => line.trim().split(/\s+/).map(Number))

const usualRun = (row) => row[RUN]
/** Submit, run time and size of the jobs that have both. */
function jobsOf(from, size = REQUESTED, run = usualRun) {
  const other = size === REQUESTED ? ALLOCATED : REQUESTED
  return from
    .map((row) => [row[SUBMIT], run(row), row[size] > 0 ? row[size] : row[other]])
    .filter(([, runtime, processors]) => runtime > 0 && processors > 0)
}

/** Mean bounded slowdown of a window under FCFS, without its first jobs. */
function slowdown(jobs, machine) {
  let [free, now, sum] = [machine, 0, 0]
  const running = []
  for (const [k, [submit, runtime, size]] of jobs.entries()) {
    if (size > machine) return Number.NaN
    now = Math.max(now, submit)
    while (running.length > 0 && (running.at(-1)[0] <= now || free < size)) {
      const [end, freed] = running.pop()
      now = Math.max(now, end)
      free += freed
    }
    free -= size
    const end = now + runtime
    let [low, high] = [0, running.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (running[middle][0] > end) low = middle + 1
      else high = middle
    }
    running.splice(low, 0, [end, size])
    if (k >= LEAD) sum += Math.max(1, (end - submit) / Math.max(runtime, 10))
  }
  return sum / (jobs.length - LEAD)
}

function windowsOf(jobs) {
  const found = []
  for (let from = 0; found.length < WINDOWS && from < jobs.length; ) {
    let to = Math.min(jobs.length, from + LEAD)
    while (to < jobs.length && jobs[to][0] <= jobs[from][0] + DAYS) to++
    if (to - from > LEAD) found.push(jobs.slice(from, to))
    from = to
  }
  return found
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[WINDOWS / 2 - 1] + sorted[WINDOWS / 2]) / 2
}

const tried = []
const attempt = (name, jobs, machine = MACHINE) => {
  tried.push([median(windowsOf(jobs).map((window) => slowdown(window, machine))), name])
}
const whole = jobsOf(rows)
attempt('as it is', whole)
for (const [name, field] of Object.entries(CLASSES)) {
  for (const value of new Set(rows.map((row) => row[field]))) {
    for (const size of [ALLOCATED, REQUESTED]) {
      attempt(
        `without ${name} ${value}`,
        jobsOf(
          rows.filter((row) => row[field] !== value),
          size,
        ),
      )
    }
  }
}
for (const size of [ALLOCATED, REQUESTED]) {
  attempt(
    'processor time for run time',
    jobsOf(rows, size, (row) => row[CPU]),
  )
  attempt(
    'limit for run time',
    jobsOf(rows, size, (row) => row[LIMIT]),
  )
  for (const unit of [2, 4, 8, 16]) {
    attempt(
      `sizes rounded up to ${unit}`,
      jobsOf(rows, size).map(([s, r, p]) => [s, r, unit * Math.ceil(p / unit)]),
    )
  }
  for (const least of [2, 5, 10, 30, 60, 300, 600, 3600]) {
    attempt(
      `run times from ${least} s`,
      jobsOf(
        rows.filter((row) => row[RUN] >= least),
        size,
      ),
    )
  }
}
for (let first = 1; first <= 60; first++) attempt(`without the first ${first}`, whole.slice(first))
for (const machine of [1151, 1144, 1136]) {
  attempt(
    `${machine} processors`,
    whole.filter(([, , size]) => size <= machine),
    machine,
  )
}
const [[own], ...others] = tried
const near = others.toSorted((a, b) => Math.abs(a[0] - PUBLISHED) - Math.abs(b[0] - PUBLISHED))
const say = (line) => process.stdout.write(`${line}\n`)
say(`published ${PUBLISHED}, ours ${own.toFixed(2)}; ${others.length} other readings, nearest:`)
for (const [value, name] of near.slice(0, 3)) say(`  ${value.toFixed(2)}  ${name}`)

const windows = windowsOf(whole)
const values = windows.map((window) => slowdown(window, MACHINE))
const middle = values.toSorted((a, b) => a - b).slice(WINDOWS / 2 - 1, WINDOWS / 2 + 1)
for (const [k, window] of windows.entries()) {
  if (!middle.includes(values[k])) continue
  let [least, most] = [values[k], values[k]]
  for (const left of window.keys()) {
    const value = slowdown(window.toSpliced(left, 1), MACHINE)
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  say(
    `window ${k + 1}: ${values[k].toFixed(2)}; with any one of its ${window.length} jobs left out ${least.toFixed(2)} to ${most.toFixed(2)}`,
  )
}
