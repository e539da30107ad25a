/**
 * Names in classes of jobs: `partition = batch`, `user != amy, "r-smith"`. They stand for the numbers that a log has for them, which
 * whoever has its header says. A name of other letters than a variable's, or of a variable, stands in quotes.
 */
import { QueuewrightError } from '../../core/errors.js'
import { type Expression, namesIn, printExpression } from '../../core/expression/ast.js'
import type { NamedNumbers } from '../../trace/dataset.js'

/** A name in a class, and whose it is. */
export type ClassName = Pick<NamedNumbers, 'kind' | 'name'>

/** A comparison with a name, in whose place a variable stands that says whether it holds. */
export interface NamedTest extends ClassName {
  readonly variable: string
  /** The variable that is compared with it. */
  readonly fact: string
}

/** The facts that have names, and how headers call these. */
const KINDS: Readonly<Record<string, NamedNumbers['kind']>> = {
  user: 'User',
  account: 'Group',
  queue: 'Queue',
  partition: 'Partition',
}

/**
 * A condition with variables in place of comparisons with names.
 * @param variables those of conditions, which are no names
 */
export function withoutNames(
  tree: Expression,
  variables: readonly string[],
): { readonly tree: Expression; readonly tests: readonly NamedTest[] } {
  const tests = new Map<string, NamedTest>()
  const visit = (node: Expression): Expression => {
    switch (node.kind) {
      case 'negate':
        return { ...node, operand: visit(node.operand) }
      case 'call':
        return { ...node, args: node.args.map(visit) }
      case 'binary': {
        const { left, right, operator } = node
        const isNamed = left.kind === 'name' && right.kind === 'name' && Object.hasOwn(KINDS, left.name)
        if (operator !== '==' || !isNamed || variables.includes(right.name)) {
          checkNames(left, right, variables)
          return { ...node, left: visit(left), right: visit(right) }
        }
        const name = right.name.replace(/^(["'])(.*)\1$/, '$2')
        const variable = `${left.name}=${name}`
        tests.set(variable, { variable, fact: left.name, kind: KINDS[left.name], name })
        return { kind: 'name', name: variable, column: right.column }
      }
      default:
        return node
    }
  }
  return { tree: visit(tree), tests: [...tests.values()] }
}

/** @throws QueuewrightError `formula-name` where something is compared that is meant for a name, and is none */
function checkNames(left: Expression, right: Expression, variables: readonly string[]): void {
  if (left.kind !== 'name' || !Object.hasOwn(KINDS, left.name)) return
  if (namesIn(right).every((name) => variables.includes(name))) return
  const written = printExpression(right)
  throw new QueuewrightError('formula-name', `${left.name} is compared with ${written}, which is no name`, {
    value: written,
    expected: `a name after = or !=, or numbers`,
    remedy: `Names that are more than letters, digits and _ stand in quotes: ${left.name}="a-b"`,
  })
}

/** Whether each job has one of the numbers of a name. */
export function namedColumn(of: ArrayLike<number>, numbers: readonly number[]): Float64Array {
  const meant = new Set(numbers)
  return Float64Array.from(of, (number) => (meant.has(number) ? 1 : 0))
}
