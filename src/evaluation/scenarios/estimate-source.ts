/**
 * Sources of estimates, which a scheduler takes for run times, as text: `user` (the requested times), `actual`,
 * `predicted:NAME` (a predictor of workload/predictions), or a model of estimates in place of the log's: `factor:F`,
 * `uniform:f`, `tsafrir`.
 */
import { QueuewrightError } from '../../core/errors.js'
import type { Predictor } from '../../sim/prediction.js'
import type { Preparation } from '../../sim/prepare.js'
import type { EstimateModel } from '../../workload/estimates/index.js'
import { PREDICTORS } from '../../workload/predictions/index.js'

export interface EstimateSource {
  /** In place of the log's estimates; null: those of the log. */
  readonly model: EstimateModel | null
  readonly predictor: Predictor | null
  readonly estimates: Preparation['estimates']
}

/** Whether another seed gives other estimates. */
export function isDrawn({ model }: EstimateSource): boolean {
  if (model === null || model.kind === 'factor') return false
  return model.kind !== 'uniform' || model.f > 0
}

const PREDICTED = 'predicted:'
const USER: EstimateSource = { model: null, predictor: null, estimates: 'user' }

/** The sources without a parameter. */
export const ESTIMATE_SOURCES: readonly string[] = [
  'user',
  'actual',
  ...PREDICTORS.map(({ name }) => `${PREDICTED}${name}`),
]

/** As a list in messages and help. */
export const ESTIMATE_SOURCE_LIST = ESTIMATE_SOURCES.join(', ')

/** @throws QueuewrightError `usage` */
export function parseEstimateSource(text: string): EstimateSource {
  if (text === 'user') return USER
  if (text === 'actual') return { ...USER, estimates: 'actual' }
  if (text === 'tsafrir') return { ...USER, model: { kind: 'tsafrir' } }
  const predictor = PREDICTORS.find(({ name }) => text === `${PREDICTED}${name}`)
  if (predictor !== undefined) return { ...USER, predictor }
  const [kind, number = ''] = text.split(':')
  const value = number.trim() === '' ? Number.NaN : Number(number)
  if (kind === 'factor' && value >= 1) return { ...USER, model: { kind, factor: value } }
  if (kind === 'uniform' && value >= 0) return { ...USER, model: { kind, f: value } }
  throw new QueuewrightError('usage', 'unknown estimates', {
    field: 'estimates',
    value: text,
    expected: `${ESTIMATE_SOURCE_LIST}, tsafrir, factor:F with F ≥ 1, or uniform:f with f ≥ 0`,
  })
}

/**
 * A source that needs no model: the only ones that grids take, whose jobs are one workload of several sites.
 * @throws QueuewrightError `usage`
 */
export function parsePlainEstimates(text: string): EstimateSource {
  if (ESTIMATE_SOURCES.includes(text)) return parseEstimateSource(text)
  const modelled = /^(tsafrir|factor|uniform|beta)(:|$)/.test(text)
  throw new QueuewrightError(
    'usage',
    modelled ? 'a grid does not take estimates of a model' : 'unknown estimates',
    {
      field: 'estimates',
      value: text,
      expected: `one of ${ESTIMATE_SOURCE_LIST}`,
      ...(modelled && { remedy: 'Write such estimates into the log, by qw estimates apply' }),
    },
  )
}
