/** Where each job of a simulation was put: its nodes and the tasks on each, in one piece of memory. */
import { columnBeside, type Rows } from '../../trace/growing-table.js'
import { gather } from '../../trace/job-table.js'
import type { NodeShare } from './stock.js'

const START = 1024

export class NodePlaces {
  /** Pairs of a node and its tasks, job after job in the order of their starts. */
  #pairs = new Int32Array(START)
  #end = 0
  /** Where each job's pairs begin and end. */
  readonly #from: Float64Array
  readonly #to: Float64Array
  /** Each job's partition. */
  readonly #homes: Int32Array

  constructor(jobs: Rows) {
    this.#from = columnBeside(jobs, Float64Array)
    this.#to = columnBeside(jobs, Float64Array)
    this.#homes = columnBeside(jobs, Int32Array)
  }

  put(job: number, { nodes, tasks }: Pick<NodeShare, 'nodes' | 'tasks'>, home: number): void {
    this.#homes[job] = home
    const end = this.#end + 2 * nodes.length
    if (end > this.#pairs.length) {
      const longer = new Int32Array(Math.max(end, 2 * this.#pairs.length))
      longer.set(this.#pairs)
      this.#pairs = longer
    }
    this.#from[job] = this.#end
    for (let k = 0; k < nodes.length; k++) {
      this.#pairs[this.#end++] = nodes[k]
      this.#pairs[this.#end++] = tasks[k]
    }
    this.#to[job] = end
  }

  /** The same of some jobs alone, in their order. */
  among(rows: Int32Array): NodePlaces {
    const part = new NodePlaces({ length: rows.length })
    part.#pairs = this.#pairs
    part.#end = this.#end
    gather(this.#from, rows, part.#from)
    gather(this.#to, rows, part.#to)
    gather(this.#homes, rows, part.#homes)
    return part
  }

  /** The partition that a job runs in. */
  homeOf(job: number): number {
    return this.#homes[job]
  }

  /** The nodes of a job, and how many of its tasks are on each. */
  of(job: number): readonly { readonly node: number; readonly tasks: number }[] {
    const found = []
    for (let k = this.#from[job]; k < this.#to[job]; k += 2)
      found.push({ node: this.#pairs[k], tasks: this.#pairs[k + 1] })
    return found
  }
}
