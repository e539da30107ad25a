/**
 * The table of docs/calibrate.md on real logs: for each log the grade, the mean wait and its 95 % quantile, as recorded and as
 * simulated on one pool under EASY and on the site that `qw calibrate` finds. Of a log the newest 10,000 jobs; of one that is refused
 * why. Needs a build.
 *   node scripts/calibrated.mjs LOG… >table.md
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../dist/apps/cli/main.js', import.meta.url))
const JOBS = ['--last', '10000']
const POOL = ['--policy', 'easy']

/** What a command prints, or the line by which it refuses. */
function qw(...given) {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 }
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...given, '--json'], options)
  if (status === 0) return { result: JSON.parse(stdout) }
  // Without the file's place and the remedy.
  const line = stderr.split('\n').find((each) => each.startsWith('queuewright:')) ?? stderr.trim()
  return { refusal: line.replace(/^queuewright: (\S+: )?/, '').replace(/ \(.*$/, '') }
}
const hours = (seconds) => (seconds / 3600).toFixed(1)

const folder = mkdtempSync(join(tmpdir(), 'calibrated-'))
const logs = process.argv.slice(2)
try {
  process.stdout.write(
    '| log | jobs | grade: pool, site | mean wait: recorded, pool, site (h) | p95 wait (h) | explained | found |\n|---|---|---|---|---|---|---|\n',
  )
  for (const log of logs) {
    const site = join(folder, 'site.json')
    const name = basename(log).replace(/\.swf(\.gz)?$/, '')
    const { result: found, refusal } = qw('calibrate', log, ...JOBS, '--out', site)
    if (found === undefined) {
      process.stdout.write(`| ${name} | – | – | – | – | – | ${refusal} |\n`)
      continue
    }
    const simulated = (...how) =>
      qw('simulate', log, ...JOBS, '--oversize', 'drop', ...how).result?.recorded?.agreement
    const before = simulated(...POOL)
    const after = simulated('--site', site)
    const three = (measure) =>
      [before?.[measure].recorded, before?.[measure].simulated, after?.[measure].simulated]
        .map((value) => (value === undefined ? '–' : hours(value)))
        .join(', ')
    const { order, algorithm } = found.answer
    const [limits, partitions] = [found.answer.limits ?? [], found.answer.partitions ?? []]
    const rule = order === null ? 'no rule' : `${algorithm ?? 'any algorithm'}:${order}`
    const cells = [
      name,
      found.jobs.toLocaleString('en'),
      `${before?.grade ?? '–'}, ${after?.grade ?? '–'}`,
      three('meanWait'),
      three('p95Wait'),
      `${Math.round(100 * found.explained)} %`,
      [
        rule,
        ...(partitions.length > 1 ? [`${partitions.length} partitions`] : []),
        ...limits.map(({ kind, value }) => `${kind} ${value}`),
      ].join('; '),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
