/**
 * Certified bounds: what no schedule of these jobs on this machine can fall below (or rise above, where more is
 * better), whatever the policy, even one that knows the future and all run times.
 *
 * Each objective takes the best of several relaxations, all of which are bounds:
 *
 * - *alone*: each job starts at its release;
 * - *fluid* (fluid.ts, delay.ts): jobs may be split over time and over fewer processors. Averages of waits, responses
 *   and slowdowns by the least weighted delay. The longest wait q: at t + q each job has been given at least what it
 *   would have been given alone by t, as it started no later than q after its release, so at most R(t) is left then of
 *   the jobs released by t, and in the q seconds no more than m·q was done of the V_t(0) or more that was left at t:
 *   q ≥ D(t)/m for all t. The last end: that of the last job alone, or of the last episode;
 * - the same by widths of *wide jobs* (widths.ts);
 * - *windows* for quantiles of waits (quantiles.ts).
 *
 * **Utilization** is work over machine times the span from the first start to the last end, and a schedule may delay
 * its first start: a schedule moved as a whole to later is a schedule and has the same utilization, so the bound is
 * that of all jobs released at once, whose span is no less than the longest run time and than the work over the machine.
 * For schedules that start a judged job at the first release the span is the makespan; that bound is `prompt`.
 *
 * **Formulas** are bounded by intervals (range.ts). A formula or part that is a sum of objectives times numbers is
 * bounded as one weighted sum of waits, as far as its objectives are such sums and their factors are not negative: in
 * 10·AWRT1 + 4·AWRT2 both groups then compete for the machine, which bounds of each alone would not see.
 *
 * **Rounding.** What is handed out is lowered (raised) by `MARGIN` of itself and by what the instants of n events can be
 * off together: those of the fluid, each rounded to 2⁻⁵² of the span, and those of the schedules that are measured, each
 * rounded to 2⁻⁵² of what the log's clock shows, unless all times are whole seconds.
 */
import type { Expression } from '../../core/expression/ast.js'
import { parseExpression } from '../../core/expression/parse.js'
import type { JobTable } from '../../trace/job-table.js'
import { compileObjective } from '../objectives/composite.js'
import type { CompositeObjective } from '../objectives/composite-objective.js'
import { ClassRows, type JobClass } from '../objectives/job-class.js'
import { type NamedObjective, requireObjective } from '../objectives/measure.js'
import { type Congestion, congestionOf, leastDelay } from './delay.js'
import { linearForm } from './linear.js'
import { type Load, loadOf } from './load.js'
import { leastQuantile } from './quantiles.js'
import { type Range, rangeOf } from './range.js'
import { unlimitedSlowdown, type WaitSum, type Weighting, waitSumOf } from './weights.js'
import { widthsOf } from './widths.js'

export interface Certificate {
  /** In the objective's unit: a lower bound, of an objective of which more is better an upper one. */
  readonly value: number
  /** The relaxation that gave it; several, with commas, for a formula. */
  readonly by: string
}

export interface Bound extends Certificate {
  /** The certificate of UTIL for schedules that start a judged job at the first submit among them. */
  readonly prompt?: Certificate
}

const ALONE = 'alone'
const DEFINITION = 'definition'
const DAY = 86_400
/** Jobs that the fluid processes for one weighting may treat, all together; about a tenth of a second. */
const ALLOWANCE = 1_000_000
/** The same by widths of wide jobs, which seldom are the better ones where weights are of many values. */
const WIDE_ALLOWANCE = 250_000
/** The relative margin of a bound. */
const MARGIN = 1e-9
const ROUNDING = 8 * 2 ** -52

/**
 * Bounds of one set of jobs, which share their work.
 * @param jobs as they are simulated: run times and sizes known, none larger than the machine
 * @param rows of the jobs that are judged; null: all
 * @param classes of these jobs; absent: as far as the table alone tells them
 * @returns null for an objective that has no value on these jobs, or that nothing bounds
 */
export function certifier(
  jobs: JobTable,
  rows: Int32Array | null,
  processors: number,
  classes = ClassRows.ofTable(jobs, rows),
): (objective: CompositeObjective) => Bound | null {
  const load = loadOf(jobs, rows, processors)
  if (load.length === 0) return () => null
  // Jobs that are not of a class may be left out without loss, as those that are not judged.
  const relaxations = new Relaxations(load, (jobClass) => loadOf(jobs, classes.of(jobClass), processors))
  return (objective) =>
    objective.derived
      ? null
      : boundOfFormula(relaxations, parseExpression(objective.text, undefined, 'objective'))
}

