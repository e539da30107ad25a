/** Seeded stand-in workloads, for machines without job logs: bursts of like jobs, sizes of powers of two. */
import { xorshift } from './xorshift.mjs'

export async function generateJobs({ seed, jobs, processors, load }) {
  const { JobTableBuilder } = await import('../../dist/trace/job-table.js')
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
