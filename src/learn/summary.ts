/** A strategy that was found, in words and tables: what it is, what it took, whether it keeps to what it had to, what it reaches. */
import { formatCount, formatValue, plural } from '../report/format.js'
import { compositeInfo } from '../report/model.js'
import { comparisonTable } from '../report/table.js'
import type { TerminalStyle } from '../report/terminal.js'
import { compileObjective } from '../sim/objectives/index.js'
import {
  boundIn,
  type Evidence,
  parseConstraint,
  policyOf,
  type StrategyArtefact,
  violationOf,
} from '../strategy/index.js'

/** As the tables call it: its text would leave no room for values. */
const FOUND = 'found'
/** The baseline of the tables, where it was measured. */
const USUAL_BASELINE = 'easy'

type Row = Evidence['measured'][number]

/** @param artefact with evidence */
export function strategySummary({ strategy, evidence }: StrategyArtefact, style: TerminalStyle): string {
  const policy = policyOf(strategy)
  if (evidence === null) return `${FOUND}: ${policy}`
  const { method, evaluations, simulations, measured, constraints } = evidence
  const effort = `${method}; ${plural(evaluations, 'candidate')}, ${plural(simulations, 'simulation')}`
  const kept = constraints.flatMap((text) => constraintLines(text, evidence, policy))
  return [`${FOUND}: ${policy}`, effort, ...kept, ...tables(measured, policy, evidence, style)].join('\n')
}

function tables(
  measured: readonly Row[],
  policy: string,
  evidence: Evidence,
  style: TerminalStyle,
): readonly string[] {
  const names = [...new Set(measured.map(({ trace }) => trace))]
  return names.flatMap((trace) =>
    (['train', 'test'] as const).flatMap((part) => {
      const rows = measured.filter((row) => row.trace === trace && row.part === part)
      if (rows.length === 0) return []
      const infos = Object.keys(rows[0].objectives).map((text) => compositeInfo(compileObjective(text)))
      const named = rows.map((row) => (row.policy === policy ? { ...row, policy: FOUND } : row))
      const others = named.filter((row) => row.policy !== FOUND)
      const baseline = others.find((row) => row.policy === USUAL_BASELINE) ?? others[0] ?? named[0]
      return [
        `\n${trace}, ${whichJobs(trace, part, evidence)}\n`,
        comparisonTable(named, infos, baseline.policy, style),
      ]
    }),
  )
}

function whichJobs(trace: string, part: Row['part'], { traces }: Evidence): string {
  const learnt = traces.find(({ name }) => name === trace)
  if (learnt === undefined) return 'nothing was learnt from it'
  const { train, jobs } = learnt
  if (part === 'test') return `tested on the other ${formatCount(jobs - train)} jobs`
  return train < jobs
    ? `learnt from the first ${formatCount(train)} jobs`
    : `learnt from all ${formatCount(jobs)} jobs`
}

/** Whether a constraint is kept, on each part of each log. */
function constraintLines(text: string, { measured }: Evidence, policy: string): readonly string[] {
  const constraint = parseConstraint(text, 'constraints')
  const { objective, sense, bound } = constraint
  const { unit } = compositeInfo(objective)
  const reached = (row: Row | undefined) => row?.objectives[objective.text] ?? null
  return measured
    .filter((row) => row.policy === policy)
    .map((row) => {
      const value = reached(row)
      const beside = (name: string) =>
        measured.find((each) => each.policy === name && each.trace === row.trace && each.part === row.part)
      const limit = boundIn(constraint, typeof bound === 'number' ? null : reached(beside(bound.policy)))
      const kept = violationOf(sense, limit, value) === 0
      const shown = `${formatValue(value, unit)}, ${sense === '<=' ? 'at most' : 'at least'} ${formatValue(limit, unit)}`
      return `${text}: ${kept ? 'kept' : 'BROKEN'} on ${row.trace}${row.part === 'test' ? ', test' : ''} (${shown})`
    })
}
