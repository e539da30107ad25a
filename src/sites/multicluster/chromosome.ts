/**
 * The evaluation of a chromosome (rules C4-C6 of docs/sites.md): a job starts when all jobs before it in the order that
 * share a node with it have ended. It may overtake those with which it shares none. This is the fitness of genetic
 * algorithms, computed millions of times: all memory is taken once, and nodes are looked at once.
 */

import { AT_FIRST, type BatchState } from './batch-state.js'
import { classWords } from './class-words.js'
import { chromosomeOf, type GenomeShape, genomeShape } from './genome.js'
import { type ClusterMeasures, measureAll } from './measures.js'
import { type Passed, passed } from './passed.js'
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export interface ChromosomeEvaluator {
  readonly shape: GenomeShape
  /** Starts of the last evaluation, beside the jobs. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** The measures of all jobs until now: those of the state count with these. */
  readonly evaluate: (genome: Int32Array) => ClusterMeasures
  /** Where the batch stands when the last of these jobs has started. */
  readonly after: (genome: Int32Array) => Passed
}

export interface EvaluatedFrom {
  /** Where the batch stands when these jobs are let in; the beginning where absent. */
  readonly state?: BatchState
  /** The place in the batch of each of these jobs; the same where absent. */
  readonly places?: ArrayLike<number>
  /** Jobs of the order that are let in together, at the instant at which the last job of those before starts; all where absent. */
  readonly packet?: number
}

export function chromosomeEvaluator(
  system: ClusterSystem,
  jobs: ParallelJobs,
  { state = AT_FIRST, places, packet = jobs.tasks.length }: EvaluatedFrom = {},
): ChromosomeEvaluator {
  const count = jobs.tasks.length
  const { running: carried } = state
  const all = count + carried.length
  const shape = genomeShape(jobs.tasks)
  const { from } = shape
  const progress = new Progress(system, jobs, state)
  const counts = new Int32Array(system.classes.size.length)
  const { words, first: weights, rest, unpack } = classWords(system)
  const measure = measureAll(jobs, state)
  /** The last job of each node so far, `all` for none; and as it is at first. */
  const last = new Int32Array(system.power.length)
  const lastAtFirst = new Int32Array(system.power.length).fill(all)
  for (const [k, { nodes }] of carried.entries()) for (const node of nodes) lastAtFirst[node] = count + k
  /** Who waits for a job, as chains: of each job the first link, of each link who waits and the next link. */
  const firstLink = new Int32Array(all)
  const waiter = new Int32Array(from[count] - count)
  const nextLink = new Int32Array(from[count] - count)
  /** The last place in the order whose job was found to wait for this one. */
  const seenAt = new Int32Array(all + 1)
  /** Whom a job waits for, each once, and one place more. */
  const predecessors = new Int32Array(all + 1)
  const awaited = new Int32Array(count)
  const ended = new Int32Array(all)
  const ready = new Int32Array(count)
  /** The packet of each job. */
  const packetOf = new Int32Array(count)
  const packets = Math.max(1, Math.ceil(count / Math.max(1, packet)))
  /** Jobs of each packet that have not started. */
  const unstarted = new Int32Array(packets)

  /** Who has to wait for whom, and what the nodes mean for each job. */
  function read(genome: Int32Array): number {
    last.set(lastAtFirst)
    firstLink.fill(-1)
    seenAt.fill(-1)
    let links = 0
    let waiting = 0
    for (let place = 0; place < count; place++) {
      const job = genome[place]
      packetOf[job] = packets === 1 ? 0 : Math.floor(place / packet)
      const end = from[job + 1]
      let word = 0
      let found = 0
      seenAt[all] = place
      for (let slot = from[job]; slot < end; slot++) {
        const node = genome[slot]
        const before = last[node]
        word += weights[node]
        last[node] = job
        // No branch for a node, as none could be foretold.
        predecessors[found] = before
        found += Number(seenAt[before] !== place)
        seenAt[before] = place
      }
      words[0] = word
      for (let k = 0; k < rest.length; k++) {
        word = 0
        for (let slot = from[job]; slot < end; slot++) word += rest[k][genome[slot]]
        words[k + 1] = word
      }
      unpack(counts)
      progress.placeCounts(job, counts)
      for (let k = 0; k < found; k++) {
        const before = predecessors[k]
        waiter[links] = job
        nextLink[links] = firstLink[before]
        firstLink[before] = links++
      }
      awaited[job] = found
      if (found === 0) ready[waiting++] = job
    }
    return waiting
  }

  /** @param toEnd else only until the last job starts */
  function simulate(genome: Int32Array, toEnd: boolean): void {
    progress.clear()
    let waiting = read(genome)
    for (let which = 0; which < packets; which++) unstarted[which] = Math.min(packet, count - which * packet)
    let open = 0
    for (let finished = 0; finished < all; ) {
      // The last start of a packet lets in the next one at the same instant.
      for (let more = true; more; ) {
        more = false
        let kept = 0
        for (let place = 0; place < waiting; place++) {
          const job = ready[place]
          const which = packetOf[job]
          if (which > open) {
            ready[kept++] = job
            continue
          }
          progress.begin(job)
          if (--unstarted[which] === 0 && which === open) {
            open++
            more = true
          }
        }
        waiting = kept
      }
      if (!toEnd && open === packets) return
      progress.settle()
      const done = progress.advance(ended)
      finished += done
      for (let k = 0; k < done; k++) {
        for (let link = firstLink[ended[k]]; link >= 0; link = nextLink[link]) {
          const after = waiter[link]
          if (--awaited[after] === 0) ready[waiting++] = after
        }
      }
    }
  }

  function evaluate(genome: Int32Array): ClusterMeasures {
    simulate(genome, true)
    return measure(progress)
  }

  function after(genome: Int32Array): Passed {
    simulate(genome, false)
    const { nodes } = chromosomeOf(shape, genome)
    return passed(progress, state, jobs, nodes, places)
  }

  return {
    ...{ shape, evaluate, after },
    start: progress.start.subarray(0, count),
    end: progress.end.subarray(0, count),
  }
}
