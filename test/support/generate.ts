/**
 * Larger random workloads, seeded: a daily cycle, bursts of like jobs by one user, sizes that favour powers of two,
 * estimates rounded up to what people type. For tests and benchmarks that need no real log.
 */
import { type JobTable, JobTableBuilder } from '../../src/trace/job-table.js'

export interface GenerateSettings {
  readonly seed: number
  readonly jobs: number
  readonly processors: number
  /** Offered load: area of the jobs over area of the machine while they arrive. Default 0.9. */
  readonly load?: number
}

/** Estimates users type, seconds. */
const ROUND_TIMES = [60, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 43200, 64800, 86400]

export function generateJobs(settings: GenerateSettings): JobTable {
  const { seed, jobs, processors, load = 0.9 } = settings
  const random = mulberry32(seed)
  const exponential = () => -Math.log(1 - random())
  const drafts: { gap: number; runtime: number; estimate: number; size: number; user: number }[] = []
  let area = 0
  while (drafts.length < jobs) {
    const user = Math.floor(40 * random() ** 2)
    const size = Math.min(processors, 2 ** Math.floor(random() * (Math.log2(processors) + 1)))
    const typical = Math.exp(2 + 8 * random())
    const burst = random() < 0.15 ? 2 + Math.floor(random() * 12) : 1
    for (let k = 0; k < burst && drafts.length < jobs; k++) {
      const runtime = random() < 0.02 ? 0 : Math.ceil(typical * (0.5 + random()))
      const wanted = runtime * (random() < 0.2 ? 1 : 1 + 4 * exponential())
      const estimate = random() < 0.1 ? runtime : (ROUND_TIMES.find((t) => t >= wanted) ?? Math.ceil(wanted))
      drafts.push({
        gap: k === 0 ? exponential() : 0,
        runtime,
        estimate: Math.max(runtime, estimate),
        size,
        user,
      })
      area += runtime * size
    }
  }
  const span = area / (processors * load)
  const scale = span / drafts.reduce((sum, { gap }) => sum + gap, 0)
  const builder = new JobTableBuilder(jobs)
  let time = 0
  drafts.forEach(({ gap, ...draft }, k) => {
    // By night time passes, as it were, faster: fewer jobs arrive.
    const hour = (time / 3600) % 24
    time += gap * scale * (hour >= 8 && hour < 18 ? 0.5 : 1.4)
    builder.add({ id: k + 1, submit: Math.floor(time), ...draft, group: 1 + (draft.user % 5) })
  })
  return builder.finish().table
}

/** Tommy Ettinger's mulberry32: one word of state, good enough for workloads of tests. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
