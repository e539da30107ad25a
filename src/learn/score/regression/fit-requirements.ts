/** Requirements of a fit on a distribution. */
import { QueuewrightError } from '../../../core/errors.js'
import type { ScoreDistribution } from '../distribution.js'
import { FORMULA_NAMES, VARIABLES } from './forms.js'

export function requireVariation(distribution: ScoreDistribution, file: string): void {
  for (const variable of VARIABLES) {
    const column = distribution[variable]
    if (varies(column)) continue
    throw new QueuewrightError('fit-undetermined', `all rows have the same ${variable}`, {
      file,
      field: variable,
      value: column[0],
      remedy: `Coefficients of what depends on ${FORMULA_NAMES[variable]} are not determined: simulate tuples in which it varies`,
    })
  }
  const { score } = distribution
  if (varies(score)) return
  throw new QueuewrightError('fit-undetermined', 'all rows have the same score', {
    file,
    field: 'score',
    value: score[0],
    remedy: 'No order is better than another one: simulate tuples in which jobs wait for each other',
  })
}

function varies(column: Float64Array): boolean {
  return column.some((value) => value !== column[0])
}

export function requireRows({ score }: ScoreDistribution, least: number, family: string, file: string): void {
  if (score.length >= least) return
  throw new QueuewrightError('fit-undetermined', 'fewer rows than coefficients', {
    file,
    value: score.length,
    expected: `${least} rows or more for the family ${family}`,
    remedy: 'Simulate more tuples',
  })
}

export function undeterminedError(
  { form, term }: { readonly form: string; readonly term: string },
  file: string,
): QueuewrightError {
  return new QueuewrightError('fit-undetermined', 'no function of the family has coefficients', {
    file,
    field: form,
    remedy: `The other terms determine ${term} in all rows: simulate tuples whose jobs differ more`,
  })
}
