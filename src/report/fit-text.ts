/** What is printed of fitted and of judged score functions. Pure: strings out. */

import { formatCount, NO_VALUE, plural } from '../core/format.js'
import type { Estimate } from '../core/inference/index.js'
import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import type { RankedBy } from '../learn/score/regression/families.js'
import type { ScoreFit } from '../learn/score/regression/fit-result.js'
import type { Judgement } from '../learn/score/regression/rank.js'
import { factsTable, GAP } from './table.js'
import { displayWidth, type TerminalStyle } from './terminal.js'
import { inWidth, plainColumn, type TextColumn } from './text-columns.js'

/** Columns of a function, where the terminal is narrow. */
const NARROWEST = 24
/** Most characters of a function in a table. */
const LONGEST = 120

const RANKED_BY: Readonly<Record<RankedBy, string>> = {
  error: 'error, mean |f − score| on these rows',
  'held-out': 'error on held-out tuples',
  order: 'rank correlation with the scores of held-out tuples',
}

/** Facts of a fit, and its functions, best first. */
export function fitText(fit: ScoreFit, style: TerminalStyle): string {
  const { functions, rows, tuples, folds, undetermined, rankedBy } = fit
  const facts: (readonly [string, string])[] = [
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
    facts.push(['left out', `${what}: in ${form} the others determine ${term}`])
  }
  const columns = [
    plainColumn(
      'error',
      'right',
      functions.map(({ meanAbsoluteError }) => meanAbsoluteError.toFixed(7)),
    ),
    plainColumn(
      'held out, 95 %',
      'right',
      functions.map(({ heldOut }) => estimateText(heldOut?.error, 5)),
    ),
    plainColumn(
      'rank correlation, 95 %',
      'right',
      functions.map(({ heldOut }) => estimateText(heldOut?.correlation, 3)),
    ),
  ]
  const left = functionWidth(
    functions.map(({ rank }) => String(rank)),
    columns,
    style,
  )
  const forms = functions.map(({ symbols }) => byTerms(symbols, left))
  const table = inWidth(
    '',
    functions.map(({ rank }) => String(rank)),
    [plainColumn('function', 'left', forms), ...columns],
    style,
  )
  return `${factsTable(facts)}\n\n${table}`
}

function familyText({ family, degree, written, distinct }: ScoreFit): string {
  const candidates =
    written === distinct
      ? plural(written, 'form')
      : `${formatCount(distinct)} different functions of ${formatCount(written)}`
  return `${family}${family === 'polynomial' ? ` up to degree ${degree}` : ''}, ${candidates}`
}

/** Judged functions, best first. */
export function judgementText(judgements: readonly Judgement[], style: TerminalStyle): string {
  const columns = [
    plainColumn(
      'rank correlation, 95 %',
      'right',
      judgements.map(({ correlation }) => estimateText(correlation, 3)),
    ),
    plainColumn(
      'error',
      'right',
      judgements.map(({ meanAbsoluteError }) => meanAbsoluteError?.toFixed(7) ?? NO_VALUE),
    ),
    plainColumn(
      '',
      'left',
      judgements.map(({ meanAbsoluteError, calibration }) =>
        meanAbsoluteError === null ? '' : calibration === null ? 'as fitted' : 'scaled to these rows',
      ),
    ),
  ]
  const ranks = judgements.map(({ rank }) => String(rank))
  const left = functionWidth(ranks, columns, style)
  const names = judgements.map(({ name }) => byTerms(visible(name), left))
  return inWidth('', ranks, [plainColumn('function', 'left', names), ...columns], style)
}

function estimateText(estimate: Estimate | undefined, decimals: number): string {
  if (estimate === undefined || Number.isNaN(estimate.value)) return NO_VALUE
  const { value, interval } = estimate
  const text = (each: number) => each.toFixed(decimals).replace('-', '−')
  return interval === null ? text(value) : `${text(value)}  ${text(interval.low)} to ${text(interval.high)}`
}

/** Columns that the functions may take, so that all others stand beside them. */
function functionWidth(
  ranks: readonly string[],
  columns: readonly TextColumn[],
  { width }: TerminalStyle,
): number {
  const others = columns.reduce((sum, column) => sum + GAP + column.width, 0)
  return Math.max(NARROWEST, width - largestOf(ranks.map(displayWidth)) - GAP - others)
}

/** A sum in lines, broken between its terms where it does not fit, and ended by `…` where it is very long. */
function byTerms(text: string, width: number): string {
  const signs = [...text]
  const whole = signs.length <= LONGEST ? text : `${signs.slice(0, LONGEST - 1).join('')}…`
  const lines: string[] = []
  for (const term of whole.split(/ (?=[+−-] )/)) {
    const last = lines.at(-1)
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(term) <= width) {
      lines[lines.length - 1] = `${last} ${term}`
    } else lines.push(term)
  }
  return lines.join('\n')
}
