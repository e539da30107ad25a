/**
 * Any expression over what a scheduler knows, as an order: the smallest value first, NaN last (it counts as +∞).
 *
 *     submit    submit time          s     wait    now − submit        s     queue   jobs waiting
 *     now       time                 s     size    processors needed         free    processors free
 *     estimate  requested time       s     area    estimate·size             user, group   their numbers
 *
 * `submit` and `now` count from the study's origin, the first submit of the log unless a study says otherwise.
 *
 * The formula decides the ranking's kind. Without time and state it is evaluated once, for all jobs (static). Linear
 * in time (core/expression/linear.ts) with coefficients that are finite for every job it becomes a linear ranking;
 * then c + p·t/q is the definition, which may differ from the formula as written by the rounding of a few operations.
 * A job whose divisor is 0 (wait/estimate, estimate 0) has no such form; the whole order is then evaluated as written,
 * for the waiting jobs, at every pass (general), as are all other formulas.
 */
import { type Expression, negate } from '../../core/expression/ast.js'
import { type CompiledExpression, compileExpression } from '../../core/expression/compile.js'
import { type LinearSplit, linearIn } from '../../core/expression/linear.js'
import type {
  GeneralRanking,
  LinearRanking,
  QueueOrder,
  QueueState,
  Ranking,
  StaticRanking,
  World,
} from '../order.js'
import { keyedRanking, LinearKeys, setCoefficients } from './ranking.js'

/** The variables of formulas with what they mean, for help texts. */
export const FORMULA_VARIABLES: Readonly<Record<string, string>> = {
  submit: 'submit time, seconds from the origin',
  wait: 'seconds waited so far',
  estimate: 'requested time, seconds',
  size: 'processors needed',
  area: 'estimate·size',
  group: 'user group by resource share, 1 the largest, 0 none',
  user: 'user number',
  now: 'time, seconds from the origin',
  queue: 'jobs waiting',
  free: 'processors free',
}

const NAMES = Object.keys(FORMULA_VARIABLES)
const JOB_COLUMNS = ['submit', 'estimate', 'size', 'area', 'group', 'user'] as const
type JobColumn = (typeof JOB_COLUMNS)[number]

/**
 * The order by a formula.
 * @throws QueuewrightError `formula-syntax`, `formula-name`
 */
export function formulaOrder(text: string, name = text): QueueOrder {
  const formula = compileExpression(text, { variables: NAMES })
  const uses = (variable: string) => formula.names.includes(variable)
  const timed = uses('wait') || uses('now')
  const stateful = uses('queue') || uses('free')
  const linear = timed && !stateful ? compileLinear(formula) : null
  return {
    name,
    bind: (world): Ranking => {
      if (!timed && !stateful) return bindStatic(formula, world)
      // In a live world coefficients would have to be found finite for jobs that are not known yet.
      return (!world.live && linear && bindLinear(linear, world)) || new FormulaRanking(formula, world)
    },
  }
}

function bindStatic(formula: CompiledExpression, world: World): StaticRanking {
  const keys = valuesOver(formula, world, Number.POSITIVE_INFINITY)
  const one = new FormulaRanking(formula, world)
  const queue = new Int32Array(1)
  const key = new Float64Array(1)
  const state = { now: 0, waiting: 0, free: 0 }
  return keyedRanking(keys, (job) => {
    queue[0] = job
    one.score(key, queue, 1, state)
    keys[job] = key[0]
  })
}

interface CompiledSplit {
  readonly c: CompiledExpression
  readonly p: CompiledExpression
  readonly q: CompiledExpression
  /** What t is: the job's wait, or the time since the origin. */
  readonly time: 'wait' | 'now'
}

/** A formula of `wait` alone is split by the wait; one of `now`, or of both, by the time (wait = now − submit). */
function compileLinear(formula: CompiledExpression): CompiledSplit | null {
  const time = formula.names.includes('now') ? 'now' : 'wait'
  const submit: Expression = { kind: 'name', name: 'submit', column: 1 }
  const offset = time === 'now' ? negate(submit) : null
  const times = new Map([
    ['now', null],
    ['wait', offset],
  ])
  const split: LinearSplit | null = linearIn(formula.tree, times)
  if (split === null) return null
  const compiled = (part: Expression) => compileExpression(part, { variables: JOB_COLUMNS })
  return { c: compiled(split.c), p: compiled(split.p), q: compiled(split.q), time }
}