/** The bound of one objective or formula; see `certifier`. */
export function boundOf(
  jobs: JobTable,
  rows: Int32Array | null,
  processors: number,
  objective: CompositeObjective,
  classes?: ClassRows,
): Bound | null {
  return certifier(jobs, rows, processors, classes)(objective)
}

/**
 * The bounds of several objectives or formulas, by their texts; see `certifier`.
 * @throws QueuewrightError `formula-syntax`, `formula-name`
 */
export function boundsFor(
  jobs: JobTable,
  rows: Int32Array | null,
  processors: number,
  names: readonly string[],
): Readonly<Record<string, Bound | null>> {
  const certify = certifier(jobs, rows, processors)
  return Object.fromEntries(names.map((name) => [name, certify(compileObjective(name))]))
}

/** The relaxations of one set of jobs, each taken when it is first asked for. */
class Relaxations {
  #congestions: readonly Congestion[] | null = null
  readonly #delays = new Map<string, Certificate>()
  readonly #known = new Map<string, Bound | null>()
  readonly #parts = new Map<string, Relaxations>()
  readonly #loadOf: (jobClass: JobClass) => Load

  constructor(
    readonly load: Load,
    loadOf: (jobClass: JobClass) => Load,
  ) {
    this.#loadOf = loadOf
  }

  /** The relaxations of a class of the jobs. */
  #within(jobClass: JobClass): Relaxations {
    const known = this.#parts.get(jobClass.text)
    if (known !== undefined) return known
    const part = new Relaxations(this.#loadOf(jobClass), this.#loadOf)
    this.#parts.set(jobClass.text, part)
    return part
  }

  /** One for each choice of widths. */
  get congestions(): readonly Congestion[] {
    this.#congestions ??= widthsOf(this.load).map((widths) => congestionOf(this.load, widths))
    return this.#congestions
  }

  bound(part: NamedObjective): Bound | null {
    const known = this.#known.get(part.name)
    if (known !== undefined) return known
    const of = part.within === null ? this : this.#within(part.within)
    const bound = of.load.length === 0 ? null : (BOUNDS[part.objective.name]?.(of, part) ?? null)
    this.#known.set(part.name, bound)
    return bound
  }

  /** The largest of the values of the relaxations, and of 0 or what else jobs alone give. */
  best(alone: number, of: (congestion: Congestion) => number): Certificate {
    let best = { value: alone, by: ALONE }
    for (const congestion of this.congestions) {
      const value = of(congestion)
      if (value > best.value) best = { value, by: congestion.widths.name }
    }
    return best
  }

  waits({ alone, factor, weighting }: WaitSum): Certificate {
    const { load } = this
    const { value, by } = this.#delay(weighting)
    const all = weighting.weight.reduce((sum, each, k) => sum + each * load.work[k], 0)
    return { value: this.lowered(alone + factor * value, factor * all), by }
  }

  #delay({ name, weight }: Weighting): Certificate {
    const known = name === null ? undefined : this.#delays.get(name)
    if (known !== undefined) return known
    const [plain] = this.congestions
    const least = this.best(0, (congestion) =>
      leastDelay(this.load, congestion, weight, congestion === plain ? ALLOWANCE : WIDE_ALLOWANCE),
    )
    if (name !== null) this.#delays.set(name, least)
    return least
  }

  /** @param weight by which seconds enter the value */
  lowered(value: number, weight: number): number {
    const { length, rounded, span } = this.load
    const last = this.congestions.reduce((most, { settled }) => Math.max(most, settled), span)
    const seconds = last + rounded
    return value - Math.abs(value) * MARGIN - weight * length * ROUNDING * seconds
  }

  /** Seconds from the first release to the last end. */
  get makespan(): Certificate {
    const { value, by } = this.best(this.load.span, ({ settled }) => settled)
    return { value: Math.max(0, this.lowered(value, 1)), by }
  }

  /** Seconds from the first start to the last end, where all are released at once. */
  get packed(): Certificate {
    const { load } = this
    const longest = load.runtime.reduce((most, p) => Math.max(most, p), 0)
    const { value, by } = this.best(longest, ({ widths: { size, capacity } }) => {
      const area = size.reduce((sum, width, k) => sum + width * load.runtime[k], 0)
      return area / capacity
    })
    return { value: this.lowered(value, 1), by }
  }
}

type Bounding = (relaxations: Relaxations, part: NamedObjective) => Bound | null

const waiting: Bounding = (relaxations, part) => {
  const sum = waitSumOf(relaxations.load, part)
  return sum && atLeastZero(relaxations.waits(sum))
}

const quantile =
  (p: number): Bounding =>
  (relaxations) => {
    const value = relaxations.lowered(leastQuantile(relaxations.load, p), 1)
    return value > 0 ? { value, by: 'windows' } : { value: 0, by: ALONE }
  }

