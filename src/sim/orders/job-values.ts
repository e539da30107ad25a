/**
 * Values of formulas free of time and state, one for each job. Searches try thousands of formulas on the same jobs, so they
 * are evaluated over columns that are kept for the table, in the order of groups: there `group` is one number, and of
 * `if(group == 1, …, …)` one branch is evaluated. A call without a group, such as log2(max(estimate, 60)/3600), is a
 * column, too, and so is one in another unit, such as submit/3600. No value depends on any of this.
 */
import { type Expression, namesIn, printExpression } from '../../core/expression/ast.js'
import { type CompiledExpression, compileExpression, type Scope } from '../../core/expression/compile.js'
import type { VisibleJobs, World } from '../order.js'

export const JOB_COLUMNS = ['submit', 'estimate', 'size', 'area', 'group', 'user'] as const
export type JobColumn = (typeof JOB_COLUMNS)[number]

/** Columns of one table, at most; calls may hold numbers that no other formula has. */
const MOST_COLUMNS = 16
/** Rows beyond which nothing is kept from one formula to the next. */
const MOST_ROWS = 2 ** 19
/** Groups, at most, that are evaluated one by one. */
const MOST_GROUPS = 64

/** A formula made ready to be evaluated for all jobs. */
export class JobValues {
  readonly #formula: CompiledExpression
  /** Calls that are columns, by the names that they have in the formula. */
  readonly #calls = new Map<string, Expression>()

  /** @param given names beside those of columns, numbers that are given at each evaluation */
  constructor(tree: Expression, given: readonly string[]) {
    const named = this.#nameCalls(tree)
    this.#formula = compileExpression(named, { variables: [...JOB_COLUMNS, ...given, ...this.#calls.keys()] })
  }

