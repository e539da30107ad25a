/** Plain orders for tests that must not depend on the product's own. */
import type {
  GeneralRanking,
  LinearRanking,
  QueueOrder,
  StaticRanking,
  VisibleJobs,
} from '../../src/sim/order.js'
import type { AlgorithmName, Policy } from '../../src/sim/policy.js'

/** A static order by a key of the job; NaN becomes +∞, as static keys are never NaN. */
export function staticOrder(name: string, key: (jobs: VisibleJobs, row: number) => number): QueueOrder {
  return {
    name,
    bind({ jobs }): StaticRanking {
      const keys = Float64Array.from({ length: jobs.length }, (_, row) => {
        const value = key(jobs, row)
        return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value
      })
      return {
        kind: 'static',
        keys,
        score(out, queue, n) {
          for (let k = 0; k < n; k++) out[k] = keys[queue[k]]
        },
      }
    },
  }
}

/** The same order, known only by its scores: the engine must score the queue at every pass. */
export function asGeneral(order: QueueOrder): QueueOrder {
  return {
    name: `general ${order.name}`,
    bind(world): GeneralRanking {
      const ranking = order.bind(world)
      return { kind: 'general', score: (out, queue, n, state) => ranking.score(out, queue, n, state) }
    },
  }
}

/** The same order of kind `general`, of which nothing is known of several jobs at once. */
export function withoutBounds(order: QueueOrder): QueueOrder {
  return {
    ...order,
    bind(world): GeneralRanking {
      const ranking = order.bind(world) as GeneralRanking
      return {
        kind: 'general',
        score: (out, queue, n, state) => ranking.score(out, queue, n, state),
        started: (job, now) => ranking.started?.(job, now),
        ended: (job, now) => ranking.ended?.(job, now),
      }
    },
  }
}

export const bySubmit = staticOrder('submit', (jobs, row) => jobs.submit[row])

export function policyOf(
  algorithm: AlgorithmName,
  order: QueueOrder = bySubmit,
  backfillOrder: QueueOrder | null = null,
): Policy {
  const suffix = backfillOrder === null ? '' : `/${backfillOrder.name}`
  return { name: `${algorithm}:${order.name}${suffix}`, algorithm, order, backfillOrder }
}

/** Columns of coefficients, job by job. */
export function fillBy(coefficients: LinearRanking['coefficients']): LinearRanking['fill'] {
  return (out, jobs, now) => {
    const of = new Float64Array(4)
    for (const [k, job] of jobs.entries()) {
      coefficients(of, job, now)
      for (const [which, name] of (['c', 'p', 's', 'q'] as const).entries()) out[name][k] = of[which]
    }
  }
}

/**
 * A linear order made of the job's columns, whose coefficients change every `period` seconds (Infinity: never).
 * Slopes differ in sign, so that jobs overtake one another in both directions.
 */
export function linearOrder(period: number): QueueOrder {
  return {
    name: `linear ${period}`,
    bind({ jobs }): LinearRanking {
      const phase = (now: number) => (period === Number.POSITIVE_INFINITY ? 0 : Math.floor(now / period) % 3)
      const coefficients = (out: Float64Array, job: number, now: number) => {
        const p = phase(now)
        out[0] = p === 1 ? jobs.size[job] : (jobs.estimate[job] % 7) * 2
        out[1] = p === 2 ? -jobs.size[job] : (jobs.group[job] % 4) - 2
        out[2] = jobs.submit[job]
        out[3] = 1 + (jobs.user[job] % 3)
      }
      const one = new Float64Array(4)
      return {
        kind: 'linear',
        phases: period === Number.POSITIVE_INFINITY ? 1 : 3,
        phase,
        coefficients,
        fill: fillBy(coefficients),
        until: (now) =>
          period === Number.POSITIVE_INFINITY ? period : (Math.floor(now / period) + 1) * period,
        score(out, queue, n, { now }) {
          for (let k = 0; k < n; k++) {
            coefficients(one, queue[k], now)
            out[k] = one[0] + (one[1] * (now - one[2])) / one[3]
          }
        },
      }
    },
  }
}

/** Keys that depend on the number waiting and free, some of them NaN and infinite. */
export const byState: QueueOrder = {
  name: 'state',
  bind({ jobs, processors }): GeneralRanking {
    return {
      kind: 'general',
      score(out, queue, n, { now, waiting, free }) {
        for (let k = 0; k < n; k++) {
          const row = queue[k]
          const crowded = waiting > 3 ? jobs.size[row] : -jobs.size[row]
          const spare = free > processors / 2 ? jobs.estimate[row] : now - jobs.submit[row]
          out[k] = jobs.user[row] === 5 ? Number.NaN : crowded * 3 - spare
        }
      },
    }
  },
}
