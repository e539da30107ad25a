/** What the workbench's pages draw in a real browser while somebody drags, until when the first can be used, and what they weigh. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH, BUILD } from './build.mjs'
import { repeatLog } from './repeat-log.mjs'
import { askTask, median, printTable, rounded } from './report.mjs'
import { browserPath, PROGRAM } from './workbench.mjs'
import { xorshift } from './xorshift.mjs'

const SEED = 1
const POINTS = 14_000
const FIRST_JOBS = 30_000
const MANY_JOBS = 300_000
/** Share of intervals that are no longer than what is told as theirs at most. */
const MOST = 0.95

/** The thread of a page's process that simulates, and the one that draws, as Chromium calls them. */
const SIMULATING = 'DedicatedWorker'
const DRAWING = 'chromium'

/** Words that serve a log over and over, as long as wanted. */
function repeated({ log, processors }, jobs) {
  const path = join(BUILD, `${jobs}.swf`)
  repeatLog(log, path, jobs)
  return [path, '--machine', `${processors}`]
}

/**
 * A folder of runs with one of a front of `POINTS` schedules: those of a small search, and others that chance puts between every
 * two of them.
 */
function madeFront() {
  const runs = join(BUILD, 'runs')
  rmSync(runs, { recursive: true, force: true })
  mkdirSync(runs)
  const words = [
    'front',
    '--first',
    '500',
    '--evaluations',
    '60',
    '--seed',
    `${SEED}`,
    '--run',
    join(runs, 'front'),
  ]
  const done = spawnSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
  const file = join(runs, 'front', 'front.json')
  const front = JSON.parse(readFileSync(file, 'utf8'))
  const random = xorshift(SEED)
  const { points: found } = front
  const among = () => found[Math.floor(random() * found.length)]
  const points = Array.from({ length: POINTS }, (_, evaluation) => {
    const [one, other] = [among(), among()]
    const values = one.values.map((value, k) => {
      const share = random()
      return value * share + other.values[k] * (1 - share)
    })
    return { ...one, evaluation: evaluation + 1, values }
  })
  writeFileSync(file, JSON.stringify({ ...front, points }))
  return runs
}

/** Bytes of all that the pages load, compressed. */
function clientBytes() {
  const folder = join(BENCH, '..', 'dist', 'web')
  const packed = readdirSync(folder).filter((name) => name.endsWith('.gz'))
  return packed.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
}

export const drawing = {
  async measure({ workloads, rounds, say }) {
    if (browserPath() === null) {
      say('no Chromium here: what pages draw is left out (apt-get install chromium)')
      return null
    }
    const bundled = spawnSync(process.execPath, [join(BENCH, '..', 'scripts', 'bundle-web.mjs')], {
      encoding: 'utf8',
    })
    if (bundled.status !== 0) throw new Error(bundled.stderr)
    const kth = workloads.find(({ name }) => name === 'KTH') ?? workloads[0]
    const first = repeated(kth, FIRST_JOBS)
    const sources = [
      { page: 'first', of: `${FIRST_JOBS} jobs`, words: first },
      {
        page: 'try',
        of: kth.log === null ? `${FIRST_JOBS} jobs` : kth.name,
        words: kth.log === null ? first : [kth.log],
      },
      { page: 'compare', of: `${MANY_JOBS} jobs`, words: repeated(kth, MANY_JOBS) },
      { page: 'prefer', of: `${POINTS} schedules, 21 panels`, words: ['--runs', madeFront()] },
    ]
    const rows = sources.map(({ page, of, words }) => {
      const answers = Array.from({ length: rounds }, () => askTask('drawing', page, ...words))
      const all = (key) => answers.flatMap((answer) => answer[key] ?? [])
      const [frames, updates] = [all('frames'), all('updates')]
      const spent = (thread) =>
        answers.reduce((sum, { threads }) => sum + (threads?.[thread] ?? Number.NaN), 0)
      const middle = (values) => (values.length === 0 ? null : median(values))
      return {
        ...{ page, of },
        firstMs: median(answers.map((answer) => answer.first)),
        frameMs: middle(frames),
        frameMostMs: quantile(frames, MOST),
        updateMs: middle(updates),
        updateMostMs: quantile(updates, MOST),
        simulatingMs: updates.length === 0 ? null : spent(SIMULATING) / updates.length,
        drawingMs: frames.length === 0 ? null : spent(DRAWING) / frames.length,
      }
    })
    return { rows, clientBytes: clientBytes() }
  },
  print(answer) {
    if (answer === null) return
    const { rows, clientBytes } = answer
    printTable(
      `Pages of the workbench in Chromium, while somebody drags (medians; processor time of threads; ${Math.round(clientBytes / 1000)} kB to load)`,
      [
        'page',
        'of',
        'first usable ms',
        'frame ms',
        '95 %',
        'update ms',
        '95 %',
        'simulating an update',
        'drawing a frame',
      ],
      rows.map((row) => [
        row.page,
        row.of,
        Math.round(row.firstMs),
        ...[
          row.frameMs,
          row.frameMostMs,
          row.updateMs,
          row.updateMostMs,
          row.simulatingMs,
          row.drawingMs,
        ].map((ms) => rounded(ms)),
      ]),
    )
  },
}
