/** Searches for a front of a study's log: as studies ask for one, and by the published plan within a share of its schedules. */
import { QueuewrightError } from '../../core/errors.js'
import { stageOf } from '../../evaluation/scenarios/scenario.js'
import type { LearntLog } from '../../evaluation/searches/final-measurement.js'
import {
  type FrontPlan,
  type FrontRequest,
  type FrontSpec,
  prepareFront,
  USUAL_LARGE_JOBS,
} from '../../front/index.js'
import { PLANS } from '../../front/plans/index.js'
import type { Dataset } from '../../trace/dataset.js'
import type { RunStudyOptions } from './study.js'

/** A search on a log, as studies ask for one: the usual objectives, and no policies beside the usual ones but `compare`. */
export function frontSpecFor(
  { name, scenario }: Pick<LearntLog, 'name' | 'scenario'>,
  dataset: Dataset,
  { seed, version }: Pick<RunStudyOptions, 'seed' | 'version'>,
  asked: Pick<FrontRequest, 'plan' | 'evaluations'> & Partial<Pick<FrontRequest, 'compare'>>,
): FrontSpec {
  const request: FrontRequest = {
    ...{ name, scenario, objectives: null, large: USUAL_LARGE_JOBS, seed, version },
    ...{ compare: [], ...asked },
  }
  return prepareFront(request, dataset)
}

/** @throws QueuewrightError `usage` for a budget in which the plan has no room for a generation */
export function publishedFront(
  log: Pick<LearntLog, 'name' | 'scenario'>,
  dataset: Dataset,
  options: Pick<RunStudyOptions, 'seed' | 'version' | 'budget'>,
): FrontSpec {
  const { budget } = options
  const plan: FrontPlan = 'published'
  const whole = frontSpecFor(log, dataset, options, { plan, evaluations: null })
  if (budget === 1) return whole
  const most = schedulesOf(whole, dataset)
  try {
    return frontSpecFor(log, dataset, options, { plan, evaluations: Math.round(budget * most) })
  } catch (error) {
    // Names the budget where there are too few schedules for the plan.
    if (!(error instanceof QueuewrightError) || error.detail.field !== '--evaluations') throw error
    throw error.with({
      field: '--budget',
      value: budget,
      expected: `${error.detail.expected} of ${most} schedules`,
      remedy: 'Give more',
    })
  }
}

/** Schedules of a plan that knows its end. */
export function schedulesOf(spec: FrontSpec, dataset: Dataset): number {
  const { jobs } = stageOf(spec.scenario, dataset)
  return PLANS[spec.plan](spec, jobs).reduce((sum, { share }) => sum + share, 0)
}