/** By the names of objectives; an objective that is not here has no bound. */
const BOUNDS: Readonly<Record<string, Bounding>> = {
  UTIL: (relaxations) => {
    const { load, packed, makespan } = relaxations
    const work = load.work.reduce((sum, each) => sum + each, 0)
    if (work === 0) return null
    const of = ({ value, by }: Certificate): Certificate => ({
      value: (work / (load.processors * value)) * (1 + MARGIN),
      by,
    })
    return { ...of(packed), prompt: of(makespan) }
  },
  makespan: ({ makespan }) => makespan,
  throughput: ({ load, makespan: { value, by } }) =>
    value > 0 ? { value: (load.length / (value / DAY)) * (1 + MARGIN), by } : null,
  AWRT: waiting,
  AWWT: waiting,
  SD: waiting,
  AVEbsld: (relaxations, part) => {
    const limited = waiting(relaxations, part)
    const unlimited = relaxations.waits(unlimitedSlowdown(relaxations.load))
    return limited !== null && limited.value >= unlimited.value ? limited : unlimited
  },
  meanWait: waiting,
  medianWait: quantile(0.5),
  p95Wait: quantile(0.95),
  p99Wait: quantile(0.99),
  maxWait: (relaxations) => {
    const { value, by } = relaxations.best(0, ({ excess, widths }) => excess / widths.capacity)
    return atLeastZero({ value: relaxations.lowered(value, 1), by })
  },
  meanResponse: waiting,
  flowtime: waiting,
  // Shares and indices are at most 1; where each job is alone nobody waits.
  share: () => ({ value: 1, by: DEFINITION }),
  jainWait: () => ({ value: 1, by: DEFINITION }),
  jainSlowdown: () => ({ value: 1, by: DEFINITION }),
  userWait: () => ({ value: 0, by: ALONE }),
  worstUserWait: () => ({ value: 0, by: ALONE }),
}

function atLeastZero(certificate: Certificate): Certificate {
  return certificate.value > 0 ? certificate : { value: 0, by: ALONE }
}

function boundOfFormula(relaxations: Relaxations, tree: Expression): Bound | null {
  if (tree.kind === 'name') return relaxations.bound(requireObjective(tree.name))
  const used = new Set<string>()
  let undefinedPart = false
  const rangeOfPart = (name: string): Range => {
    const part = requireObjective(name)
    const bound = relaxations.bound(part)
    if (bound === null) {
      undefinedPart = true
      return { least: 0, most: Number.POSITIVE_INFINITY }
    }
    used.add(bound.by)
    return part.objective.sense === 'min'
      ? { least: bound.value, most: Number.POSITIVE_INFINITY }
      : { least: 0, most: bound.value }
  }
  const apart = rangeOf(tree, (node) => (node.kind === 'name' ? rangeOfPart(node.name) : null))
  const together = rangeOf(tree, (node) => {
    if (node.kind === 'name') return rangeOfPart(node.name)
    const joint = jointly(relaxations, node, rangeOfPart)
    if (joint === null) return null
    used.add(joint.by)
    return { least: joint.value, most: Number.POSITIVE_INFINITY }
  })
  const least = Math.max(apart.least, together.least)
  if (undefinedPart || !Number.isFinite(least)) return null
  if (used.size > 1) used.delete(ALONE)
  return { value: least, by: [...used].join(', ') }
}

/**
 * A lower bound of a sum of two or more weighted sums of waits, which may have further terms; null for other formulas,
 * and where nothing is known of a further term.
 */
function jointly(
  relaxations: Relaxations,
  node: Expression,
  rangeOfPart: (name: string) => Range,
): Certificate | null {
  const form = linearForm(node)
  if (form === null) return null
  const { load } = relaxations
  const weight = new Float64Array(load.length)
  let alone = form.constant
  let rest = 0
  let sums = 0
  for (const [name, coefficient] of form.coefficients) {
    const part = requireObjective(name)
    const sum = coefficient > 0 && part.within === null ? waitSumOf(load, part) : null
    if (sum !== null) {
      sums++
      alone += coefficient * sum.alone
      const factor = coefficient * sum.factor
      sum.weighting.weight.forEach((each, k) => {
        weight[k] += factor * each
      })
    } else if (coefficient !== 0) {
      const { least, most } = rangeOfPart(name)
      rest += coefficient * (coefficient > 0 ? least : most)
    }
  }
  if (sums < 2 || !Number.isFinite(rest)) return null
  const { value, by } = relaxations.waits({ alone, factor: 1, weighting: { name: null, weight } })
  return { value: value + rest, by }
}
