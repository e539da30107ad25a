/**
 * Grids: several machines ("sites"), each with its own users. The named ones are the configurations of 512 processors
 * in Franke, doctoral thesis, Dortmund 2006, table 11.1 (from Ernemann, Hamscher and Yahyapour's studies of Grid
 * scheduling): the largest machine's size and the number of sites make the name.
 */
import { QueuewrightError } from '../../core/errors.js'
import { didYouMean } from '../../core/suggest.js'
import { MOST_PROCESSORS } from '../generated.js'

export interface Grid {
  /** As it was written: a name, or the list of sizes. */
  readonly name: string
  /** Processors of each site, in the order of sites. */
  readonly sites: readonly number[]
}

/** The published configurations, sites in the order of the table. */
export const GRIDS: Readonly<Record<string, readonly number[]>> = {
  'm64-18': [...times(4, 64), ...times(6, 32), ...times(8, 8)],
  'm64-8': times(8, 64),
  'm128-4': times(4, 128),
  'm256-2': times(2, 256),
  'm256-5': [256, ...times(4, 64)],
  'm384-6': [384, 64, ...times(4, 16)],
  'm512-1': [512],
}

/** More sites than any grid has, so that a slip of the finger does not fill the memory. */
const MOST_SITES = 10_000

/**
 * A grid by its name, or by the sizes of its sites: `128,128,64`, or shorter `2x128,64`.
 * @throws QueuewrightError `usage`
 */
export function parseGrid(text: string): Grid {
  const name = text.trim().toLowerCase()
  if (Object.hasOwn(GRIDS, name)) return { name, sites: GRIDS[name] }
  const sites: number[] = []
  for (const part of text.split(',')) {
    const match = /^\s*(?:(\d+)\s*[x*×]\s*)?(\d+)\s*$/.exec(part)
    const count = Number(match?.[1] ?? 1)
    const size = Number(match?.[2])
    if (!(count >= 1 && size >= 1 && size <= MOST_PROCESSORS)) throw badGrid(text)
    if (sites.length + count > MOST_SITES) {
      throw new QueuewrightError('usage', 'too many sites', {
        field: 'sites',
        value: text,
        expected: `at most ${MOST_SITES}`,
        remedy: 'Sizes are written as 2x128: two sites of 128 nodes',
      })
    }
    sites.push(...times(count, size))
  }
  return { name: text.trim(), sites }
}

/** Processors of all sites together. */
export function gridProcessors(grid: Grid): number {
  return grid.sites.reduce((sum, size) => sum + size, 0)
}

function badGrid(text: string): QueuewrightError {
  const names = Object.keys(GRIDS)
  return new QueuewrightError('usage', 'no such grid', {
    field: 'sites',
    value: text,
    expected: 'a name, or the sizes of the sites (each 1 or more) such as 128,128,64 or 2x128,64',
    remedy: `${didYouMean(text, names)}Grids: ${names.join(', ')}`,
  })
}

function times(count: number, size: number): readonly number[] {
  return new Array<number>(count).fill(size)
}
