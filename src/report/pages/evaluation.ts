/** The page of strategies evaluated on logs. */

import {
  type Block,
  type Cell,
  code,
  type Exhibit,
  exhibit,
  facts,
  figure,
  section,
  sentences,
  table,
} from '../../core/exhibit.js'
import { formatChange, NO_VALUE, plural } from '../../core/format.js'
import { type CrossCell, type CrossTable, crossTables } from '../cross.js'
import { CROSS_MARKS, type CrossMarks, changeText, crossLegend, crossTitle, marksOf } from '../cross-text.js'
import { type Evaluation, meanChanges } from '../evaluation.js'
import type { Provenance } from '../model.js'
import { changePlot } from '../plots/strategy-change.js'
import { changeColour } from '../plots/theme.js'
import { objectiveMeanings, policiesTable } from './parts.js'

export interface EvaluationReport {
  readonly evaluation: Evaluation
  /** Strategies by name, with what each is. */
  readonly strategies: readonly (readonly [name: string, title: string])[]
  /** Of each log, beside `evaluation.logs`: what is said of the strategies there. */
  readonly verdicts: readonly (readonly string[])[]
  readonly notices: readonly string[]
  readonly digests: readonly (readonly [log: string, digest: string])[]
  readonly provenance: Provenance
}

/** Apart from its looks. Equal reports give equal ones. */
export function evaluationPage(report: EvaluationReport): Exhibit {
  const { evaluation, strategies, verdicts, notices, digests, provenance } = report
  const { logs, objectives, baseline } = evaluation
  const names = strategies.map(([name]) => name).join(', ')
  return exhibit(
    `${names} on ${logs.map(({ trace }) => trace).join(', ')}`,
    `${plural(strategies.length, 'strategy', 'strategies')} on ${plural(logs.length, 'log')}, compared with ${baseline}`,
    [
      section('The strategies', facts(strategies), sentences(notices)),
      ...(logs.length > 1
        ? [section('Learnt from, and applied to', ...crossTables(evaluation).map(crossBlocks))]
        : []),
      ...logs.map(({ trace, policies }, k) =>
        section(
          trace,
          sentences(verdicts[k]),
          policiesTable(policies, objectives, baseline),
          figure(
            changePlot({ title: `Changes against ${baseline} on ${trace}`, policies, objectives, baseline }),
            `${baseline} is the baseline.`,
          ),
        ),
      ),
      ...(logs.length > 1 ? [section('Over all logs', meansTable(evaluation))] : []),
      section('What was measured', objectiveMeanings(objectives)),
      section(
        'How this was made',
        facts([
          ['program', `Queuewright ${provenance.version}`],
          ['command', code(provenance.command)],
          ...digests.map(([log, digest]) => [`digest of ${log}`, code(digest)] as const),
        ]),
      ),
    ],
  )
}

/** The best as in the other tables of the page. */
const MARKS: CrossMarks = { ...CROSS_MARKS, best: '★' }

function crossBlocks(crossed: CrossTable): Block[] {
  const { objective, logs, rows } = crossed
  const cell = (each: CrossCell): Cell => ({
    text: [changeText(each), marksOf(each, MARKS)].filter(Boolean).join(' '),
    fill: changeColour(each.change, objective.sense),
  })
  const shown = table(
    crossTitle(crossed),
    [
      { head: 'policy', numeric: false },
      { head: 'learnt from', numeric: false },
      ...[...logs, 'mean'].map((head) => ({ head, numeric: true })),
    ],
    rows.map(({ policy, learntFrom, cells, mean }) => [
      policy,
      (learntFrom ?? []).join(' + '),
      ...[...cells, mean].map(cell),
    ]),
  )
  return [shown, ...sentences(crossLegend(crossed, MARKS))]
}

function meansTable(evaluation: Evaluation): Block {
  const { logs, objectives, baseline } = evaluation
  const means = meanChanges(evaluation)
  const policies = logs[0].policies.map(({ policy }) => policy).filter((policy) => policy !== baseline)
  return table(
    `Geometric means of the ratios to ${baseline}, as changes`,
    [{ head: 'policy', numeric: false }, ...objectives.map(({ name }) => ({ head: name, numeric: true }))],
    policies.map((policy) => [
      policy,
      ...objectives.map(({ name }) => {
        const change = means.find((mean) => mean.policy === policy && mean.objective === name)?.change ?? null
        return change === null ? NO_VALUE : formatChange(change)
      }),
    ]),
  )
}
