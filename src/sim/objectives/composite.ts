/**
 * Objectives as formulas over objectives, such as 10*AWRT1 + 4*AWRT2 (the one used throughout Franke's
 * thesis, Dortmund 2006): any expression of core/expression whose names are objectives.
 */
import { QueuewrightError } from '../../core/errors.js'
import { type Expression, namesIn } from '../../core/expression/ast.js'
import { compileExpression } from '../../core/expression/compile.js'
import { parseExpression } from '../../core/expression/parse.js'
import type { CompositeObjective } from './composite-objective.js'
import { isLabel, labelledObjective } from './derived.js'
import { measureOne, type NamedObjective, requireObjective } from './measure.js'
import { MeasuredSchedule } from './measured.js'
import type { Measured } from './objective.js'

/**
 * @param written a formula, or the label of an objective that is none
 * @throws QueuewrightError `formula-syntax`, `formula-name` (with a suggestion)
 */
export function compileObjective(written: string): CompositeObjective {
  const text = written.trim()
  if (isLabel(text)) return labelledObjective(text)
  const tree = parseExpression(written, undefined, 'objective')
  const names = namesIn(tree)
  const parts = names.map(requireObjective)
  const formula = compileExpression(tree, { variables: names })
  const byParts = (values: Readonly<Record<string, number>>) => formula.value(values)
  const of = (measured: Measured): number => {
    const values: Record<string, number> = {}
    for (const part of parts) {
      const value = measureOne(measured, part)
      if (value === null) throw undefinedPart(text, part, measured)
      values[part.name] = value
    }
    return byParts(values)
  }
  return {
    text,
    parts,
    sense: tree.kind === 'name' ? parts[0].objective.sense : 'min',
    byParts,
    of,
    rises: rises(tree),
    measure: (schedule, rows) => of(new MeasuredSchedule(schedule, rows)),
  }
}

function undefinedPart(text: string, part: NamedObjective, measured: Measured): QueuewrightError {
  const { group, name, within } = part
  const isEmpty = within !== null && measured.within(within).sums.jobs === 0
  const why = isEmpty
    ? `no job that is judged is in the class ${within.text}`
    : group !== null && measured.group(group).work === 0
      ? `user group ${group} has no jobs that do any work`
      : measured.sums.jobs === 0
        ? 'there are no jobs'
        : 'the jobs do no work'
  return new QueuewrightError('objective-undefined', `objective ${name} has no value: ${why}`, {
    value: text,
    ...(isEmpty
      ? { remedy: 'Widen the class; qw info shows which jobs the log has' }
      : group === null
        ? {}
        : { remedy: `Leave ${name} out, or use groups that the log has` }),
  })
}

/** By the rules that suffice for costs: sums, products, maxima and minima of rising parts and plain numbers. */
function rises(node: Expression): boolean {
  switch (node.kind) {
    case 'number':
      return true
    case 'name':
      return requireObjective(node.name).objective.rises === true
    case 'binary':
      if (node.operator === '/')
        return rises(node.left) && node.right.kind === 'number' && node.right.value > 0
      return (node.operator === '+' || node.operator === '*') && rises(node.left) && rises(node.right)
    case 'call':
      return (node.name === 'max' || node.name === 'min') && node.args.every(rises)
    default:
      return false
  }
}
