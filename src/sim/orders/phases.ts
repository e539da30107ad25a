/**
 * Formulas that ask the clock on the wall (`situation`, `weekday`, `hour`), cut into phases: what such a formula says
 * of the time of week alone, its largest parts without a job or a wait in them, takes few different values. While
 * these stay the same the formula is one without a clock.
 *
 *     if((weekday < 5) * (hour >= 8) * (hour < 18), size, -size)      two phases, of which 168 hours a week consist
 */
import { type Expression, namesIn, printExpression } from '../../core/expression/ast.js'
import { compileExpression } from '../../core/expression/compile.js'
import type { TimeClassClock } from '../order.js'

/** Variables that are the same for all jobs at one instant, with the number of their values from 0 up. */
export const CLOCK_VARIABLES = { situation: 3, weekday: 7, hour: 24 } as const
export type ClockVariable = keyof typeof CLOCK_VARIABLES

const NAMES = Object.keys(CLOCK_VARIABLES) as readonly ClockVariable[]
const [TIME_CLASSES, WEEKDAYS, HOURS] = NAMES.map((name) => CLOCK_VARIABLES[name])
/** Hours after which a phase that has not changed is asked for again: a week and two days, whatever the zone does. */
const PATIENCE = 9 * HOURS

export interface Phases {
  /** The formula with names in place of its clock parts. */
  readonly tree: Expression
  readonly names: readonly string[]
  /** Values of the names in each phase. */
  readonly scopes: readonly Readonly<Record<string, number>>[]
  /** The phase at an instant, and the first instant after it at which it may be another. */
  readonly on: (clock: TimeClassClock) => PhaseClock
}

export interface PhaseClock {
  at(now: number): number
  until(now: number): number
}

/** Null where the formula asks no clock. */
export function phasesOf(tree: Expression): Phases | null {
  const asked = NAMES.filter((name) => namesIn(tree).includes(name))
  if (asked.length === 0) return null
  const parts = new Map<string, Expression>()
  const free = withoutClock(tree, parts)
  const names = [...parts.keys()]
  const values = [...parts.values()].map((part) => compileExpression(part, { variables: NAMES }))

  const scopes: Record<string, number>[] = []
  /** Phase of each combination of situation, weekday and hour; of variables that are not asked for only 0 occurs. */
  const phase = new Uint16Array(TIME_CLASSES * WEEKDAYS * HOURS)
  const known = new Map<string, number>()
  const last = (name: ClockVariable) => (asked.includes(name) ? CLOCK_VARIABLES[name] : 1)
  for (let situation = 0; situation < last('situation'); situation++) {
    for (let weekday = 0; weekday < last('weekday'); weekday++) {
      for (let hour = 0; hour < last('hour'); hour++) {
        const found = values.map((value) => value.value({ situation, weekday, hour }))
        const id = found.map((value) => (Object.is(value, -0) ? '-0' : value)).join(' ')
        let number = known.get(id)
        if (number === undefined) {
          number = scopes.length
          known.set(id, number)
          scopes.push(Object.fromEntries(names.map((name, k) => [name, found[k]])))
        }
        phase[(situation * WEEKDAYS + weekday) * HOURS + hour] = number
      }
    }
  }
  return { tree: free, names, scopes, on: (clock) => new WeekPhases(clock, asked, phase, scopes.length) }
}

/** The tree with a name for each of its largest parts that hold the clock and nothing else; equal parts have one. */
function withoutClock(node: Expression, parts: Map<string, Expression>): Expression {
  const names = namesIn(node)
  if (!names.some(isClock)) return node
  if (names.every(isClock)) {
    // No formula has such a name: a part's own text, which tells parts apart.
    const name = `{${printExpression(node)}}`
    parts.set(name, node)
    return { kind: 'name', name, column: 1 }
  }
  switch (node.kind) {
    case 'negate':
      return { ...node, operand: withoutClock(node.operand, parts) }
    case 'binary':
      return { ...node, left: withoutClock(node.left, parts), right: withoutClock(node.right, parts) }
    case 'call':
      return { ...node, args: node.args.map((part) => withoutClock(part, parts)) }
    default:
      return node
  }
}

function isClock(name: string): boolean {
  return Object.hasOwn(CLOCK_VARIABLES, name)
}

/** Keeps the stretch of time asked for last: a simulation asks again and again for the same one. */
class WeekPhases implements PhaseClock {
  readonly #clock: TimeClassClock
  readonly #asked: readonly ClockVariable[]
  readonly #phase: Uint16Array
  readonly #phases: number
  /** The last answer holds in [from, until). */
  #from = 0
  #until = 0
  #now = 0

  constructor(clock: TimeClassClock, asked: readonly ClockVariable[], phase: Uint16Array, phases: number) {
    this.#clock = clock
    this.#asked = asked
    this.#phase = phase
    this.#phases = phases
  }

  at(now: number): number {
    if (now < this.#from || now >= this.#until) this.#find(now)
    return this.#now
  }

  until(now: number): number {
    if (now < this.#from || now >= this.#until) this.#find(now)
    return this.#until
  }

  #find(now: number): void {
    this.#from = now
    this.#now = this.#ask(now)
    this.#until = Number.POSITIVE_INFINITY
    if (this.#phases === 1) return
    let next = this.#next(now)
    for (let k = 1; k < PATIENCE && next < Number.POSITIVE_INFINITY && this.#ask(next) === this.#now; k++) {
      next = this.#next(next)
    }
    this.#until = next
  }

  #ask(now: number): number {
    const clock = this.#clock
    const asked = this.#asked
    const situation = asked.includes('situation') ? clock.at(now) : 0
    const weekday = asked.includes('weekday') ? clock.weekday(now) : 0
    const hour = asked.includes('hour') ? clock.hour(now) : 0
    return this.#phase[(situation * WEEKDAYS + weekday) * HOURS + hour]
  }

  /** Situations and weekdays change with the hour, if they do. */
  #next(now: number): number {
    return this.#asked.length === 1 && this.#asked[0] === 'situation'
      ? this.#clock.until(now)
      : this.#clock.nextHour(now)
  }
}
