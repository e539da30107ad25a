/** Trackable resources as Slurm's configuration writes them: weights (`CPU=1.0,Mem=0.25G`) and totals (`cpu=384,mem=750G`). */

/** By name in lower case: cpu, mem (megabytes), node, gres/gpu, … */
export type Tres = ReadonlyMap<string, number>

/** Those that logs know of jobs. */
export const COUNTED_TRES: readonly string[] = ['cpu', 'node', 'mem', 'gres/gpu']

/** Megabytes in one of each unit. */
const MEGABYTES: Readonly<Record<string, number>> = {
  K: 1 / 1024,
  M: 1,
  G: 1024,
  T: 1024 ** 2,
  P: 1024 ** 3,
}

/** Null for a text that is no such list. */
function listed(text: string, value: (name: string, number: number, unit: string) => number): Tres | null {
  const found = new Map<string, number>()
  for (const item of text.split(',').filter((part) => part.trim() !== '')) {
    const match = /^\s*([\w/:.-]+)=(\d+(?:\.\d+)?)([KMGTP]?)B?\s*$/i.exec(item)
    if (match === null) return null
    const [, name, number, unit] = match
    found.set(name.toLowerCase(), value(name.toLowerCase(), Number(number), unit.toUpperCase()))
  }
  return found
}

/** How much there is of each. */
export function parseTotals(text: string): Tres | null {
  return listed(text, (name, number, unit) => (name === 'mem' ? number * MEGABYTES[unit || 'M'] : number))
}

/** The weight of each unit: of memory a megabyte, also where the text says what a gigabyte does. */
export function parseWeights(text: string): Tres | null {
  return listed(text, (name, number, unit) => (name === 'mem' ? number / MEGABYTES[unit || 'M'] : number))
}
