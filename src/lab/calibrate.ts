/** `qw calibrate`: the site that wrote a log, as a document, and how well it explains the recorded starts. */
import {
  type Answer,
  answerOf,
  type Calibration,
  calibrate,
  OBSERVED_FIELDS,
  observedOf,
  siteOf,
} from '../calibrate/index.js'
import { QueuewrightError } from '../core/errors.js'
import type { Json } from '../core/json.js'
import { SITE_DOCUMENT } from '../sim/facility/index.js'
import { type LogOptions, readLog } from './log.js'
import type { Ports } from './ports.js'

/** Jobs whose waits have to be known. */
const LEAST_JOBS = 100

export interface Calibrated {
  readonly log: string
  readonly calibration: Calibration
  readonly answer: Answer
  /** A site document. */
  readonly site: Json
}

/** @throws QueuewrightError `field-missing` for a log without waits */
export async function calibrateLog(
  path: string | undefined,
  options: LogOptions,
  ports: Ports,
): Promise<Calibrated> {
  const { trace, file } = await readLog(path, options, OBSERVED_FIELDS, ports)
  const observed = observedOf(trace)
  if (observed.length < LEAST_JOBS || !observed.start.some((at, row) => at > observed.submit[row])) {
    throw new QueuewrightError('input-document', 'the log does not say how long its jobs waited', {
      file,
      field: 'wait',
      value: `${observed.length} jobs`,
      expected: `${LEAST_JOBS} jobs with a recorded wait, of which some waited`,
      remedy: 'Import the log with its starts: qw import sacct does.',
    })
  }
  const parts = ports.parts('calibrating')
  try {
    const calibration = await ports.blocking(() => calibrate(observed, { observe: parts.observe }))
    const site = SITE_DOCUMENT.encode(siteOf(calibration, `as ${trace.name} shows it`))
    return { log: trace.name, calibration, answer: answerOf(calibration), site }
  } finally {
    parts.stop()
  }
}

/** The document as a text, by the ending of a file's name. */
export async function siteText({ site }: Calibrated, out: string): Promise<string> {
  if (/\.json(\.gz)?$/i.test(out)) return `${JSON.stringify(site, null, 2)}\n`
  const { writeYaml } = await import('../study/factorial/index.js')
  return writeYaml(site)
}

/** The calibration for other programs. */
export function calibrationJson({ log, calibration, answer, site }: Calibrated) {
  const { clock, structure, verdict, unexplained, observed } = calibration
  return {
    log,
    answer,
    explained: 1 - Math.min(1, unexplained),
    jobs: observed.length,
    missing: observed.missing,
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
