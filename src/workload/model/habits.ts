/**
 * Habits: which jobs users choose, and how much they repeat themselves.
 *
 * The jobs of an archetype are a table of counts over kinds (size and requested time) and classes of run time, π. From
 * one job to the next a user keeps all of it, keeps the kind, keeps the size, or chooses anew (`Repetition`); what is
 * not kept is drawn given what is. Each of these steps leaves π as it is, so repeating a job, the strongest locality
 * there is in such logs (Feitelson, "Locality of sampling and diversity in parallel system workloads", ICS 2007), does
 * not change how frequent jobs are. What a user chooses anew he mostly takes from what he chose before: with chance
 * n/(n + α) one of his n earlier choices, else a draw from π (a Pólya urn: the Dirichlet process of Blackwell and
 * MacQueen, Annals of Statistics 1, 1973, centred on π). So every user has habits of his own, and all of them together
 * those of the archetype. The run time of a kind is chosen by an urn in the urn, with a concentration of its own. And
 * with chance κ what is chosen anew, or anew for a size, is drawn among what runs as long as the job before (the same
 * class): users vary size and request of one program.
 *
 * All chances are fitted by matching frequencies of coincidence. Let c be the chance that two jobs of one user from
 * different sessions are alike, c₀ that two jobs of different users of the archetype are. Then α = (1 − c)/(c − c₀),
 * as the urn has c = (1 + α·c₀)/(1 + α). And successive jobs are alike either because they were repeated or by chance:
 * with s, k, t for same size, same kind, same in all, and P for frequencies among successive jobs,
 *   none = (1 − P_s)/(1 − c_s)
 *   size = (1 − none + none·c_k − P_k)/(1 − c_k/c_s)
 *   kind = (1 − none − size + size·c_t/c_s + none·c_t − P_t)/(1 − c_t/c_k)
 *   all  = 1 − none − size − kind, each kept within 0 to 1, and with r for the same class of run time
 *   κ    = (P_r − all − kind·c_t/c_k − size·c_sr/c_s − none·c_r)/(size·(1 − c_sr/c_s) + none·(1 − c_r)).
 */
import type { Random } from '../../core/random.js'
import { eachSession, type LogUser } from './population.js'
import { cumulated, firstAbove, rounded } from './tables.js'
import type { Archetype, KindsOfSize, Repetition, RunsOfRequest } from './workload-model.js'

/** Jobs as a model sees them, row by row. */
export interface JobKinds {
  readonly size: Int32Array
  readonly estimate: Float64Array
  /** Class of the run time. */
  readonly run: Int32Array
}

/** Numbers that are equal where two jobs are alike in what the name says; row by row. */
export type Likeness = Readonly<Record<Like, Int32Array>>
const LIKE = ['size', 'run', 'sizeAndRun', 'kind', 'all'] as const
type Like = (typeof LIKE)[number]

export function likenessOf({ size, estimate, run }: JobKinds): Likeness {
  const kinds = numbered(size, estimate)
  // Two classes of run time count as one here: times that are nearly equal fall on two sides of an edge less often.
  const coarse = run.map((value) => (value < 0 ? value : value >> 1))
  return { size, run: coarse, sizeAndRun: numbered(size, coarse), kind: kinds, all: numbered(kinds, coarse) }
}

/** A number for each pair of values. */
function numbered(first: Int32Array, second: ArrayLike<number>): Int32Array {
  const numbers = new Map<number, Map<number, number>>()
  let count = 0
  return first.map((value, row) => {
    const ofFirst = entry(numbers, value, () => new Map<number, number>())
    return entry(ofFirst, second[row], () => count++)
  })
}

/** Pairs of jobs, and how many of them are alike. */
type Coincidences = Record<'pairs' | Like, number>

/** Counts from which the habits of an archetype are fitted; sums of several are those of all. */
export interface HabitCounts {
  /** Pairs of jobs of one user from different sessions. */
  readonly own: Coincidences
  /** Pairs of jobs of different users. */
  readonly others: Coincidences
  /** Successive jobs of a session; the last of one session and the first of the next. */
  readonly within: Coincidences
  readonly across: Coincidences
}

