/** The searches of `thesis-front`: the published plan, and ours with as many schedules. */
import { type FrontPlan, type FrontSpec, frontJson } from '../../../front/index.js'
import type { Trace } from '../../../trace/trace.js'
import type { PartSpec } from '../composition.js'
import { frontSpecFor, publishedFront, schedulesOf } from '../published-front.js'
import { chosenMethods, type PreparedStudy, type RunStudyOptions } from '../study.js'
import { preparedLog, SCALED_TO, scaleFactor, type ThesisLog } from '../thesis-logs.js'

/** The log of table 7.1. */
export const LOG: ThesisLog = 'CTC'

export const PART_NAMES: Readonly<Record<FrontPlan, string>> = {
  published: 'published plan',
  own: 'own plan',
  'random-starts': 'NSGA from random starts',
}
/** As `--methods` takes them. */
export const METHODS = Object.keys(PART_NAMES) as readonly FrontPlan[]

/** Schedules of NSGA from random starts: of one generation, and of the published 100. */
const LEAST_RANDOM = 90
const MOST_RANDOM = 6030

export function prepareFronts(traces: ReadonlyMap<string, Trace>, options: RunStudyOptions): PreparedStudy {
  const { scaled } = options
  const raw = traces.get(LOG)
  if (raw === undefined) throw new TypeError(`thesis-front is of ${LOG}`)
  const { log, dataset } = preparedLog(LOG, raw, options)
  const published = publishedFront(log, dataset, options)
  const schedules = schedulesOf(published, dataset)
  const specs: Readonly<Record<FrontPlan, () => FrontSpec>> = {
    published: () => published,
    own: () => frontSpecFor(log, dataset, options, { plan: 'own', evaluations: schedules }),
    'random-starts': () =>
      frontSpecFor(log, dataset, options, {
        plan: 'random-starts',
        evaluations: Math.max(LEAST_RANDOM, Math.round(options.budget * MOST_RANDOM)),
      }),
  }
  const part = (plan: FrontPlan): PartSpec => ({
    name: PART_NAMES[plan],
    kind: 'front',
    spec: frontJson(specs[plan]()),
    weight: 1,
  })
  return {
    parts: chosenMethods(METHODS, options).map(part),
    datasets: new Map([[dataset.digest, dataset]]),
    furtherTotal: 0,
    remarks: [
      `schedules: ${schedules} by the published plan; by ours, where it is among the methods, at least as many`,
      scaled
        ? `published and ours are of the log scaled to ${SCALED_TO} processors, by ${scaleFactor(LOG)}`
        : `published figures are of the log scaled to ${SCALED_TO} processors, ours of the log as it is (--scaled scales it)`,
    ],
  }
}
