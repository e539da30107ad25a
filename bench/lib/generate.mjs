/** Seeded stand-in workloads, for machines without job logs: bursts of like jobs, sizes of powers of two. */
import { xorshift } from './xorshift.mjs'

export async function generateJobs({ seed, jobs, processors, load }) {
  const { JobTableBuilder } = await import('../build/src/trace/job-table.js')
  const random = xorshift(seed)
  const drafts = []
  let area = 0
  while (drafts.length < jobs) {
    const size = Math.min(processors, 2 ** Math.floor(random() * (Math.log2(processors) + 1)))
    const typical = Math.exp(2 + 8 * random())
    const burst = random() < 0.15 ? 2 + Math.floor(random() * 12) : 1
    for (let k = 0; k < burst && drafts.length < jobs; k++) {
      const runtime = Math.ceil(typical * (0.5 + random()))
      const estimate = Math.ceil((runtime * (1 - 3 * Math.log(1 - random()))) / 300) * 300
      drafts.push({ gap: k === 0 ? -Math.log(1 - random()) : 0, runtime, estimate, size })
      area += runtime * size
    }
  }
  const scale = area / (processors * load) / drafts.reduce((sum, { gap }) => sum + gap, 0)
  const builder = new JobTableBuilder(jobs)
  let time = 0
  drafts.forEach(({ gap, ...draft }, k) => {
    time += gap * scale
    builder.add({ id: k + 1, submit: Math.floor(time), ...draft, user: k % 50, group: 1 + (k % 5) })
  })
  return builder.finish().table
}

/** What users ask for who have no better idea. */
const LIMITS = [1800, 3600, 4 * 3600, 12 * 3600, 24 * 3600, 72 * 3600]

/**
 * A machine that lives on campaigns: users submit hundreds of short one-processor jobs within minutes, under one limit far above
 * what they take, beside few parallel jobs. Queues are thousands long.
 */
export async function generateCampaigns({ seed, jobs, processors, load }) {
  const { JobTableBuilder } = await import('../build/src/trace/job-table.js')
  const random = xorshift(seed)
  const drafts = []
  let area = 0
  while (drafts.length < jobs) {
    const user = Math.floor(70 * random() ** 2)
    const single = random() < 0.6
    const size = single ? 1 : Math.min(processors, 8 * 2 ** Math.floor(6 * random() ** 1.5))
    const members = single ? Math.ceil(4 / (random() + 0.0005)) : Math.ceil(1 / (random() + 0.02))
    const typical = Math.exp(single ? 3 + 7 * random() : 5 + 6 * random())
    const estimate = LIMITS.find((limit) => limit >= 2 * typical * (1 + 6 * random())) ?? LIMITS.at(-1)
    const pause = random() < 0.5 ? 0 : 10 * random()
    const begins = random()
    for (let k = 0; k < members && drafts.length < jobs; k++) {
      const runtime = Math.min(estimate, Math.ceil(typical * (0.2 - 0.8 * Math.log(1 - random()))))
      drafts.push({ begins, after: k * pause, runtime, estimate, size, user, group: 1 + (user % 5) })
      area += runtime * size
    }
  }
  const span = area / (processors * load)
  const builder = new JobTableBuilder(jobs)
  for (const { begins, after, ...draft } of drafts)
    builder.add({ id: builder.length + 1, submit: Math.floor(begins * span + after), ...draft })
  return builder.finish().table
}