export function countHabits(likeness: Likeness, users: readonly LogUser[]): HabitCounts {
  const counts: HabitCounts = { own: none(), others: none(), within: none(), across: none() }
  const { own, others } = counts
  for (const key of ['pairs', ...LIKE] as const) {
    const agreeing = key === 'pairs' ? squared : (rows: readonly Int32Array[]) => alike(rows, likeness[key])
    const ofUsers = users.reduce((sum, { rows }) => sum + agreeing([rows]), 0)
    let ofSessions = 0
    eachSession(users, (rows) => {
      ofSessions += rows.length === 1 ? 1 : agreeing([rows])
    })
    own[key] = ofUsers - ofSessions
    others[key] = agreeing(users.map(({ rows }) => rows)) - ofUsers
  }
  for (const { rows, bounds } of users) {
    for (let k = 1, session = 1; k < rows.length; k++) {
      const first = k === bounds[session]
      if (first) session++
      compare(first ? counts.across : counts.within, likeness, rows[k - 1], rows[k])
    }
  }
  return counts
}

function none(): Coincidences {
  return { pairs: 0, size: 0, run: 0, sizeAndRun: 0, kind: 0, all: 0 }
}

/** Ordered pairs of rows, each with itself among them. */
function squared(parts: readonly Int32Array[]): number {
  return parts.reduce((count, { length }) => count + length, 0) ** 2
}

