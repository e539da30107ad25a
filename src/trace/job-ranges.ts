/** Ranges of size and of run time by which jobs are told apart in tables and, where somebody asks, in groups. */

const MINUTE = 60
const HOUR = 3_600

/** Run times in seconds: each up to its bound, exclusively. */
export const RUNTIME_CLASSES = [
  { below: MINUTE, label: '< 1 min' },
  { below: 10 * MINUTE, label: '1-10 min' },
  { below: HOUR, label: '10-60 min' },
  { below: 6 * HOUR, label: '1-6 h' },
  { below: 24 * HOUR, label: '6-24 h' },
  { below: Number.POSITIVE_INFINITY, label: '>= 1 d' },
] as const

export function runtimeClass(runtime: number): number {
  let index = 0
  while (runtime >= RUNTIME_CLASSES[index].below) index++
  return index
}

/** 0 for one processor, k for 4ᵏ⁻¹ < n ≤ 4ᵏ. */
export function sizeClass(size: number): number {
  let index = 0
  for (let bound = 1; bound < size; bound *= 4) index++
  return index
}

export function sizeLabel(index: number): string {
  return index === 0 ? '1' : `${4 ** (index - 1) + 1}-${4 ** index}`
}
