/**
 * Orders by one property of the job, known at submit (Smith, Naval Research Logistics Quarterly 3, 1956,
 * for SPT). r is the user's estimate: a scheduler does not know the run time.
 */
import type { VisibleJobs } from '../order.js'
import type { OrderDeclaration } from './declaration.js'
import { staticRanking } from './ranking.js'

function simple(
  name: string,
  aliases: readonly string[],
  formula: string,
  source: string,
  keys: (jobs: VisibleJobs) => Float64Array,
): OrderDeclaration {
  return {
    name,
    aliases,
    formula,
    source,
    parameters: [],
    create: (written) => ({ name: written, bind: ({ jobs }) => staticRanking(keys(jobs)) }),
  }
}

const area = (jobs: VisibleJobs): Float64Array => jobs.estimate.map((r, job) => r * jobs.size[job])
const negative = (column: Float64Array): Float64Array => column.map((value) => -value)

export const SIMPLE_ORDERS: readonly OrderDeclaration[] = [
  simple('fcfs', ['fifo'], 's', 'first come, first served', (jobs) => jobs.submit),
  simple('lcfs', ['lifo'], '−s', 'last come, first served', (jobs) => negative(jobs.submit)),
  simple('spt', ['sjf'], 'r', 'shortest processing time first (Smith 1956)', (jobs) => jobs.estimate),
  simple('lpt', [], '−r', 'longest processing time first', (jobs) => negative(jobs.estimate)),
  simple('smallest', [], 'n', 'fewest processors first', (jobs) => Float64Array.from(jobs.size)),
  simple('largest', [], '−n', 'most processors first', (jobs) => negative(Float64Array.from(jobs.size))),
  simple('saf', [], 'r·n', 'smallest estimated area first', area),
  simple('laf', [], '−r·n', 'largest estimated area first', (jobs) => negative(area(jobs))),
]
