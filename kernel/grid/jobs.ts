/** The jobs of a grid, all of them: columns that the host writes, and what becomes of each. */
import { float, setFloat } from '../columns'
import { hasMemory } from '../memory'

/** How many they are, and the sites of the grid. */
export let rows: i32 = 0
export let sites: i32 = 0
/** Behind the last submit stands Infinity. */
export let gridSubmits: usize = 0
export let gridRuntimes: usize = 0
export let gridEstimates: usize = 0
export let gridSizes: usize = 0
/** The site whose users submitted the job. */
export let gridHomes: usize = 0
/** Nodes of each site. */
export let gridNodes: usize = 0
/** When each job starts and ends, and at which site; −1 for one that is split. These three stand in a row. */
export let gridStarts: usize = 0
export let gridEnds: usize = 0
export let gridPlaces: usize = 0
/** What is not needed for jobs begins here. */
export let beyond: usize = 0

/**
 * Makes room for the jobs of a grid, whose columns the host writes next.
 * @returns whether there is memory enough
 */
export function beginGrid(jobs: i32, count: i32): bool {
  rows = jobs
  sites = count
  const ofFloats = (<usize>jobs) << 3
  const ofInts = (<usize>((jobs + 1) & ~1)) << 2
  gridSubmits = __heap_base
  gridRuntimes = gridSubmits + ofFloats + 8
  gridEstimates = gridRuntimes + ofFloats
  gridStarts = gridEstimates + ofFloats
  gridEnds = gridStarts + ofFloats
  gridPlaces = gridEnds + ofFloats
  gridSizes = gridPlaces + ofInts
  gridHomes = gridSizes + ofInts
  gridNodes = gridHomes + ofInts
  beyond = gridNodes + ((<usize>((count + 1) & ~1)) << 2)
  if (!hasMemory(<u64>__heap_base + 52 * <u64>jobs + 4 * <u64>count + 64)) return false
  setFloat(gridSubmits, jobs, Infinity)
  return true
}

export function submitOf(row: i32): f64 {
  return float(gridSubmits, row)
}

/** The instant by which a job that runs is expected to end. */
export function expectedEnd(row: i32): f64 {
  return float(gridStarts, row) + float(gridEstimates, row)
}
