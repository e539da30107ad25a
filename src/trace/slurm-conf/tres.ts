/** Trackable resources as Slurm's configuration writes them: weights (`CPU=1.0,Mem=0.25G`) and totals (`cpu=384,mem=750G`). */

/** By name in lower case: cpu, mem (megabytes), node, gres/gpu, … */
export type Tres = ReadonlyMap<string, number>

/** Those that logs know of jobs. */
export const COUNTED_TRES: readonly string[] = ['cpu', 'node', 'mem', 'gres/gpu']

/** A list of them, as far as it could be read. */
export interface TresList {
  readonly amounts: Tres
  /** Its other items, as they are written. */
  readonly unread: readonly string[]
}

/** The powers of 1024 that units stand for. */
const POWERS: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4, P: 5 }
/** Memory without a unit is in megabytes. */
const MEMORY_POWER = POWERS.M

/** A name may be that of a license on another server: `license/matlab@flex`. Numbers are those of strtod(3). */
const ITEM = /^([^=\s]+)=((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([KMGTP]?)B?$/i
/** Slurm's own texts for an amount that is not limited. */
const UNLIMITED = /^[^=\s]+=(none|-1)$/i

/** @param value by a number, and how many of the base unit one of the unit is that it is written in */
function listed(text: string, value: (number: number, unit: number) => number): TresList {
  const amounts = new Map<string, number>()
  const unread: string[] = []
  for (const item of text.split(',').map((each) => each.trim())) {
    if (item === '' || UNLIMITED.test(item)) continue
    const match = ITEM.exec(item)
    if (match === null) {
      unread.push(item)
      continue
    }
    const [name, number, unit] = [match[1].toLowerCase(), Number(match[2]), match[3].toUpperCase()]
    const power = name === 'mem' ? (unit === '' ? 0 : POWERS[unit] - MEMORY_POWER) : POWERS[unit]
    amounts.set(name, value(number, 1024 ** power))
  }
  return { amounts, unread }
}

/** How much there is of each, or may be used; nothing of what is not limited. */
export function parseTotals(text: string): TresList {
  return listed(text, (number, unit) => number * unit)
}

/** The weight of each unit: of memory a megabyte, also where the text says what a gigabyte does. */
export function parseWeights(text: string): TresList {
  return listed(text, (number, unit) => number / unit)
}
