/**
 * Orders by one property of the job, known at submit (Smith, Naval Research Logistics Quarterly 3, 1956,
 * for SPT). r is the user's estimate: a scheduler does not know the run time.
 */
import type { VisibleJobs } from '../order.js'
import type { OrderDeclaration } from './declaration.js'
import { columnRanking, staticRanking } from './ranking.js'

type Key = (jobs: VisibleJobs, job: number) => number

function simple(
  name: string,
  aliases: readonly string[],
  formula: string,
  source: string,
  key: 'submit' | 'estimate' | Key,
): OrderDeclaration {
  return {
    name,
    aliases,
    formula,
    source,
    parameters: [],
    create: (written) => ({
      name: written,
      bind: ({ jobs, live }) => {
        if (typeof key !== 'string') return staticRanking(jobs, (job) => key(jobs, job))
        const column = jobs[key]
        // A prediction that is corrected while its job runs must not move the job's key.
        return live ? staticRanking(jobs, (job) => column[job]) : columnRanking(column)
      },
    }),
  }
}

const area: Key = ({ estimate, size }, job) => estimate[job] * size[job]

export const SIMPLE_ORDERS: readonly OrderDeclaration[] = [
  simple('fcfs', ['fifo'], 's', 'first come, first served', 'submit'),
  simple('lcfs', ['lifo'], '−s', 'last come, first served', ({ submit }, job) => -submit[job]),
  simple('spt', ['sjf'], 'r', 'shortest processing time first (Smith 1956)', 'estimate'),
  simple('lpt', [], '−r', 'longest processing time first', ({ estimate }, job) => -estimate[job]),
  simple('smallest', [], 'n', 'fewest processors first', ({ size }, job) => size[job]),
  simple('largest', [], '−n', 'most processors first', ({ size }, job) => -size[job]),
  simple('saf', [], 'r·n', 'smallest estimated area first', area),
  simple('laf', [], '−r·n', 'largest estimated area first', (jobs, job) => -area(jobs, job)),
]
