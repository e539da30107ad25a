/**
 * Chromosomes as searches have them: one row of whole numbers, the order of the jobs (their places), then the nodes of job
 * 0, those of job 1 and so on, each as many as the job has tasks. What varies them is of MULTI, section 4.2 (rules C11 and
 * C13 of docs/sites.md).
 */
import type { Random } from '../../core/random.js'

/** An order of the jobs and a set of nodes for each. */
export interface Chromosome {
  /** Places of the jobs. */
  readonly order: ArrayLike<number>
  /** Beside the jobs; each as many nodes as the job has tasks. */
  readonly nodes: readonly ArrayLike<number>[]
}

/** Where what stands in a genome. */
export interface GenomeShape {
  readonly count: number
  /** The first node of each job; and the genome's length. */
  readonly from: Int32Array
}

export function genomeShape(tasks: ArrayLike<number>): GenomeShape {
  const count = tasks.length
  const from = new Int32Array(count + 1)
  from[0] = count
  for (let job = 0; job < count; job++) from[job + 1] = from[job] + tasks[job]
  return { count, from }
}

export function genomeOf({ count, from }: GenomeShape, { order, nodes }: Chromosome): Int32Array {
  const genome = new Int32Array(from[count])
  genome.set(order)
  for (const [job, own] of nodes.entries()) genome.set(own, from[job])
  return genome
}

export function chromosomeOf({ count, from }: GenomeShape, genome: Int32Array): Chromosome {
  return {
    order: genome.subarray(0, count),
    nodes: Array.from({ length: count }, (_, job) => genome.subarray(from[job], from[job + 1])),
  }
}

/** Variation of genomes of one shape over so many nodes. */
export interface GenomeOperators {
  /** A random order, and random nodes. */
  readonly random: (random: Random) => Int32Array
  /** One job at another place, and with new nodes (the step of rule C11). */
  readonly step: (genome: Int32Array, random: Random) => Int32Array
  /**
   * Places where both have the same job keep it, the other jobs come in random order; nodes that a job has in both stay, the
   * rest is drawn from all other nodes.
   */
  readonly cross: (a: Int32Array, b: Int32Array, random: Random) => Int32Array
}

export function genomeOperators({ count, from }: GenomeShape, nodes: number): GenomeOperators {
  /** All nodes in order, but while some are drawn of them. */
  const pool = Int32Array.from({ length: nodes }, (_, node) => node)
  /** Where the drawn ones came from. */
  const taken = new Int32Array(nodes)
  /** The nodes that are not in both parents, in order. */
  const others = new Int32Array(nodes)
  /** 1 for nodes that the job has in the first parent, 2 in both. */
  const held = new Uint8Array(nodes)

  /** Puts `wanted` of the first `size` of `of` into the genome, in whose place others stand then. */
  const draw = (
    genome: Int32Array,
    at: number,
    wanted: number,
    of: Int32Array,
    size: number,
    random: Random,
  ): void => {
    for (let k = 0; k < wanted; k++) {
      const other = k + random.below(size - k)
      const node = of[other]
      of[other] = of[k]
      of[k] = node
      taken[k] = other
      genome[at + k] = node
    }
  }
  const drawAll = (genome: Int32Array, job: number, random: Random): void => {
    const wanted = from[job + 1] - from[job]
    draw(genome, from[job], wanted, pool, nodes, random)
    for (let k = 0; k < wanted; k++) {
      pool[taken[k]] = taken[k]
      pool[k] = k
    }
  }

  return {
    random: (random) => {
      const genome = new Int32Array(from[count])
      const order = genome.subarray(0, count)
      for (let job = 0; job < count; job++) order[job] = job
      random.shuffle(order)
      for (let job = 0; job < count; job++) drawAll(genome, job, random)
      return genome
    },
    step: (genome, random) => {
      const job = random.below(count)
      const to = random.below(count)
      const child = moved(genome, count, job, to)
      drawAll(child, job, random)
      return child
    },
    cross: (a, b, random) => {
      const child = new Int32Array(from[count])
      const rest: number[] = []
      for (let place = 0; place < count; place++) if (a[place] !== b[place]) rest.push(a[place])
      random.shuffle(rest)
      let next = 0
      for (let place = 0; place < count; place++)
        child[place] = a[place] === b[place] ? a[place] : rest[next++]
      for (let job = 0; job < count; job++) {
        const first = from[job]
        const end = from[job + 1]
        for (let at = first; at < end; at++) held[a[at]] = 1
        let to = first
        for (let at = first; at < end; at++) {
          const node = b[at]
          child[to] = node
          to += held[node]
          held[node] <<= 1
        }
        if (to === first) drawAll(child, job, random)
        else if (to < end) {
          let size = 0
          for (let node = 0; node < nodes; node++) {
            others[size] = node
            size += 1 - (held[node] >> 1)
          }
          draw(child, to, end - to, others, size, random)
        }
        for (let at = first; at < end; at++) held[a[at]] = 0
      }
      return child
    },
  }
}

/** A genome with one job at another place of the order, counted without it. */
export function moved(genome: Int32Array, count: number, job: number, to: number): Int32Array {
  const child = genome.slice()
  let place = 0
  while (genome[place] !== job) place++
  child.copyWithin(place, place + 1, count)
  child.copyWithin(to + 1, to, count - 1)
  child[to] = job
  return child
}
