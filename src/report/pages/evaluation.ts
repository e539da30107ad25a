/** The page of strategies evaluated on logs. */

import {
  type Block,
  type Cell,
  type Exhibit,
  exhibit,
  type Fact,
  facts,
  figure,
  folded,
  numbers,
  type RichCell,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { plural } from '../../core/format.js'
import type { RecordedLog } from '../../evaluation/recorded.js'
import { shiftSentences } from '../../evaluation/results/mean-ratio.js'
import { type ComparedPolicy, isValue } from '../../evaluation/results/ranking.js'
import {
  type CrossCell,
  type CrossTable,
  changeText,
  crossLegend,
  crossTables,
  crossTitle,
  marksOf,
} from '../cross.js'
import { type Evaluation, meanChanges } from '../evaluation.js'
import type { Provenance } from '../model.js'
import { changePlot } from '../plots/strategy-change.js'
import { changeColour } from '../plots/theme.js'
import { evaluationVerdict } from '../words/evaluation-verdict.js'
import { recordedTables } from '../words/recorded.js'
import {
  digestFacts,
  objectiveMeanings,
  policiesTable,
  provenanceSection,
  recordedSections,
  toneOf,
  withRecorded,
} from './parts.js'

export interface EvaluationReport {
  readonly evaluation: Evaluation
  /** Strategies by name, with what each is. */
  readonly strategies: readonly (readonly [name: string, title: string])[]
  /** Sentences about the strategies on each log, beside `evaluation.logs`. */
  readonly verdicts: readonly (readonly string[])[]
  /** Who is in which group on each log, likewise. */
  readonly groups: readonly (readonly Fact[])[]
  readonly notices: readonly string[]
  /** The recorded schedules, beside `evaluation.logs`; null where a log does not say. */
  readonly recorded: readonly (RecordedLog | null)[]
  readonly digests: readonly (readonly [log: string, digest: string])[]
  readonly provenance: Provenance
}

/** Apart from its looks. Equal reports give equal ones. */
export function evaluationPage(report: EvaluationReport): Exhibit {
  const { evaluation, strategies, verdicts, groups, notices, recorded, digests, provenance } = report
  const { logs, objectives, baseline } = evaluation
  const names = strategies.map(([name]) => name).join(', ')
  /** Those that anybody has a value of there: a log without users has no groups. */
  const valued = (policies: readonly ComparedPolicy[]) =>
    objectives.filter(({ name }) => policies.some(({ objectives: of }) => isValue(of[name])))
  return exhibit(
    `${names}, evaluated on ${logs.map(({ trace }) => trace).join(', ')}`,
    `${plural(strategies.length, 'strategy', 'strategies')} on ${plural(logs.length, 'log')}, compared with ${baseline}`,
    [
      section(
        'What is best, and who pays',
        sentences([...evaluationVerdict(evaluation, verdicts, recorded), ...notices]),
      ),
      ...(logs.length > 1
        ? [section('Learnt from, and applied to', ...crossTables(evaluation).map(crossBlocks))]
        : []),
      ...logs.map(({ trace, policies }, k) =>
        section(
          trace,
          ...(logs.length > 1 ? [sentences(verdicts[k])] : []),
          policiesTable(withRecorded(policies, recorded[k] ?? null), valued(policies), baseline),
          figure(
            changePlot({ title: `Changes against ${baseline} on ${trace}`, policies, objectives, baseline }),
            `${baseline} is the baseline.`,
          ),
          ...(groups[k].length > 0 ? [facts(groups[k])] : []),
        ),
      ),
      ...(logs.length > 1 ? [section('Over all logs', meansBlocks(evaluation))] : []),
      ...(logs.length > 1
        ? recordedSections(recorded.filter((each) => each !== null))
        : recorded.flatMap((each) =>
            each === null ? [] : [folded('Is the simulation true?', ...recordedTables(each))],
          )),
      folded('The strategies', facts(strategies)),
      section('What was measured', objectiveMeanings(objectives)),
      provenanceSection(provenance, digestFacts(digests)),
    ],
  )
}

/** The cross table's blocks: learnt from which logs, applied to which. */
export function crossBlocks(crossed: CrossTable): readonly Block[] {
  const { objective, logs, rows } = crossed
  const told = rows.some(({ learntFrom }) => (learntFrom ?? []).length > 0)
  const cell = (each: CrossCell): Cell => ({
    text: [changeText(each), marksOf(each)].filter(Boolean).join(' '),
    fill: changeColour(each.change, objective.sense),
    ...toned(each.change, objective),
  })
  const shown = table(
    crossTitle(crossed),
    [...words('policy', ...(told ? ['learnt from'] : [])), ...numbers(...logs, 'mean')],
    rows.map(({ policy, learntFrom, cells, mean }) => [
      policy,
      ...(told ? [(learntFrom ?? []).join(' + ')] : []),
      ...[...cells, mean].map(cell),
    ]),
  )
  return [shown, ...sentences(crossLegend(crossed))]
}

function meansBlocks(evaluation: Evaluation): readonly Block[] {
  const { logs, objectives, baseline } = evaluation
  const means = meanChanges(evaluation)
  const policies = logs[0].policies.map(({ policy }) => policy).filter((policy) => policy !== baseline)
  const shown = table(
    `Geometric means of the ratios to ${baseline}, as changes`,
    [...words('policy'), ...numbers(...objectives.map(({ name }) => name))],
    policies.map((policy) => [
      policy,
      ...objectives.map((objective): Cell => {
        const change =
          means.find((mean) => mean.policy === policy && mean.objective === objective.name)?.change ?? null
        return { text: changeText({ change }), ...toned(change, objective) }
      }),
    ]),
  )
  const shifts = means.map((mean) => ({
    ...mean,
    unit: objectives.find(({ name }) => name === mean.objective)?.unit ?? '1',
  }))
  return [shown, ...sentences(shiftSentences(shifts))]
}

function toned(change: number | null, { sense }: Evaluation['objectives'][number]): Pick<RichCell, 'tone'> {
  const tone = toneOf(change, sense)
  return tone === undefined ? {} : { tone }
}
