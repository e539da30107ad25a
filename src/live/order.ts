/** The order of a policy over the waiting jobs of a live queue, and what it costs to keep a Slurm to it. */
import type { CalendarClock } from '../core/calendar.js'
import { QueuewrightError } from '../core/errors.js'
import { namesIn } from '../core/expression/ast.js'
import { stableOrder } from '../core/ordering.js'
import { type OrderForm, orderForm } from '../deploy/index.js'
import type { QueueOrder, QueueState } from '../sim/order.js'
import { orderExpression, parseOrder } from '../sim/orders/index.js'
import { policyParts, SLURM } from '../sim/policy.js'
import { timeClassClock } from '../sim/time-class.js'
import { JobTableBuilder } from '../trace/job-table.js'
import type { WaitingJob } from './queue.js'

/** Unix time of the zero of what formulas are told, the begin of 2026, as exported scripts have it. */
export const EPOCH = 1_767_225_600
/** Seconds that a job without a limit is taken to ask for: a year. */
export const WITHOUT_LIMIT = 31_536_000

/** An order by which a live queue can be ranked. */
export interface LiveOrder {
  /** The policy, as it was written. */
  readonly policy: string
  readonly order: QueueOrder
  readonly form: OrderForm
  readonly clock: CalendarClock
}

/**
 * @throws QueuewrightError `not-exportable` for orders that ask for what squeue does not tell; as `policyParts`
 */
export function liveOrder(policy: string, zone: string | number): LiveOrder {
  const parts = policyParts(policy)
  if (parts === null || parts.algorithm === SLURM) {
    throw notLive('it has none of its own', policy, 'Name a policy of one order, such as easy:saf')
  }
  const formula = orderExpression(parts.order)
  if (formula === null) {
    throw notLive('it keeps accounts of what runs', parts.order, 'Slurm has fair shares of its own')
  }
  const form = orderForm(formula)
  const unknown = namesIn(form.key).find((name) => name === 'group' || name === 'user')
  if (unknown !== undefined) {
    throw notLive(
      `it asks for the ${unknown}, by numbers of a log`,
      parts.order,
      'qw export-policy --to lua has a table of names',
    )
  }
  return { policy, order: parseOrder(parts.order), form, clock: { unixStart: EPOCH, zone } }
}

function notLive(because: string, value: string, remedy: string): QueuewrightError {
  return new QueuewrightError('not-exportable', `a live queue cannot be ranked by this order: ${because}`, {
    value,
    remedy,
  })
}

/** The places of waiting jobs by an order, the first to go first. */
export function ranked(
  { order, clock }: LiveOrder,
  waiting: readonly WaitingJob[],
  state: { readonly at: number; readonly processors: number; readonly busy: number },
): Int32Array {
  const n = waiting.length
  const builder = new JobTableBuilder(n)
  for (const { job, submit, limit, processors } of waiting) {
    const estimate = Number.isFinite(limit) ? limit : WITHOUT_LIMIT
    builder.addValues(job, submit - EPOCH, estimate, estimate, processors, -1, 0)
  }
  // Waiting jobs come by submit and number, as tables have them.
  const { table } = builder.finish()
  const ranking = order.bind({
    jobs: table,
    processors: state.processors,
    origin: 0,
    timeClasses: timeClassClock(clock),
    live: false,
    field: () => () => -1,
    site: null,
    members: () => [],
  })
  const now: QueueState = {
    now: state.at - EPOCH,
    waiting: n,
    free: Math.max(0, state.processors - state.busy),
  }
  const keys = new Float64Array(n)
  ranking.score(
    keys,
    Int32Array.from({ length: n }, (_, k) => k),
    n,
    now,
  )
  return stableOrder(keys)
}

/** The cost, in words and before anything is written, of keeping a queue in this order. */
export function costOf({ form }: LiveOrder, writes: number, rate: number): string {
  const now = `${writes} ${writes === 1 ? 'factor' : 'factors'} now, ${Math.ceil(writes / rate)} s at ${rate} a second`
  return form.kind === 'job'
    ? `an order by the job alone: ${now}, then one write for each job that comes`
    : `ranks that change (${form.because}): ${now}, then up to as many as jobs wait, again and again`
}
