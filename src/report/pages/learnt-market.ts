/** Functions of a market that were learnt: what they are, and what they are worth beside those of the thesis. */
import {
  type Exhibit,
  exhibit,
  facts,
  numbers,
  section,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import { formatChange, formatCount, formatValue, NO_VALUE } from '../../core/format.js'
import type { LearntFunctions } from '../../learn/index.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'

/** @param file where they are, for the reader */
export function learntMarketPage(learnt: LearntFunctions, file: string): Exhibit {
  const { name, machineFunction, utilityFunction, objective, method, seed, evaluations, measured } = learnt
  const { unit, sense } = compositeInfo(compileObjective(objective))
  const shown = (value: number | null) => (value === null ? NO_VALUE : formatValue(value, unit))
  const [own, plain] = measured
  const worth = (part: 'train' | 'test') => {
    const [ours, theirs] = [own?.[part] ?? null, plain?.[part] ?? null]
    return ours === null || theirs === null || theirs === 0 ? null : ours / theirs - 1
  }
  const [train, test] = [worth('train'), worth('test')]
  const better = (change: number) => (sense === 'min' ? change < 0 : change > 0)
  const verdict =
    test === null
      ? train === null
        ? 'nothing to compare'
        : `${formatChange(train)} beside the start alone, on what it was learnt from`
      : `${formatChange(test)} beside the start alone on jobs that it was not learnt from${better(test) ? '' : ': nothing of use was learnt'}`
  return exhibit(`Functions of a market: ${name}`, `${file}: ${verdict}`, [
    section(
      'What was learnt',
      facts([
        ['providers charge', machineFunction],
        ['users like', utilityFunction],
        ['for', objective],
        ['by', `${method}, ${formatCount(evaluations)} markets, seed ${seed}`],
        ['to be used', `qw market LOG --functions ${file}`],
      ]),
    ),
    section(
      'What it is worth',
      table(
        `${objective}, on what was learnt from and on the rest of the log`,
        [...words('functions'), ...numbers('learnt from', 'rest', 'not taken')],
        measured.map((each, k) => [
          each.name,
          valueCell(shown(each.train), k === 0 && train !== null && better(train)),
          valueCell(shown(each.test), k === 0 && test !== null && better(test)),
          formatCount(each.unplaced),
        ]),
      ),
    ),
  ])
}
