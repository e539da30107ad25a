/** Facts of a strategy beside what it does, in words: what it was learnt for and from, or fitted to. Pure. */
import { formatCount, formatNumber, NO_VALUE, plural } from '../../core/format.js'
import { visible } from '../../core/visible.js'
import type { Evidence, Fitted, FittedEstimate, StrategyArtefact } from '../../strategy/index.js'

/** Label and value. */
export function knownFacts({
  evidence,
  fitted,
}: Pick<StrategyArtefact, 'evidence' | 'fitted'>): readonly (readonly [string, string])[] {
  return [...(evidence === null ? [] : evidenceFacts(evidence)), ...(fitted ? fittedFacts(fitted) : [])]
}

function evidenceFacts({ objective, constraints, method, evaluations, score, traces }: Evidence) {
  const logs = traces.map(({ name, train, jobs }) =>
    train === jobs ? name : `${name} (the first ${formatCount(train)} of ${plural(jobs, 'job')})`,
  )
  return [
    ['learnt for', [objective, ...constraints].join(', ')],
    ['learnt on', logs.join(', ') || 'no log'],
    ['learnt by', `${method}, ${plural(evaluations, 'candidate')}`],
    ['score', formatNumber(score)],
  ] as const
}

/** Digits of a digest; as many as tell distributions apart. */
const DIGITS = 12

function fittedFacts({ method, settings, distribution, functions, heldOut, ...errors }: Fitted) {
  const { digest, rows, tuples } = distribution
  const chosen = Object.entries(settings).map(([key, value]) => `${key} ${value}`)
  const facts = [
    [
      'fitted to',
      `${plural(rows, 'score')} of ${plural(tuples, 'tuple')}, digest ${digest.slice(0, DIGITS)}`,
    ],
    ['fitted by', `${method} (${chosen.join(', ')}), the best of ${plural(functions, 'function')}`],
    [
      'error',
      `mean ${figures(errors.meanAbsoluteError)}, sum of weighted squares ${formatNumber(errors.weightedError)}`,
    ],
  ]
  if (heldOut !== null) {
    const { folds, error, correlation } = heldOut
    facts.push(
      [`error on held-out tuples (${folds} parts)`, estimateText(error)],
      ['rank correlation there', estimateText(correlation)],
    )
  }
  return facts.map(([label, value]) => [label, visible(value)] as const)
}

function estimateText({ value, low, high }: FittedEstimate): string {
  if (value === null) return NO_VALUE
  return low === null || high === null
    ? figures(value)
    : `${figures(value)}, 95 % interval ${figures(low)} to ${figures(high)}`
}

/** Three of them: scores are small numbers. */
function figures(value: number): string {
  return String(Number(value.toPrecision(3))).replace('-', '−')
}
