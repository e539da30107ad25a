/**
 * Any expression over what a scheduler knows, as an order: the smallest value first, NaN last (it counts as +∞).
 *
 *     submit    submit time          s     wait    now − submit        s     queue   jobs waiting
 *     now       time                 s     size    processors needed         free    processors free
 *     estimate  requested time       s     area    estimate·size             user, group   their numbers
 *     situation, weekday, hour       of the local clock, where the log was made
 *
 * `submit` and `now` count from the study's origin, the first submit of the log unless a study says otherwise.
 *
 * The formula decides the ranking's kind. Without time and state it is evaluated once, for all jobs (static). Linear
 * in time (core/expression/linear.ts) with coefficients that are finite for every job it becomes a linear ranking;
 * then c + p·t/q is the definition, which may differ from the formula as written by the rounding of a few operations.
 * A job whose divisor is 0 (wait/estimate, estimate 0) has no such form; the whole order is then evaluated as written,
 * for the waiting jobs, at every pass (general), as are all other formulas. A formula that asks the clock is linear
 * where it is linear in each of the phases of the week that it tells apart (phases.ts); free of time within them it
 * counts as linear too, with a slope of 0.
 */

import { type Expression, negate } from '../../core/expression/ast.js'
import { type CompiledExpression, compileExpression } from '../../core/expression/compile.js'
import { type LinearSplit, linearIn } from '../../core/expression/linear.js'
import { columnBeside } from '../../trace/growing-table.js'
import type {
  Coefficients,
  GeneralRanking,
  LinearRanking,
  QueueOrder,
  QueueState,
  Ranking,
  StaticRanking,
  World,
} from '../order.js'
import { gather, JOB_COLUMNS, type JobColumn, JobValues, withoutNaN } from './job-values.js'
import { CLOCK_VARIABLES, type PhaseClock, type Phases, phasesOf } from './phases.js'
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
  situation: '0 weekend, 1 weekday 8–18 h, 2 weekday 18–8 h, by the local clock',
  weekday: '0 Monday to 6 Sunday, by the local clock',
  hour: '0 to 23, of the local clock',
}

const NAMES = Object.keys(FORMULA_VARIABLES)
const CLOCK_NAMES = Object.keys(CLOCK_VARIABLES)

/**
 * The order by a formula.
 * @throws QueuewrightError `formula-syntax`, `formula-name`
 */
export function formulaOrder(text: string, name = text): QueueOrder {
  const formula = compileExpression(text, { variables: NAMES })
  const uses = (variable: string) => formula.names.includes(variable)
  const timed = uses('wait') || uses('now')
  const stateful = uses('queue') || uses('free')
  const clocked = CLOCK_NAMES.some(uses)
  const linear = (timed || clocked) && !stateful ? compileLinear(formula) : null
  return {
    name,
    bind: (world): Ranking => {
      if (!timed && !stateful && !clocked) return bindStatic(formula, world)
      // In a live world coefficients would have to be found finite for jobs that are not known yet.
      return (!world.live && linear && bindLinear(linear, world)) || new FormulaRanking(formula, world)
    },
  }
}

function bindStatic(formula: CompiledExpression, world: World): StaticRanking {
  const keys = columnBeside(world.jobs, Float64Array)
  const one = new FormulaRanking(formula, world)
  const queue = new Int32Array(1)
  const key = new Float64Array(1)
  const state = { now: 0, waiting: 0, free: 0 }
  const update = (job: number) => {
    queue[0] = job
    one.score(key, queue, 1, state)
    keys[job] = key[0]
  }
  // In a live world keys come with the jobs.
  if (!world.live) new JobValues(formula.tree, []).fill(keys, world, {}, Number.POSITIVE_INFINITY)
  return keyedRanking(keys, update)
}

interface CompiledSplit {
  readonly c: JobValues
  readonly p: JobValues
  readonly q: JobValues
  /** The meaning of t: the job's wait, or the time since the origin. */
  readonly time: 'wait' | 'now'
  /** The clock's effect on c, p and q; null where they do not ask it. */
  readonly phases: Phases | null
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
  const phases = phasesOf(formula.tree)
  const split: LinearSplit | null = linearIn(phases?.tree ?? formula.tree, times)
  if (split === null) return null
  const values = (part: Expression) => new JobValues(part, phases?.names ?? [])
  return { c: values(split.c), p: values(split.p), q: values(split.q), time, phases }
}

/** Coefficients of all jobs in one phase of the week. */
interface Columns {
  readonly c: Float64Array
  readonly p: Float64Array
  readonly q: Float64Array
}

/** Most coefficients that are kept for all phases together; 128 MB. Beyond that the formula is evaluated as written. */
const MOST_COEFFICIENTS = 2 ** 24

/** Null where a job has no finite coefficients. */
function bindLinear(split: CompiledSplit, world: World): LinearRanking | null {
  const { phases } = split
  const scopes = phases?.scopes ?? [{}]
  if (3 * scopes.length * world.jobs.length > MOST_COEFFICIENTS && scopes.length > 1) return null
  const columns: Columns[] = []
  for (const scope of scopes) {
    const found = columnsIn(split, world, scope, columns[0])
    if (found === null) return null
    columns.push(found)
  }
  const submit = split.time === 'wait' ? world.jobs.submit : null
  const clock = phases?.on(world.timeClasses) ?? null
  return clock === null || columns.length === 1
    ? new LinearColumns(columns[0], submit, world.origin)
    : new PhasedColumns(columns, clock, submit, world.origin)
}