  /** Whether the values depend on any of these names. */
  asks(names: readonly string[]): boolean {
    return names.some((name) => this.#formula.names.includes(name))
  }

  /**
   * `values[job]` = the formula's value for each job of a world that is not live, with `instead` for NaN.
   * @returns whether no value was NaN
   */
  fill(
    values: Float64Array,
    world: World,
    given: Readonly<Record<string, number>>,
    instead: number,
  ): boolean {
    const { names } = this.#formula
    if (names.every((name) => Object.hasOwn(given, name))) {
      const value = this.#formula.value(given)
      values.fill(Number.isNaN(value) ? instead : value)
      return !Number.isNaN(value)
    }
    const jobs = jobsByGroup(world)
    const columns = names
      .filter((name) => !Object.hasOwn(given, name) && name !== 'group')
      .map((name) => [name, jobs.column(name, this.#calls.get(name))] as const)
    const found = jobs.rows === null ? values : jobs.values
    for (const { group, from, to } of names.includes('group') ? jobs.groups : [jobs.all]) {
      const scope: Record<string, Float64Array | number> = { ...given, group }
      for (const [name, column] of columns) scope[name] = column.subarray(from, to)
      this.#formula.evaluate(scope, to - from, found.subarray(from, to))
    }
    return jobs.rows === null
      ? withoutNaN(values, values.length, instead)
      : scatter(found, jobs.rows, values, instead)
  }

  #nameCalls(node: Expression): Expression {
    switch (node.kind) {
      case 'negate':
        return { ...node, operand: this.#nameCalls(node.operand) }
      case 'binary':
        if (isInOtherUnit(node)) return this.#name(node)
        return { ...node, left: this.#nameCalls(node.left), right: this.#nameCalls(node.right) }
      case 'call': {
        const names = namesIn(node)
        if (names.length === 0 || !names.every((name) => isColumn(name) && name !== 'group')) {
          return { ...node, args: node.args.map((part) => this.#nameCalls(part)) }
        }
        return this.#name(node)
      }
      default:
        return node
    }
  }

  #name(node: Expression): Expression {
    // No formula has such a name: a call's own text, which tells calls apart.
    const name = `{${printExpression(node)}}`
    this.#calls.set(name, node)
    return { kind: 'name', name, column: 1 }
  }
}

/** Rows [from, to) in the order of groups are those of one group. */
interface Stretch {
  readonly group: number | Float64Array
  readonly from: number
  readonly to: number
}

/** Columns of all jobs, in the order of groups. */
class JobsByGroup {
  /** The job of each row; null where rows are jobs. */
  readonly rows: Int32Array | null
  readonly groups: readonly Stretch[]
  readonly all: Stretch
  readonly #columns = new Map<string, Float64Array>()
  #values: Float64Array | null = null

  constructor(
    readonly jobs: VisibleJobs,
    readonly origin: number,
  ) {
    const { group, length } = jobs
    this.all = { group: 0, from: 0, to: length }
    const counts = new Map<number, number>()
    for (let job = 0; job < length && counts.size <= MOST_GROUPS; job++) {
      counts.set(group[job], (counts.get(group[job]) ?? 0) + 1)
    }
    const apart = counts.size > 1 && counts.size <= MOST_GROUPS
    this.rows = apart ? new Int32Array(length) : null
    if (this.rows === null) {
      this.groups = [{ ...this.all, group: counts.size > 1 ? this.column('group') : (group[0] ?? 0) }]
      return
    }
    const stretches: Stretch[] = []
    const next = new Map<number, number>()
    let from = 0
    for (const [number, count] of counts) {
      stretches.push({ group: number, from, to: from + count })
      next.set(number, from)
      from += count
    }
    for (let job = 0; job < length; job++) {
      const row = next.get(group[job]) as number
      next.set(group[job], row + 1)
      this.rows[row] = job
    }
    this.groups = stretches
  }

  /** Room for values in the order of rows. */
  get values(): Float64Array {
    this.#values ??= new Float64Array(this.jobs.length)
    return this.#values
  }

  /** @param call what the name stands for where it is no column of the jobs */
  column(name: string, call?: Expression): Float64Array {
    const known = this.#columns.get(name)
    if (known !== undefined) return known
    const { length } = this.jobs
    const column = new Float64Array(length)
    if (call === undefined) gather(name as JobColumn, this, this.rows, length, column)
    else {
      const formula = compileExpression(call, { variables: JOB_COLUMNS })
      const scope: Scope = Object.fromEntries(formula.names.map((each) => [each, this.column(each)]))
      formula.evaluate(scope, length, column)
    }
    if (this.#columns.size >= MOST_COLUMNS) this.#columns.clear()
    this.#columns.set(name, column)
    return column
  }
}

/** Tables are simulated again and again, and do not change. */
const kept = new WeakMap<VisibleJobs, JobsByGroup>()

function jobsByGroup({ jobs, origin }: World): JobsByGroup {
  const known = kept.get(jobs)
  if (known?.origin === origin) return known
  const made = new JobsByGroup(jobs, origin)
  if (jobs.length <= MOST_ROWS) kept.set(jobs, made)
  return made
}

/** A column by a number: what searches vary they multiply by. */
function isInOtherUnit(node: Expression): boolean {
  return (
    node.kind === 'binary' &&
    node.operator === '/' &&
    node.right.kind === 'number' &&
    node.left.kind === 'name' &&
    node.left.name !== 'group' &&
    isColumn(node.left.name)
  )
}

function isColumn(name: string): boolean {
  return (JOB_COLUMNS as readonly string[]).includes(name)
}

/** `out[k]` = the variable for job `queue[k]` (for job k where `queue` is null), k < n. */
export function gather(
  name: JobColumn,
  { jobs, origin }: Pick<World, 'jobs' | 'origin'>,
  queue: Int32Array | null,
  n: number,
  out: Float64Array,
): void {
  const { submit, estimate, size } = jobs
  if (name === 'submit') for (let k = 0; k < n; k++) out[k] = submit[queue === null ? k : queue[k]] - origin
  else if (name === 'area') {
    for (let k = 0; k < n; k++) {
      const job = queue === null ? k : queue[k]
      out[k] = estimate[job] * size[job]
    }
  } else {
    const column = jobs[name]
    for (let k = 0; k < n; k++) out[k] = column[queue === null ? k : queue[k]]
  }
}

/** Puts `instead` for NaN among the first n values; returns whether there was none. */
export function withoutNaN(values: Float64Array, n: number, instead: number): boolean {
  let none = true
  for (let k = 0; k < n; k++) {
    if (!Number.isNaN(values[k])) continue
    values[k] = instead
    none = false
  }
  return none
}

/** `values[rows[k]]` = the k-th that was found, in the same way. */
function scatter(found: Float64Array, rows: Int32Array, values: Float64Array, instead: number): boolean {
  let none = true
  for (let k = 0; k < rows.length; k++) {
    const value = found[k]
    values[rows[k]] = value
    if (Number.isNaN(value)) {
      values[rows[k]] = instead
      none = false
    }
  }
  return none
}
