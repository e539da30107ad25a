/**
 * Whether advice keeps its word: on five logs, cut at five weeks each, with several seeds, how often the interval that was told
 * holds the change of the weeks behind the cut, which no part of the advice has seen.
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
/** As little as goes, forty evaluations a search: intervals are to hold whatever the searches have found. */
const MINUTES = 0.01
/** Each is followed by those of the other two searches of its kind. */
const SEEDS = [1, 4]

export const advice = {
  async measure({ workloads }) {
    const [first] = workloads.flatMap(({ log }) => log ?? [])
    const logs = first === undefined ? [] : LOGS.map((file) => join(dirname(first), file)).filter(existsSync)
    return logs.flatMap((log) =>
      SEEDS.flatMap((seed) =>
        SHARES.map((share) => ({
          ...{ log: basename(log), seed, share },
          ...askTask('advice', log, share, MINUTES, seed),
        })),
      ),
    )
  },
  print(rows) {
    const held = ({ promised, came }) => promised !== null && promised.low <= came && came <= promised.high
    const counts = (told) => {
      const known = told.filter(({ promised }) => promised !== null)
      return [`${known.filter(held).length} of ${known.length}`, known.filter(({ came }) => came < 0).length]
    }
    const kinds = [...new Set(rows.map(({ log, seed }) => `${log}, ${seed}`))]
    const of = (kind) => rows.filter(({ log, seed }) => kind === null || kind === `${log}, ${seed}`)
    printTable(
      'Intervals of advice (90 %) that hold the change of the weeks behind the cut',
      [
        'log, seed',
        'advices',
        'intervals that hold',
        'policies better then',
        'of those worth it',
        'mean width',
      ],
      [...kinds, null].map((kind) => {
        const all = of(kind).flatMap((row) => row.told)
        const worth = all.filter((each) => each.worth)
        const widths = all.flatMap(({ promised }) => (promised ? [promised.high - promised.low] : []))
        const width = widths.reduce((sum, each) => sum + each, 0) / Math.max(1, widths.length)
        const [held, better] = counts(worth)
        return [kind ?? 'all', of(kind).length, ...counts(all), `${held}; ${better} better`, rounded(width)]
      }),
    )
  },
}