/** Those of them that have the same number (Σ n² over the numbers). */
function alike(parts: readonly Int32Array[], numbers: Int32Array): number {
  const counts = new Map<number, number>()
  for (const rows of parts) {
    for (let k = 0; k < rows.length; k++) {
      const number = numbers[rows[k]]
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  }
  let sum = 0
  for (const count of counts.values()) sum += count * count
  return sum
}

function compare(to: Coincidences, likeness: Likeness, a: number, b: number): void {
  to.pairs++
  for (const key of LIKE) if (likeness[key][a] === likeness[key][b]) to[key]++
}

export function addedHabits(counts: readonly HabitCounts[]): HabitCounts {
  const total = { own: none(), others: none(), within: none(), across: none() }
  for (const each of counts) {
    for (const name of ['own', 'others', 'within', 'across'] as const) {
      for (const key of ['pairs', ...LIKE] as const) total[name][key] += each[name][key]
    }
  }
  return total
}

/** Observations that the whole site's frequencies count for beside an archetype's own. */
const PRIOR_PAIRS = 20

/** Concentrations beyond these differ in nothing that could be seen. */
const CONCENTRATIONS = [0.05, 1000] as const

/** The habits of an archetype; where it has few observations, those of the whole site stand in. */
export function fitHabits(
  counts: HabitCounts,
  site: HabitCounts,
): Pick<Archetype, 'within' | 'across' | 'concentration'> {
  const own = chances(counts.own, site.own)
  const others = chances(counts.others, site.others)
  return {
    within: repetition(chances(counts.within, site.within), own),
    across: repetition(chances(counts.across, site.across), own),
    concentration: {
      kinds: concentration(own.kind, others.kind),
      runs: concentration(ratio(own.all, own.kind), ratio(others.all, others.kind)),
    },
  }
}

type Chances = Readonly<Record<Like, number>>

function chances(counts: Coincidences, site: Coincidences): Chances {
  const of = (key: Like) =>
    ratio(counts[key] + PRIOR_PAIRS * ratio(site[key], site.pairs), counts.pairs + PRIOR_PAIRS)
  return {
    size: of('size'),
    run: of('run'),
    sizeAndRun: of('sizeAndRun'),
    kind: of('kind'),
    all: of('all'),
  }
}

function repetition(seen: Chances, own: Chances): Repetition {
  const share = (value: number, most: number) => (value > 0 ? rounded(Math.min(most, value)) : 0)
  const kindOfSize = ratio(own.kind, own.size)
  const allOfSize = ratio(own.all, own.size)
  const allOfKind = ratio(own.all, own.kind)
  const anew = share((1 - seen.size) / (1 - own.size), 1)
  const size = share((1 - anew + anew * own.kind - seen.kind) / (1 - kindOfSize), 1 - anew)
  // Shares that are rounded may come to a little more than 1.
  const rest = Math.max(0, 1 - anew - size)
  const kind = share((rest + size * allOfSize + anew * own.all - seen.all) / (1 - allOfKind), rest)
  const all = rounded(Math.max(0, rest - kind))
  const runOfSize = ratio(own.sizeAndRun, own.size)
  const byChance = all + kind * allOfKind + size * runOfSize + anew * own.run
  const run = share((seen.run - byChance) / (size * (1 - runOfSize) + anew * (1 - own.run)), 1)
  return { all, kind, size, none: anew, run }
}

function concentration(own: number, others: number): number {
  const [least, most] = CONCENTRATIONS
  const value = own > others ? (1 - own) / (own - others) : most
  return rounded(Math.min(most, Math.max(least, value)))
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

/** π of an archetype, as a document holds it. */
export function kindsOf(jobs: JobKinds, users: readonly LogUser[]): readonly KindsOfSize[] {
  const sizes = new Map<number, Map<number, Map<number, number>>>()
  for (const { rows } of users) {
    for (const row of rows) {
      const requests = entry(sizes, jobs.size[row], () => new Map<number, Map<number, number>>())
      const runs = entry(requests, jobs.estimate[row], () => new Map<number, number>())
      runs.set(jobs.run[row], (runs.get(jobs.run[row]) ?? 0) + 1)
    }
  }
  return byKey(sizes).map(
    ([size, requests]): KindsOfSize => [
      size,
      byKey(requests).map(([estimate, runs]): RunsOfRequest => [estimate, byKey(runs).flat()]),
    ],
  )
}

function entry<Value>(map: Map<number, Value>, key: number, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}

function byKey<Value>(map: ReadonlyMap<number, Value>): [number, Value][] {
  return [...map].sort(([a], [b]) => a - b)
}

/** π of an archetype, to draw from: one place for each size, requested time and class of run time. */
export class KindSampler {
  readonly size: Int32Array
  readonly estimate: Float64Array
  readonly run: Int32Array
  /** Number of the kind and of the size of each place, from 0. */
  readonly kind: Int32Array
  readonly sizeNumber: Int32Array
  readonly #cumulative: Float64Array
  readonly #weighted: Float64Array
  /** Places of kind k: from #kindFrom[k] to #kindFrom[k + 1]; of sizes likewise. */
  readonly #kindFrom: Int32Array
  readonly #sizeFrom: Int32Array

  /** @param weight of a job by its size, requested time and class of run time, where one is drawn of all */
  constructor(
    kinds: readonly KindsOfSize[],
    weight: (size: number, estimate: number, run: number) => number,
  ) {
    const places: [number, number, number, number, number][] = []
    const counts: number[] = []
    const weighted: number[] = []
    const kindFrom: number[] = []
    const sizeFrom: number[] = []
    for (const [size, requests] of kinds) {
      for (const [estimate, runs] of requests) {
        for (let k = 0; k < runs.length; k += 2) {
          places.push([size, estimate, runs[k], kindFrom.length, sizeFrom.length])
          counts.push(runs[k + 1])
          weighted.push(runs[k + 1] * weight(size, estimate, runs[k]))
        }
        kindFrom.push(places.length)
      }
      sizeFrom.push(places.length)
    }
    this.size = Int32Array.from(places, ([size]) => size)
    this.estimate = Float64Array.from(places, ([, estimate]) => estimate)
    this.run = Int32Array.from(places, ([, , run]) => run)
    this.kind = Int32Array.from(places, ([, , , kind]) => kind)
    this.sizeNumber = Int32Array.from(places, ([, , , , size]) => size)
    this.#cumulative = cumulated(counts)
    this.#weighted = cumulated(weighted)
    this.#kindFrom = Int32Array.from([0, ...kindFrom])
    this.#sizeFrom = Int32Array.from([0, ...sizeFrom])
  }

  draw(random: Random): number {
    return between(random, this.#weighted, 0, this.size.length)
  }

  drawOfSize(random: Random, size: number): number {
    return between(random, this.#cumulative, this.#sizeFrom[size], this.#sizeFrom[size + 1])
  }

  drawOfKind(random: Random, kind: number): number {
    return between(random, this.#cumulative, this.#kindFrom[kind], this.#kindFrom[kind + 1])
  }
}

/** A place in [from, to), by its share in a column of cumulated weights. */
function between(random: Random, cumulative: Float64Array, from: number, to: number): number {
  const before = from === 0 ? 0 : cumulative[from - 1]
  const mark = before + random.uniform() * (cumulative[to - 1] - before)
  return firstAbove(cumulative, mark, from, to - 1)
}

/** Draws after which one of the wanted run time is given up. */
const MOST_DRAWS = 24

/** One user's choices, job after job. */
export class Habit {
  readonly #kinds: KindSampler
  readonly #archetype: Archetype
  readonly #random: Random
  /** Places chosen anew so far, and the same by size and by kind. */
  readonly #chosen: number[] = []
  readonly #ofSize = new Map<number, number[]>()
  readonly #ofKind = new Map<number, number[]>()
  #last = -1

  constructor(kinds: KindSampler, archetype: Archetype, random: Random) {
    this.#kinds = kinds
    this.#archetype = archetype
    this.#random = random
  }

  /** The place in `KindSampler` of the user's next job. */
  next(within: boolean): number {
    const random = this.#random
    const kinds = this.#kinds
    const last = this.#last
    if (last < 0) this.#last = this.#remembered(this.#chooseAnew())
    else {
      const { none, size, kind, run } = within ? this.#archetype.within : this.#archetype.across
      const mark = random.uniform()
      if (mark < none + size) {
        const alike = random.uniform() < run ? kinds.run[last] : null
        this.#last =
          mark < none
            ? this.#remembered(this.#drawn(alike, () => this.#chooseAnew()))
            : this.#drawn(alike, () => this.#chooseOfSize(kinds.sizeNumber[last]))
      } else if (mark < none + size + kind) this.#last = this.#chooseOfKind(kinds.kind[last])
    }
    return this.#last
  }

  /** A draw with the class of run time `run`, any where null; the last of some draws where none had it. */
  #drawn(run: number | null, draw: () => number): number {
    let place = draw()
    for (let k = 1; k < MOST_DRAWS && run !== null && this.#kinds.run[place] !== run; k++) place = draw()
    return place
  }

  #remembered(place: number): number {
    this.#chosen.push(place)
    remember(this.#ofSize, this.#kinds.sizeNumber[place], place)
    remember(this.#ofKind, this.#kinds.kind[place], place)
    return place
  }

  #chooseAnew(): number {
    const { kinds: alpha, runs: beta } = this.#archetype.concentration
    const random = this.#random
    const kinds = this.#kinds
    const old = this.#earlier(this.#chosen, alpha)
    if (old < 0) return kinds.draw(random)
    const known = this.#ofKind.get(kinds.kind[old])?.length ?? 0
    return random.uniform() * (known + beta) >= known ? kinds.drawOfKind(random, kinds.kind[old]) : old
  }

  #chooseOfSize(size: number): number {
    const old = this.#earlier(this.#ofSize.get(size) ?? [], this.#archetype.concentration.kinds)
    return old < 0 ? this.#kinds.drawOfSize(this.#random, size) : this.#chooseOfKind(this.#kinds.kind[old])
  }

  #chooseOfKind(kind: number): number {
    const old = this.#earlier(this.#ofKind.get(kind) ?? [], this.#archetype.concentration.runs)
    return old < 0 ? this.#kinds.drawOfKind(this.#random, kind) : old
  }

  /** One of `choices`, each as likely; −1, with chance α/(n + α), for none of them. */
  #earlier(choices: readonly number[], alpha: number): number {
    const n = choices.length
    if (n === 0 || this.#random.uniform() * (n + alpha) >= n) return -1
    return choices[this.#random.int(n)]
  }
}

function remember(choices: Map<number, number[]>, key: number, place: number): void {
  const known = choices.get(key)
  if (known === undefined) choices.set(key, [place])
  else known.push(place)
}
