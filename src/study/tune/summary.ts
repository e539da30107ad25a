/** A tuning's result in words and tables. */

import { formatCount } from '../../report/format.js'
import { compositeInfo } from '../../report/model.js'
import { comparisonTable } from '../../report/table.js'
import type { TerminalStyle } from '../../report/terminal.js'
import { compileObjective } from '../../sim/objectives/index.js'
import type { TunedPolicy } from './tuned-policy.js'

const TUNED = 'tuned'

export function tuneSummary({ policy, evidence }: TunedPolicy, style: TerminalStyle): string {
  const { evaluations, simulations, traces, measured } = evidence
  const tables = traces.flatMap(({ name, train, jobs }) =>
    (['train', 'test'] as const).flatMap((part) => {
      const rows = measured.filter((row) => row.trace === name && row.part === part)
      if (rows.length === 0) return []
      const infos = Object.keys(rows[0].objectives).map((text) => compositeInfo(compileObjective(text)))
      // The policy stands above; its text would leave no room for values.
      const named = rows.map((row) => (row.policy === policy ? { ...row, policy: TUNED } : row))
      const baseline = (named.find((row) => row.policy !== TUNED) ?? named[0]).policy
      const which =
        part === 'train'
          ? `learnt from the first ${formatCount(train)} jobs`
          : `tested on the other ${formatCount(jobs - train)} jobs`
      return [`\n${name}, ${which}\n`, comparisonTable(named, infos, baseline, style)]
    }),
  )
  const effort = `${formatCount(evaluations)} candidates, ${formatCount(simulations)} simulations`
  return [`${TUNED}: ${policy}`, effort, ...tables].join('\n')
}
