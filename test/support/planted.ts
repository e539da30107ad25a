/** Logs of sites that are known, made by our own simulator: what a calibration is to find again. */
import { type Observed, observedOf } from '../../src/calibrate/index.js'
import { Random } from '../../src/core/random.js'
import type { Facility } from '../../src/sim/facility/index.js'
import { processorsOf } from '../../src/sim/facility/index.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { createTrace, replaceColumns } from '../../src/trace/index.js'
import { tableOf } from './arbitraries.js'
import { plainPolicy } from './policies.js'

export interface Plant {
  readonly seed: number
  readonly jobs: number
  readonly facility: Facility
  readonly policy: string
  readonly compress?: 'queue' | 'none'
  readonly cycle?: number
  /** Seconds after the pass at which a job begins at the latest. */
  readonly latency?: number
  /** Share of jobs that their users hold for hours after the submit, which the log does not show. */
  readonly held?: number
  /** Work that is submitted, as a share of what the machine can do. */
  readonly load?: number
  readonly largest?: number
  /** Seconds for which jobs as large as the machine are passed over, since a processor is away. */
  readonly away?: number
  /** Random starts, whatever is free. */
  readonly chance?: boolean
  readonly header?: number | null
}

const ESTIMATES = [600, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]

export function plantedLog(plant: Plant): Observed {
  const { seed, jobs: count, facility, latency = 0, held = 0, load = 0.8 } = plant
  const random = new Random(seed)
  const normal = random.normal()
  const [first, last] = [facility.partitions[0], facility.partitions.at(-1)]
  const queues = facility.partitions.length < 2 ? [1, 2] : facility.partitions.map((_, k) => k + 1)
  const machine = processorsOf(facility)
  const sizeOf = (queue: number) => {
    const { processors } = (facility.partitions.length < 2 ? first : facility.partitions[queue - 1]) ?? last
    return processors.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  }
  const users = Array.from({ length: 24 }, (_, user) => ({
    user: user + 1,
    most: random.int(7),
    estimate: random.int(ESTIMATES.length),
  }))
  const rows = Array.from({ length: count }, (_, k) => {
    const { user, most, estimate } = users[Math.floor(random.uniform() ** 2 * users.length)]
    const queue = queues[Math.floor(random.uniform() ** 1.5 * queues.length)]
    const asked = ESTIMATES[Math.min(ESTIMATES.length - 1, Math.max(0, estimate + random.int(3) - 1))]
    const size = Math.min(plant.largest ?? 64, sizeOf(queue), 2 ** Math.min(most + random.int(2), 9))
    const share = random.uniform() < 0.1 ? 1 : random.uniform() ** 2
    const runtime = Math.max(1, Math.round(asked * share) - latency)
    return { id: k + 1, user, group: 1, queue, size, estimate: asked, runtime, submit: 0 }
  })
  const work = rows.reduce((sum, { size, runtime }) => sum + size * runtime, 0)
  const span = work / (machine * load)
  const instants = rows.map(() => random.uniform() * span).sort((a, b) => a - b)
  // Users submit several at a time.
  rows.forEach((row, k) => {
    const batch = k - (k % (1 + (row.user % 5)))
    row.submit = Math.round(instants[batch]) + (k - batch)
  })
  rows.sort((a, b) => a.submit - b.submit || a.id - b.id)
  const released = rows.map(({ submit, size }) =>
    random.uniform() < held
      ? submit + Math.round(3_600 * Math.exp(1.3 + normal()))
      : submit + (size === machine ? (plant.away ?? 0) : 0),
  )
  const start =
    plant.chance === true
      ? rows.map(
          ({ submit }) =>
            submit + (random.uniform() < 0.3 ? 0 : Math.round(-20_000 * Math.log(random.uniform() + 1e-9))),
        )
      : startsOf(plant, rows, released)
  const late = start.map((at) => (latency === 0 ? at : at + random.int(latency + 1)))
  const jobs = tableOf(
    rows.map(({ queue: _, ...row }, k) => ({ ...row, runtime: row.runtime + start[k] + latency - late[k] })),
  )
  const trace = createTrace({
    name: `planted-${seed}`,
    processors: plant.header === undefined ? machine : plant.header,
    clock: { unixStart: 0, zone: 'UTC' },
    jobs,
    fields: {
      wait: Float64Array.from(late, (at, k) => at - rows[k].submit),
      queue: Float64Array.from(rows, ({ queue }) => queue),
    },
    header: [],
    dropped: {},
    notices: [],
  })
  return observedOf(trace)
}

interface Row {
  readonly id: number
  readonly user: number
  readonly group: number
  readonly queue: number
  readonly size: number
  readonly estimate: number
  readonly runtime: number
  readonly submit: number
}

/** Passes that start the jobs; a job holds its processors from there to its end, however late it begins. */
function startsOf(plant: Plant, rows: readonly Row[], released: readonly number[]): readonly number[] {
  const { facility, policy, cycle = 0, latency = 0, compress = 'queue' } = plant
  const order = [...rows.keys()].sort((a, b) => released[a] - released[b] || rows[a].id - rows[b].id)
  const jobs = tableOf(
    order.map((row) => {
      const { queue: _, ...rest } = rows[row]
      return {
        ...rest,
        submit: released[row],
        runtime: rest.runtime + latency,
        estimate: rest.estimate + latency,
      }
    }),
  )
  const { start } = simulate({
    jobs: replaceColumns(jobs, {}),
    processors: processorsOf(facility),
    policy: plainPolicy(policy),
    rules: { ...DEFAULT_SEMANTICS, passInterval: cycle, compress },
    facility,
    fields: { queue: Float64Array.from(order, (row) => rows[row].queue) },
  })
  const starts = new Array<number>(rows.length)
  for (let k = 0; k < order.length; k++) starts[order[k]] = start[k]
  return starts
}
