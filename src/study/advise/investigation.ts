/**
 * `advise`: which policies are worth having. Searches with several seeds, by the weeks that are learnt from; what they found and
 * known policies, tried on these weeks; the one to three that they recommend, judged by the other weeks. The searches are
 * parts of kinds of their own (composition.ts); judging takes a simulation of the whole log for each policy that is left.
 */
import type { Found, InvestigationKind } from '../../evaluation/investigation.js'
import { type Stage, stageOf } from '../../evaluation/scenarios/scenario.js'
import type { SearchFound } from '../../evaluation/searches/search-history.js'
import { missingData } from '../../evaluation/tasks/failure.js'
import { FRONT } from '../../front/index.js'
import { LEARN } from '../../learn/index.js'
import { boundOf } from '../../sim/bounds/index.js'
import { compileObjective } from '../../sim/objectives/index.js'
import {
  STRATEGY_FORMAT,
  STRATEGY_VERSION,
  type StrategyArtefact,
  strategyJson,
} from '../../strategy/index.js'
import type { Dataset } from '../../trace/dataset.js'
import { composed, type Finished } from '../reproduce/composition.js'
import { MEASUREMENT, measurementJson } from '../reproduce/measurement.js'
import { ADVICE_FILE, ADVICE_FORMAT, ADVICE_VERSION, type Advice, adviceText } from './advice.js'
import { type Candidate, candidatesOf, choiceOf, referencesOf, TRIAL, trialOf } from './choice.js'
import { type Chosen, judgedBy } from './judge.js'
import { preferred } from './preference.js'
import { type AdviceSpec, adviceSpecOf } from './spec.js'

export interface AdviceFound extends Found {
  readonly advice: Advice
}

const KINDS: Readonly<Record<string, InvestigationKind>> = { [LEARN.kind]: LEARN, [FRONT.kind]: FRONT }

export const ADVISE: InvestigationKind<AdviceFound> = {
  kind: 'advise',
  open: (json, datasets, state) => {
    const spec = adviceSpecOf(json)
    const dataset = datasets.get(spec.log.scenario.data) ?? missingData(spec.log.scenario.data)
    return composed(
      {
        kindOf: (name) => KINDS[name] ?? MEASUREMENT,
        first: spec.parts,
        further: (finished) => [
          {
            name: TRIAL,
            kind: MEASUREMENT.kind,
            spec: measurementJson(trialOf(spec, finished)),
            weight: 1,
          },
        ],
        furtherTotal: 1 + spec.known.length + referencesOf(spec).length + spec.parts.length,
        result: (finished) => adviceFound(spec, finished, dataset),
      },
      datasets,
      state,
    )
  },
  facts: (json) => {
    const { log, objective, constraints, baseline, weeks, known, parts, budget, seed } = adviceSpecOf(json)
    return [
      ['log', log.name],
      ['objective', objective],
      ...constraints.map((text) => ['subject to', text] as const),
      ['baseline', baseline],
      [`${weeks.unit}s that judge`, String(weeks.held.length)],
      ['known policies', String(known.length)],
      ['searches', `${parts.length}, of ${budget.evaluations} evaluations each`],
      ['seed', String(seed)],
      ...(log.legend ?? []),
    ]
  },
  converging: () => null,
  convergence: () => [],
}

function adviceFound(spec: AdviceSpec, finished: Finished, dataset: Dataset): AdviceFound {
  const { log, weeks, objective, baseline } = spec
  const stage = stageOf(log.scenario, dataset)
  const { choices, tried, values } = choiceOf(spec, finished)
  const learnt = candidatesOf(spec, finished).filter(({ search }) => search !== null)
  const before = values.get(baseline) ?? null
  const chosen = choices.map((candidate, k): Chosen => {
    const { policy, origin } = candidate
    const siblings = learnt.filter((other) => other.origin === origin && other.policy !== policy)
    return {
      ...candidate,
      siblings: candidate.search === null ? [] : siblings,
      learnt: { before, after: values.get(policy) ?? null },
      file: `strategy-${k + 1}.json`,
    }
  })
  const judgement = judgedBy(spec, stage, chosen)
  const { rows, scale, all, value, used } = judgement
  const { system } = spec
  const { policies, passedOver } = preferred(judgement.policies, compileObjective(objective).sense, system)
  const advice: Advice = {
    ...{ format: ADVICE_FORMAT, version: ADVICE_VERSION, log: log.name, digest: log.scenario.data },
    ...{ jobs: stage.jobs.length, machine: log.scenario.machine, objective, baseline, weeks },
    ...{ judged: rows.length, level: spec.level, scale, today: spec.today, all, value, used },
    ...{ policies, tried, system, passedOver },
    bound: boundOn(stage, rows, spec),
    ...{
      unsimulated: spec.unsimulated,
      notices: spec.notices,
      budget: spec.budget,
      searches: spec.parts.length,
      seed: spec.seed,
      groups: log.legend ?? [],
    },
  }
  return {
    advice,
    files: [
      { name: ADVICE_FILE, content: adviceText(advice) },
      ...chosen.map((each) => ({ name: each.file, content: strategyJson(artefactOf(each, finished)) })),
    ],
  }
}

/** Over rows of the weeks that had no say; null where nothing bounds the objective. */
function boundOn(stage: Stage, rows: Int32Array, { objective, log }: AdviceSpec): Advice['bound'] {
  // Which jobs a class has is known of all judged ones: what fields say is not at hand here.
  const compiled = compileObjective(objective)
  if (compiled.parts.some(({ within }) => within !== null && within.fields.length > 0)) return null
  const found = boundOf(stage.jobs, rows, log.scenario.machine, compiled)
  return found && { value: found.value, by: found.by }
}

/** The strategy of a candidate; what was learnt has its evidence. */
function artefactOf({ written, search }: Candidate, finished: Finished): StrategyArtefact {
  const found = search === null ? null : (finished.get(search.name)?.found as SearchFound | null | undefined)
  return (
    found?.strategy ?? {
      ...{ format: STRATEGY_FORMAT, version: STRATEGY_VERSION, name: written, evidence: null },
      strategy: { kind: 'policy', policy: written },
    }
  )
}
