/** The searches of `thesis-front`: the published plan, and ours with as many schedules. */
import { QueuewrightError } from '../../../core/errors.js'
import { stageOf } from '../../../evaluation/scenario.js'
import {
  type FrontPlan,
  type FrontRequest,
  type FrontSpec,
  frontJson,
  prepareFront,
  USUAL_LARGE_JOBS,
} from '../../../front/index.js'
import { PLANS } from '../../../front/plans/index.js'
import type { Dataset } from '../../../trace/dataset.js'
import type { Trace } from '../../../trace/trace.js'
import type { PartSpec } from '../composition.js'
import type { PreparedStudy, RunStudyOptions } from '../study.js'
import { preparedLog, SCALED_TO, scaleFactor, type ThesisLog } from '../thesis-logs.js'

/** The log of table 7.1. */
export const LOG: ThesisLog = 'CTC'

export const PART_NAMES: Readonly<Record<FrontPlan, string>> = {
  published: 'published plan',
  own: 'own plan',
}

export function prepareFronts(traces: ReadonlyMap<string, Trace>, options: RunStudyOptions): PreparedStudy {
  const { budget, scaled, seed, version } = options
  const raw = traces.get(LOG)
  if (raw === undefined) throw new TypeError(`thesis-front is of ${LOG}`)
  const { log, dataset } = preparedLog(LOG, raw, options)
  const spec = (plan: FrontPlan, evaluations: number | null): FrontSpec => {
    const request: FrontRequest = {
      name: LOG,
      scenario: log.scenario,
      objectives: null,
      plan,
      evaluations,
      large: USUAL_LARGE_JOBS,
      seed,
      compare: [],
      version,
    }
    return prepareFront(request, dataset)
  }
  const whole = spec('published', null)
  const most = schedulesOf(whole, dataset)
  const published =
    budget === 1 ? whole : withinBudget(() => spec('published', Math.round(budget * most)), budget, most)
  const schedules = schedulesOf(published, dataset)
  const part = (each: FrontSpec): PartSpec => ({
    name: PART_NAMES[each.plan],
    kind: 'front',
    spec: frontJson(each),
    weight: 1,
  })
  return {
    parts: [part(published), part(spec('own', schedules))],
    datasets: new Map([[dataset.digest, dataset]]),
    furtherTotal: 0,
    remarks: [
      `schedules: ${schedules} by the published plan, at least as many by ours`,
      scaled
        ? `published and ours are of the log scaled to ${SCALED_TO} processors, by ${scaleFactor(LOG)}`
        : `published figures are of the log scaled to ${SCALED_TO} processors, ours of the log as it is (--scaled scales it)`,
    ],
  }
}

/** Schedules of a plan that knows its end. */
function schedulesOf(spec: FrontSpec, dataset: Dataset): number {
  const { jobs } = stageOf(spec.scenario, dataset)
  return PLANS[spec.plan](spec, jobs).reduce((sum, { share }) => sum + share, 0)
}

/** Names the budget where there are too few schedules for the plan. */
function withinBudget(make: () => FrontSpec, budget: number, whole: number): FrontSpec {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.detail.field !== '--evaluations') throw error
    throw error.with({
      field: '--budget',
      value: budget,
      expected: `${error.detail.expected} of ${whole} schedules`,
      remedy: 'Give more',
    })
  }
}