/** Null where a job has no finite coefficients. */
function bindLinear(split: CompiledSplit, world: World): LinearRanking | null {
  const c = valuesOver(split.c, world, Number.NaN)
  const p = valuesOver(split.p, world, Number.NaN)
  const q = valuesOver(split.q, world, Number.NaN)
  for (let job = 0; job < c.length; job++) {
    if (q[job] < 0) {
      p[job] = -p[job]
      q[job] = -q[job]
    }
    const slope = p[job] / q[job]
    if (Number.isNaN(c[job]) || !Number.isFinite(slope) || !Number.isFinite(p[job]) || q[job] === Infinity) {
      return null
    }
  }
  return new LinearColumns(c, p, q, split.time === 'wait' ? world.jobs.submit : null, world.origin)
}

class LinearColumns extends LinearKeys {
  /** @param submit s of each job; where null, s is `origin` for all */
  constructor(
    readonly c: Float64Array,
    readonly p: Float64Array,
    readonly q: Float64Array,
    readonly submit: Float64Array | null,
    readonly origin: number,
  ) {
    super()
  }

  coefficients(out: Float64Array, job: number): void {
    const s = this.submit === null ? this.origin : this.submit[job]
    setCoefficients(out, this.c[job], this.p[job], s, this.q[job])
  }
}

/** The value of a time-free formula for every job of the table, with `instead` for NaN. */
function valuesOver(formula: CompiledExpression, world: World, instead: number): Float64Array {
  const scope: Record<string, Float64Array> = {}
  for (const name of JOB_COLUMNS) {
    if (formula.names.includes(name)) scope[name] = columnOf(name, world)
  }
  const values = new Float64Array(world.jobs.length)
  formula.evaluate(scope, values.length, values)
  return withoutNaN(values, values.length, instead)
}

function columnOf(name: JobColumn, world: World): Float64Array {
  const { jobs, origin } = world
  const column = new Float64Array(jobs.length)
  gather(name, world, null, jobs.length, column)
  return name === 'submit' && origin === 0 ? jobs.submit : column
}

/** `out[k]` = the variable for job `queue[k]` (for job k where `queue` is null), k < n. */
function gather(name: JobColumn, world: World, queue: Int32Array | null, n: number, out: Float64Array): void {
  const { submit, estimate, size } = world.jobs
  const { origin } = world
  if (name === 'submit') for (let k = 0; k < n; k++) out[k] = submit[queue === null ? k : queue[k]] - origin
  else if (name === 'area') {
    for (let k = 0; k < n; k++) {
      const job = queue === null ? k : queue[k]
      out[k] = estimate[job] * size[job]
    }
  } else {
    const column = world.jobs[name]
    for (let k = 0; k < n; k++) out[k] = column[queue === null ? k : queue[k]]
  }
}

function withoutNaN(values: Float64Array, n: number, instead: number): Float64Array {
  for (let k = 0; k < n; k++) if (Number.isNaN(values[k])) values[k] = instead
  return values
}

/** Evaluates the formula as written, for the jobs of a queue. */
class FormulaRanking implements GeneralRanking {
  readonly kind = 'general'
  readonly #formula: CompiledExpression
  readonly #world: World
  readonly #columns: readonly JobColumn[]
  readonly #waits: boolean
  /** Values of the variables for the queue at hand; its columns grow with the longest queue seen. */
  readonly #scope: Record<string, Float64Array | number> = {}
  #capacity = 0

  constructor(formula: CompiledExpression, world: World) {
    this.#formula = formula
    this.#world = world
    this.#columns = JOB_COLUMNS.filter((name) => formula.names.includes(name))
    this.#waits = formula.names.includes('wait')
    this.#grow(1)
  }

  score(out: Float64Array, queue: Int32Array, n: number, state: QueueState): void {
    const scope = this.#scope
    const world = this.#world
    if (n > this.#capacity) this.#grow(n)
    for (const name of this.#columns) gather(name, world, queue, n, scope[name] as Float64Array)
    if (this.#waits) {
      const wait = scope.wait as Float64Array
      const { submit } = world.jobs
      for (let k = 0; k < n; k++) wait[k] = state.now - submit[queue[k]]
    }
    scope.now = state.now - world.origin
    scope.queue = state.waiting
    scope.free = state.free
    this.#formula.evaluate(scope, n, out)
    withoutNaN(out, n, Number.POSITIVE_INFINITY)
  }

  #grow(n: number): void {
    this.#capacity = Math.max(2 * this.#capacity, n, 64)
    const columns = this.#waits ? [...this.#columns, 'wait'] : this.#columns
    for (const name of columns) this.#scope[name] = new Float64Array(this.#capacity)
  }
}
