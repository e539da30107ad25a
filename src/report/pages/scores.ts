/** Fitted and judged score functions. */

import {
  type Cell,
  type Exhibit,
  exhibit,
  type Fact,
  facts,
  numbers,
  section,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, NO_VALUE, plural } from '../../core/format.js'
import type { Estimate } from '../../core/inference/index.js'
import type { ScoreFit } from '../../learn/score/regression/fit-result.js'
import type { RankedFunction } from '../../learn/score/regression/rank.js'
import type { RankedBy } from '../../learn/score/settings.js'

/** Most characters of a function in a table. */
const LONGEST = 120

const RANKED_BY: Readonly<Record<RankedBy, string>> = {
  error: 'error, mean |f − score| on these rows',
  'held-out': 'error on held-out tuples',
  order: 'rank correlation with the scores of held-out tuples',
}

/** @param best the policy of the first function */
export function fitPage(fit: ScoreFit, best: string): Exhibit {
  const { functions, rows, tuples, folds, undetermined, rankedBy } = fit
  const told: Fact[] = [
    ['distribution', `${plural(rows, 'row')} of ${plural(tuples, 'tuple')}`],
    ['family', familyText(fit)],
    ['minimised', fit.weights === 'rn' ? 'squares of r·n·(f − score)' : 'squares of f − score'],
    ['ranked by', RANKED_BY[rankedBy]],
    [
      'held out',
      folds === 0 ? 'nothing, as there are too few tuples' : `each of ${folds} parts of the tuples in turn`,
    ],
  ]
  if (undetermined.length > 0) {
    const [{ form, term }] = undetermined
    const what = `${plural(undetermined.length, 'form')} without coefficients of its own`
    told.push(['left out', `${what}: in ${form} the others determine ${term}`])
  }
  return exhibit('Fitted score functions', '', [
    section(
      'The fit',
      facts([...told, ['best', best]]),
      table(
        'The best functions; intervals of 95 %',
        [...words('', 'function'), ...numbers('error', 'held out', 'rank correlation')],
        functions.map(({ rank, symbols, meanAbsoluteError, heldOut }) => [
          String(rank),
          shortened(symbols),
          meanAbsoluteError.toFixed(7),
          estimateCell(heldOut?.error, 5),
          estimateCell(heldOut?.correlation, 3),
        ]),
      ),
    ),
  ])
}

/** Judged functions, best first. */
export function judgementPage(judgements: readonly RankedFunction[]): Exhibit {
  return exhibit('Score functions beside each other', '', [
    section(
      'By their rank correlation with the scores',
      table(
        'Intervals of 95 %; errors of functions that are scaled to these rows, or as they were fitted',
        [...words('', 'function'), ...numbers('rank correlation', 'error'), ...words('')],
        judgements.map(({ rank, name, correlation, meanAbsoluteError, calibration }) => [
          String(rank),
          shortened(name),
          estimateCell(correlation, 3),
          meanAbsoluteError?.toFixed(7) ?? NO_VALUE,
          meanAbsoluteError === null ? '' : calibration === null ? 'as fitted' : 'scaled to these rows',
        ]),
      ),
    ),
  ])
}

function familyText({ family, degree, written, distinct }: ScoreFit): string {
  const candidates =
    written === distinct
      ? plural(written, 'form')
      : `${formatCount(distinct)} different functions of ${formatCount(written)}`
  return `${family}${family === 'polynomial' ? ` up to degree ${degree}` : ''}, ${candidates}`
}

function estimateCell(estimate: Estimate | undefined, decimals: number): Cell {
  if (estimate === undefined || Number.isNaN(estimate.value)) return NO_VALUE
  const { value, interval } = estimate
  const text = (each: number) => each.toFixed(decimals).replace('-', '−')
  if (interval === null) return text(value)
  return { text: text(value), below: `${text(interval.low)} to ${text(interval.high)}` }
}

function shortened(text: string): string {
  const signs = [...text]
  return signs.length <= LONGEST ? text : `${signs.slice(0, LONGEST - 1).join('')}…`
}
