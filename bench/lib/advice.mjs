/**
 * Whether advice keeps its word: on five logs, cut at five weeks each, how often the interval that was told holds the change of the
 * weeks behind the cut, which no part of the advice has seen.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { askTask, printTable, rounded } from './report.mjs'

const LOGS = [
  'KTH-SP2-1996-2.1-cln.swf.gz',
  'CTC-SP2-1996-3.1-cln.swf.gz',
  'SDSC-SP2-1998-4.2-cln.swf.gz',
  'SDSC-Par-1996-3.1-cln.swf.gz',
  'LANL-CM5-1994-4.1-cln.swf.gz',
]
const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9]
/** One search of forty evaluations: intervals are to hold whatever the search has found. */
const MINUTES = 0.01
const SEEDS = 1

export const advice = {
  async measure({ workloads }) {
    const [first] = workloads.flatMap(({ log }) => log ?? [])
    const logs = first === undefined ? [] : LOGS.map((file) => join(dirname(first), file)).filter(existsSync)
    return logs.flatMap((log) =>
      SHARES.map((share) => ({
        ...{ log: basename(log), share },
        ...askTask('advice', log, share, MINUTES, SEEDS),
      })),
    )
  },
  print(rows) {
    const held = ({ promised, came }) => promised !== null && promised.low <= came && came <= promised.high
    const of = (told) => {
      const known = told.filter(({ promised }) => promised !== null)
      return [`${known.filter(held).length} of ${known.length}`, known.filter(({ came }) => came < 0).length]
    }
    const names = [...new Set(rows.map(({ log }) => log))]
    const told = (log) => rows.filter((row) => log === null || row.log === log).flatMap((row) => row.told)
    printTable(
      'Intervals of advice (90 %) that hold the change of the weeks behind the cut',
      ['log', 'advices', 'intervals that hold', 'policies better then', 'of those worth it', 'mean width'],
      [...names, null].map((log) => {
        const all = told(log)
        const worth = all.filter((each) => each.worth)
        const widths = all.flatMap(({ promised }) => (promised ? [promised.high - promised.low] : []))
        const width = widths.reduce((sum, each) => sum + each, 0) / Math.max(1, widths.length)
        const advices = rows.filter((row) => log === null || row.log === log).length
        return [log ?? 'all', advices, ...of(all), `${of(worth)[0]}; ${of(worth)[1]} better`, rounded(width)]
      }),
    )
  },
}
