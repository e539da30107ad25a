/**
 * Jobs that wait though nothing keeps them: under every order and every algorithm the first job within its limits starts if it fits.
 * So where all that wait in a part of the machine fit, somebody would have started, and the machine is not what it is taken for.
 *
 * This tells machines apart without a word on orders: limits and partitions that are missing leave such jobs, and so do jobs that
 * their users hold, but those are few.
 */
import { largestOf } from '../core/statistics.js'
import { kindsOf, type Partition } from '../sim/facility/index.js'
import { halvesOf, type InHalves } from './halves.js'
import type { Moments } from './moments.js'
import { type ReplaySetting, replay } from './replay.js'
import type { Rule } from './rule.js'

const ANY: Rule = { name: 'fcfs', order: 'fcfs', algorithm: 'list', compress: 'queue', priorities: [] }

/** Share of the processors of a partition that may be away. */
export const AWAY = 0.03

/** Jobs that waited for nothing, in each half of the log; where several did at once it was one of them that something kept. */
export interface Idle {
  /** In one of the parts of the machine that share no processors. */
  readonly apart: InHalves
  /** In all of the machine: what is waiting anywhere fits. Machines of other parts are compared by this. */
  readonly together: InHalves
}

/** @param away share of the processors that may be away at times */
export function idleOf(setting: ReplaySetting, away: number = AWAY): Idle {
  const { moments, facility, observed } = setting
  const slack = kindsOf(facility.partitions).sizes.map((size) => Math.ceil(away * size))
  const parts = partsOf(facility.partitions)
  const count = largestOf(parts) + 1
  const waiting = Array.from({ length: count }, (): number[] => [])
  const stuck = new Uint8Array(count)
  const blame = { apart: new Float64Array(observed.length), together: new Float64Array(observed.length) }
  replay(
    setting,
    ANY,
    null,
    [{ from: 0, to: moments.length }],
    null,
    ({ moment, waiting: rows, partitionOf, state, spare }) => {
      if (moments.clear[moment] === 0 || rows.size === 0) return
      stuck.fill(0)
      for (const part of waiting) part.length = 0
      for (const job of rows) {
        const place = partitionOf[job]
        const part = parts[place]
        if (stuck[part] === 1 || state.overLimit(job)) continue
        if (spare(job) >= slack[place]) waiting[part].push(job)
        else stuck[part] = 1
      }
      let sum = 0
      for (let part = 0; part < count; part++) {
        const jobs = waiting[part]
        sum += jobs.length
        if (stuck[part] === 0) for (const job of jobs) blame.apart[job] += 1 / jobs.length
      }
      if (stuck.includes(1)) return
      for (const jobs of waiting) for (const job of jobs) blame.together[job] += 1 / sum
    },
  )
  const half = halvesOf(moments)
  const blamed = (each: Float64Array) => blamedIn(moments, half, each)
  return { apart: blamed(blame.apart), together: blamed(blame.together) }
}

/** A job that waits for nothing at many passes is one job, of the half in which it starts. */
function blamedIn({ startOf }: Moments, half: Uint8Array, blame: Float64Array): InHalves {
  const sums: [number, number] = [0, 0]
  blame.forEach((each, job) => {
    sums[half[startOf[job]]] += Math.min(1, each)
  })
  return sums
}

/** The part of the machine that each partition is of: those that share processors are one. */
function partsOf(partitions: readonly Partition[]): readonly number[] {
  const { of } = kindsOf(partitions)
  const part = partitions.map((_, place) => place)
  for (let a = 0; a < of.length; a++) {
    for (let b = 0; b < a; b++) {
      if (!of[a].some((kind) => of[b].includes(kind)) || part[a] === part[b]) continue
      const [from, to] = [part[a], part[b]]
      part.forEach((each, place) => {
        if (each === from) part[place] = to
      })
    }
  }
  const numbers = [...new Set(part)]
  return part.map((each) => numbers.indexOf(each))
}
