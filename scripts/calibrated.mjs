/**
 * The table of docs/calibrate.md on real logs: for each log the grade, the mean wait and its 95 % quantile, as recorded and as
 * simulated on one pool under EASY and on the site that `qw calibrate` finds. Of a log the newest 10,000 jobs. Needs a build.
 *   node scripts/calibrated.mjs LOG… >table.md
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../dist/apps/cli/main.js', import.meta.url))
const JOBS = ['--last', '10000']
const POOL = ['--policy', 'easy']

const qw = (...given) =>
  JSON.parse(
    execFileSync(process.execPath, [COMMAND, ...given, '--json'], { encoding: 'utf8', maxBuffer: 2 ** 28 }),
  )
const hours = (seconds) => (seconds / 3600).toFixed(1)

const folder = mkdtempSync(join(tmpdir(), 'calibrated-'))
const logs = process.argv.slice(2)
try {
  process.stdout.write(
    '| log | jobs | grade: pool, site | mean wait: recorded, pool, site (h) | p95 wait (h) | explained | found |\n|---|---|---|---|---|---|---|\n',
  )
  for (const log of logs) {
    const site = join(folder, 'site.json')
    const found = qw('calibrate', log, ...JOBS, '--out', site)
    const simulated = (...how) => {
      try {
        return qw('simulate', log, ...JOBS, '--oversize', 'drop', ...how).recorded.agreement
      } catch {
        return null
      }
    }
    const before = simulated(...POOL)
    const after = simulated('--site', site)
    const three = (name) =>
      [before?.[name].recorded, before?.[name].simulated, after?.[name].simulated]
        .map((value) => (value === undefined ? '–' : hours(value)))
        .join(', ')
    const { order, algorithm, limits, partitions } = found.answer
    const rule = order === null ? 'no rule' : `${algorithm ?? 'any algorithm'}:${order}`
    const cells = [
      basename(log).replace(/\.swf(\.gz)?$/, ''),
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
