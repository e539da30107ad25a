/**
 * The windows of a study: stretches of a log that are simulated by themselves, each on an empty machine.
 *
 * - Consecutive windows of a length L of time: the k-th holds the jobs submitted in [t + (k−1)·L, t + k·L), t the first
 *   submit of the part that is cut (as `--days L:k` of the commands has it). Windows that do not lie wholly in the part,
 *   and windows without a job, are left out.
 * - Consecutive windows of n jobs: the jobs (k−1)·n + 1 to k·n of the part.
 * - Random windows of n jobs: the first job is drawn uniformly among those that n − 1 follow, without repetition; of a
 *   length of time: the beginning is drawn uniformly among the whole seconds from the first submit to L before the end,
 *   again where the same jobs, or none, came out before. They may overlap. Ordered by their beginning.
 * - Windows of n jobs from given jobs on, counted in the whole log from 1.
 */
import { QueuewrightError } from '../../core/errors.js'
import type { Random } from '../../core/random.js'
import type { Split, WindowRule } from './design.js'
import { MOST_WINDOWS } from './extent.js'

/** A part of a log that is cut by itself: the whole, or the past and the future of a split by time. */
export interface LogPart {
  readonly name: 'train' | 'test' | null
  /** Rows [from, to) of the log. */
  readonly from: number
  readonly to: number
  /** Second of the log at which the part ends. */
  readonly end: number
}

export interface CutWindow {
  /** `whole`, `15d:3`, `jobs 1025-2048` (numbers from 1 in the whole log). */
  readonly name: string
  readonly from: number
  readonly to: number
}

export interface CutWindows {
  readonly windows: readonly CutWindow[]
  /** Windows that were asked for and are not there, and why; null where all are. */
  readonly missing: { readonly windows: number; readonly reason: string } | null
}

/** Draws for each random window of time, after which there are no others. */
const MOST_DRAWS = 100

/**
 * The parts of a log: [first, first + share·span) and the rest of the span from the first to the last submit, for a split
 * by time.
 * @throws QueuewrightError `study-file` where one of the two has no job
 */
export function partsOf(submit: Float64Array, split: Split | null, log: string): readonly LogPart[] {
  const [first, last] = [submit[0], submit[submit.length - 1]]
  if (split?.by !== 'time') return [{ name: null, from: 0, to: submit.length, end: last }]
  const boundary = first + split.train * (last - first)
  const at = rowAt(submit, boundary)
  if (at === 0 || at === submit.length) {
    throw new QueuewrightError('study-file', `the split leaves no job of ${log} for one of its parts`, {
      field: 'split.train',
      value: `${100 * split.train}%`,
      remedy: 'Take another share, or leave this log out',
    })
  }
  return [
    { name: 'train', from: 0, to: at, end: boundary },
    { name: 'test', from: at, to: submit.length, end: last },
  ]
}

/**
 * @param submit of the whole log
 * @param random for random windows
 * @throws QueuewrightError `study-file` for more windows than anyone can mean
 */
export function cutWindows(
  submit: Float64Array,
  part: LogPart,
  rule: WindowRule,
  random: Random,
): CutWindows {
  if (rule.kind === 'whole') {
    return { windows: [{ name: 'whole', from: part.from, to: part.to }], missing: null }
  }
  const { length, text } = rule
  if (rule.kind === 'starts') {
    const size = 'jobs' in length ? length.jobs : 0
    const windows = rule.starts.map((start) => jobWindow(start - 1, start - 1 + size))
    const inside = windows.filter(({ from, to }) => from >= part.from && to <= part.to)
    return {
      windows: inside,
      missing: shortfall(windows.length, inside.length, 'they do not lie wholly in it'),
    }
  }
  const windows =
    rule.kind === 'random'
      ? randomWindows(submit, part, length, rule.count ?? 0, random)
      : 'jobs' in length
        ? consecutiveJobs(part, length.jobs, rule.count)
        : consecutiveTimes(submit, part, length.seconds, rule.count, text)
  // A rule without a count asks for one window at least.
  const asked = rule.count ?? 1
  const filled = windows.filter(({ from, to }) => from < to)
  const empty = windows.length - filled.length
  return {
    windows: filled,
    missing: shortfall(
      Math.max(asked, windows.length),
      filled.length,
      empty > 0 ? 'no job was submitted in them' : 'the log is too short for them',
    ),
  }
}

function shortfall(asked: number, found: number, reason: string): CutWindows['missing'] {
  return found < asked ? { windows: asked - found, reason } : null
}

function consecutiveJobs({ from, to }: LogPart, jobs: number, most: number | null): CutWindow[] {
  const count = countOf((to - from) / jobs, most)
  return Array.from({ length: count }, (_, k) => jobWindow(from + k * jobs, from + (k + 1) * jobs))
}

function consecutiveTimes(
  submit: Float64Array,
  { from, to, end }: LogPart,
  seconds: number,
  most: number | null,
  text: string,
): CutWindow[] {
  const first = submit[from]
  const rowIn = (second: number) => Math.min(to, rowAt(submit, second))
  return Array.from({ length: countOf((end - first) / seconds, most) }, (_, k) => ({
    name: `${text}:${k + 1}`,
    from: rowIn(first + k * seconds),
    to: rowIn(first + (k + 1) * seconds),
  }))
}

function countOf(fitting: number, most: number | null): number {
  const count = Math.min(Math.floor(fitting), most ?? Number.POSITIVE_INFINITY)
  if (count <= MOST_WINDOWS) return count
  throw new QueuewrightError('study-file', `this cuts a log into ${count} windows`, {
    field: 'windows',
    expected: `at most ${MOST_WINDOWS}`,
    remedy: 'Take longer windows, or say their count',
  })
}

function randomWindows(
  submit: Float64Array,
  { from, to, end }: LogPart,
  length: { readonly jobs: number } | { readonly seconds: number },
  count: number,
  random: Random,
): CutWindow[] {
  const found = new Map<string, CutWindow>()
  const add = (window: CutWindow) => {
    if (window.from < window.to) found.set(window.name, window)
  }
  if ('jobs' in length) {
    const places = to - from - length.jobs + 1
    const wanted = Math.min(count, places)
    // All places in random order, where most of them are wanted; else drawing again is quicker.
    const order =
      wanted * 2 > places ? random.shuffle(Int32Array.from({ length: places }, (_, k) => k)) : null
    for (let k = 0; found.size < wanted; k++) {
      const first = from + (order === null ? random.int(places) : order[k])
      add(jobWindow(first, first + length.jobs))
    }
  } else {
    const first = submit[from]
    const places = Math.floor(end - first - length.seconds) + 1
    for (let draw = 0; places > 0 && found.size < count && draw < count * MOST_DRAWS; draw++) {
      const second = first + random.int(places)
      add(jobWindow(rowAt(submit, second), Math.min(to, rowAt(submit, second + length.seconds))))
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from || a.to - b.to)
}

function jobWindow(from: number, to: number): CutWindow {
  return { name: `jobs ${from + 1}-${to}`, from, to }
}

/** The first row submitted at or after `second`. */
function rowAt(submit: Float64Array, second: number): number {
  let low = 0
  let high = submit.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (submit[middle] < second) low = middle + 1
    else high = middle
  }
  return low
}
