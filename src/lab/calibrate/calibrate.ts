/** `qw calibrate`: the site that wrote a log, as a document, and how well it explains the recorded starts. */
import {
  type Answer,
  answerOf,
  type Calibration,
  calibratedSite,
  calibrating,
  machineOf,
  OBSERVED_FIELDS,
  type Observed,
  observedOf,
  poolOf,
} from '../../calibrate/index.js'
import { QueuewrightError } from '../../core/errors.js'
import { formatCount, plural } from '../../core/format.js'
import type { Json } from '../../core/json.js'
import { SITE_DOCUMENT } from '../../sim/facility/index.js'
import { filterTrace } from '../../trace/index.js'
import { type LogOptions, type LogSource, readLog } from '../inputs/log.js'
import type { Ports } from '../ports.js'
import { checkedSite, LOOKED_AT, type SiteCheck, saysMore } from './check.js'

/** Jobs whose waits have to be known. */
const LEAST_JOBS = 100

/** The newest jobs, so many, are looked at of a longer log, as sites change. */
const MOST_JOBS = 25_000
/** The part of the work that finds the machine, and the one after which the site is checked. */
const MACHINE = 0.2
const FOUND = 0.6

export interface Calibrated {
  readonly log: string
  /** Jobs of the log, of which the newest may be all that was looked at. */
  readonly all: number
  readonly calibration: Calibration
  readonly answer: Answer
  /** Null where there is nothing to check: nothing but a pool was found, or the work was ended early. */
  readonly check: SiteCheck | null
  /** A site document: of one pool where the check says that this explains more. */
  readonly site: Json
}

/** @throws QueuewrightError `field-missing` for a log without waits */
export async function calibrateLog(
  source: LogSource,
  options: LogOptions,
  ports: Ports,
): Promise<Calibrated> {
  const log = typeof source === 'object' ? source : await readLog(source, options, OBSERVED_FIELDS, ports)
  const { trace: whole, file } = log
  const all = whole.jobs.length
  const chosen = options.first !== undefined || options.last !== undefined
  const trace = chosen || all <= MOST_JOBS ? whole : filterTrace(whole, { last: MOST_JOBS })
  if (trace !== whole) {
    ports.note(
      `the newest ${formatCount(MOST_JOBS)} of ${formatCount(all)} jobs are looked at; --last or --first say which others`,
    )
  }
  const observed = observedOf(trace)
  if (observed.length < LEAST_JOBS || !observed.start.some((at, row) => at > observed.submit[row])) {
    const what =
      observed.length === 0
        ? 'the log does not say how long its jobs waited'
        : observed.length < LEAST_JOBS
          ? 'the log says of too few jobs how long they waited'
          : 'no job of the log waited, so that no rule of its site shows'
    throw new QueuewrightError('input-document', what, {
      file,
      field: 'wait',
      value: plural(observed.length, 'job'),
      expected: `${LEAST_JOBS} jobs with a recorded wait, of which some waited`,
      remedy:
        'Import a longer or busier log with its starts: qw import sacct does. The jobs of a model never ran, so that no site is in them.',
    })
  }
  const parts = ports.parts('calibrating')
  try {
    const calibration = await found(observed, ports, (done) => parts.observe(FOUND * done))
    const name = `as ${trace.name} shows it`
    const pool = poolOf(calibration, name)
    const older = Math.floor(LOOKED_AT * trace.jobs.length)
    const earlier = observedOf(filterTrace(trace, { first: older }))
    const check =
      saysMore(calibration) && earlier.length >= LEAST_JOBS
        ? await checkedSite(
            { ...log, trace },
            await found(earlier, ports, (done) => parts.observe(FOUND + (1 - FOUND) * done)),
            pool,
          )
        : null
    const site = SITE_DOCUMENT.encode(check?.holds === false ? pool : calibratedSite(calibration, name))
    return { log: trace.name, all, calibration, answer: answerOf(calibration), check, site }
  } finally {
    parts.stop()
  }
}

/** @param observe is told what part of the work is done */
async function found(
  observed: Observed,
  ports: Ports,
  observe: (done: number) => void,
): Promise<Calibration> {
  const seen = await ports.blocking(() => machineOf(observed, (done) => observe(MACHINE * done)))
  return ports.interruptible(async (signal) => {
    const work = calibrating(seen)
    for (;;) {
      // Lets a signal come.
      await new Promise((resolve) => setTimeout(resolve))
      const step = work.next(signal.aborted)
      if (step.done === true) return step.value
      observe(MACHINE + (1 - MACHINE) * step.value)
    }
  })
}

/** The document as a text, by the ending of a file's name. */
export async function siteText({ site }: Calibrated, out: string): Promise<string> {
  if (/\.json(\.gz)?$/i.test(out)) return `${JSON.stringify(site, null, 2)}\n`
  const { writeYaml } = await import('../../study/factorial/index.js')
  return writeYaml(site)
}

/** The calibration for other programs. */
export function calibrationJson({ log, all, calibration, answer, check, site }: Calibrated) {
  const { clock, structure, verdict, unexplained, observed, complete } = calibration
  return {
    log,
    answer,
    complete,
    explained: 1 - Math.min(1, unexplained),
    jobs: observed.length,
    missing: observed.missing,
    ofLog: all,
    check,
    clock,
    waitForNothing: { before: structure.before, after: structure.after },
    rules: verdict.tried.map(({ rule, daily: _, ...rest }) => ({
      order: rule.name,
      algorithm: rule.algorithm,
      ...(rule.algorithm === 'cons' && { compress: rule.compress }),
      ...rest,
      equal: verdict.equal.some((each) => each.rule === rule),
    })),
    site,
  }
}