/** @param known those of another phase: what does not ask the clock is the same in all */
function columnsIn(
  { c, p, q, phases }: CompiledSplit,
  world: World,
  scope: Readonly<Record<string, number>>,
  known: Columns | undefined,
): Columns | null {
  const n = world.jobs.length
  const intercepts = new Float64Array(n)
  if (!c.fill(intercepts, world, scope, Number.NaN)) return null
  if (known !== undefined && !p.asks(phases?.names ?? []) && !q.asks(phases?.names ?? [])) {
    return { ...known, c: intercepts }
  }
  const columns = { c: intercepts, p: new Float64Array(n), q: new Float64Array(n) }
  p.fill(columns.p, world, scope, Number.NaN)
  q.fill(columns.q, world, scope, Number.NaN)
  return areSlopes(columns) ? columns : null
}

/** Whether all slopes are finite; divisors are made positive. */
function areSlopes({ p, q }: Columns): boolean {
  for (let job = 0; job < p.length; job++) {
    if (q[job] < 0) {
      p[job] = -p[job]
      q[job] = -q[job]
    }
    if (!Number.isFinite(p[job] / q[job]) || !Number.isFinite(p[job]) || q[job] === Infinity) return false
  }
  return true
}

class LinearColumns extends LinearKeys {
  /** @param submit s of each job; where null, s is `origin` for all */
  constructor(
    readonly columns: Columns,
    readonly submit: Float64Array | null,
    readonly origin: number,
  ) {
    super()
  }

  coefficients(out: Float64Array, job: number): void {
    const { c, p, q } = this.columns
    const s = this.submit === null ? this.origin : this.submit[job]
    setCoefficients(out, c[job], p[job], s, q[job])
  }

  override fill(out: Coefficients, jobs: Int32Array): void {
    fillFrom(this.columns, this.submit, this.origin, out, jobs)
  }
}

/** Coefficients of each phase of the week. */
class PhasedColumns extends LinearKeys {
  override readonly phases: number

  constructor(
    readonly columns: readonly Columns[],
    readonly clock: PhaseClock,
    readonly submit: Float64Array | null,
    readonly origin: number,
  ) {
    super()
    this.phases = columns.length
  }

  coefficients(out: Float64Array, job: number, now: number): void {
    const { c, p, q } = this.columns[this.clock.at(now)]
    const s = this.submit === null ? this.origin : this.submit[job]
    setCoefficients(out, c[job], p[job], s, q[job])
  }

  override fill(out: Coefficients, jobs: Int32Array, now: number): void {
    fillFrom(this.columns[this.clock.at(now)], this.submit, this.origin, out, jobs)
  }

  override phase(now: number): number {
    return this.clock.at(now)
  }

  override until(now: number): number {
    return this.clock.until(now)
  }
}

function fillFrom(
  { c, p, q }: Columns,
  submit: Float64Array | null,
  origin: number,
  out: Coefficients,
  jobs: Int32Array,
): void {
  const first = jobs[0]
  const end = jobs[jobs.length - 1] + 1
  if (end - first === jobs.length) {
    out.c.set(c.subarray(first, end))
    out.p.set(p.subarray(first, end))
    if (submit === null) out.s.fill(origin)
    else out.s.set(submit.subarray(first, end))
    out.q.set(q.subarray(first, end))
    return
  }
  for (let k = 0; k < jobs.length; k++) {
    const job = jobs[k]
    out.c[k] = c[job]
    out.p[k] = p[job]
    out.s[k] = submit === null ? origin : submit[job]
    out.q[k] = q[job]
  }
}

/** Evaluates the formula as written, for the jobs of a queue. */
class FormulaRanking implements GeneralRanking {
  readonly kind = 'general'
  readonly #formula: CompiledExpression
  readonly #world: World
  readonly #columns: readonly JobColumn[]
  readonly #waits: boolean
  readonly #clocked: boolean
  /** Values of the variables for the queue at hand; its columns grow with the longest queue seen. */
  readonly #scope: Record<string, Float64Array | number> = {}
  #capacity = 0

  constructor(formula: CompiledExpression, world: World) {
    this.#formula = formula
    this.#world = world
    this.#columns = JOB_COLUMNS.filter((name) => formula.names.includes(name))
    this.#waits = formula.names.includes('wait')
    this.#clocked = CLOCK_NAMES.some((name) => formula.names.includes(name))
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
    if (this.#clocked) {
      const clock = world.timeClasses
      scope.situation = clock.at(state.now)
      scope.weekday = clock.weekday(state.now)
      scope.hour = clock.hour(state.now)
    }
    this.#formula.evaluate(scope, n, out)
    withoutNaN(out, n, Number.POSITIVE_INFINITY)
  }

  #grow(n: number): void {
    this.#capacity = Math.max(2 * this.#capacity, n, 64)
    const columns = this.#waits ? [...this.#columns, 'wait'] : this.#columns
    for (const name of columns) this.#scope[name] = new Float64Array(this.#capacity)
  }
}
