/**
 * `front`: searches for all that is possible on a log, several objectives at once. Everything that a plan evaluates goes
 * into one archive of non-dominated schedules. First come policies that the front is compared with; they fix the box in
 * which its hypervolume is measured, and are not themselves put into the front.
 */
import { flag, json, list, nullable, object } from '../core/codec.js'
import { readKept } from '../core/documents.js'
import { formatCount } from '../core/format.js'
import { type Json, plainJson } from '../core/json.js'
import type { Batch, InvestigationKind } from '../evaluation/investigation.js'
import { stageOf } from '../evaluation/scenarios/scenario.js'
import type { ConvergencePoint } from '../evaluation/searches/convergence.js'
import { missingData } from '../evaluation/tasks/failure.js'
import {
  SIMULATE_RESULT,
  type SimulateResult,
  simulateResults,
  simulateTask,
} from '../evaluation/tasks/simulate.js'
import { RECORDED } from '../sim/policy.js'
import { BOX_POLICIES, groupPolicies, volumeBox } from './box.js'
import { frontFacts } from './facts.js'
import { type FrontFound, frontFound } from './found.js'
import { judgeOf } from './judge.js'
import { type FrontMark, hypervolumeText } from './model.js'
import { PLANS } from './plans/index.js'
import { type FrontPolicy, policiesKept, type Search, scoresIn, searchOf } from './search.js'
import { type ComparedPolicy, type FrontSpec, frontSpecOf } from './spec.js'
import type { VolumeBox } from './volume.js'

const STATE = object({
  /** Values of the policies that come first, in the order of `openingPolicies`; null before that. */
  opening: nullable(list(SIMULATE_RESULT)),
  search: json,
  concluded: flag,
})

/** The step that `take` returns of a batch of the search. */
interface FrontStep {
  readonly evaluations: number
  readonly front: number
  readonly hypervolume: number
}

export const FRONT: InvestigationKind<FrontFound> = {
  kind: 'front',
  open: (written, datasets, snapshot) => {
    const spec = frontSpecOf(written)
    const state = snapshot === null ? null : readKept(STATE, snapshot, 'front')
    const dataset = datasets.get(spec.scenario.data) ?? missingData(spec.scenario.data)
    const stage = stageOf(spec.scenario, dataset)
    const judge = judgeOf(spec)
    const plan = PLANS[spec.plan](spec, stage.jobs)
    const policies = openingPolicies(spec)
    const { signs } = judge
    let opening = state?.opening ?? null
    let concluded = state?.concluded ?? false
    let search: Search | null = null
    const begin = (values: readonly SimulateResult[], saved: Json | null): void => {
      search = searchOf(plan, judge, boxOf(spec, values, signs), spec.seed, saved)
    }
    if (opening !== null) begin(opening, state?.search ?? null)
    const budget = spec.evaluations ?? Number.POSITIVE_INFINITY
    const isOver = ({ evaluations }: Search) => (concluded && evaluations > 0) || evaluations >= budget

    return {
      next: (): Batch | null => {
        if (search === null) {
          const measured = [...spec.objectives, ...spec.beside]
          const tasks = policies.map((policy) => simulateTask(spec.scenario, policy, measured))
          return { label: 'policies to compare with', tasks }
        }
        if (isOver(search)) return null
        const found = search.next()
        return found && { label: labelOf(found.sources), tasks: found.tasks, steps: true }
      },
      take: (results) => {
        if (search === null) {
          opening = simulateResults(results)
          begin(opening, null)
          return plainJson({ box: boxOf(spec, opening, signs) })
        }
        search.take(simulateResults(results))
        const { evaluations, size } = search
        return { evaluations, front: size, hypervolume: search.share().value } satisfies FrontStep
      },
      conclude: () => {
        concluded = true
      },
      progress: () => {
        const done = search?.evaluations ?? 0
        const total = totalOf(spec, plan)
        // It ends after a whole generation, or when it is told to.
        const shown = total === null ? null : search !== null && isOver(search) ? done : Math.max(done, total)
        return { done, total: shown, note: search === null ? '' : noteOf(search) }
      },
      snapshot: () => STATE.encode({ opening, search: search?.snapshot() ?? null, concluded }),
      finish: () => {
        if (search === null || opening === null)
          throw new TypeError('a front without its policies is not finished')
        const values = opening
        const marks = marked(spec).map(({ name, policy }): FrontMark => {
          const measured = valuesOf(values[policies.indexOf(policy)])
          const d = spec.objectives.length
          return { name, values: measured.slice(0, d), beside: measured.slice(d) }
        })
        const box = boxOf(spec, values, signs)
        return frontFound({
          spec,
          stage,
          signs,
          box,
          found: search.found(),
          marks: [...marks, ...happened(spec)],
        })
      },
    }
  },
  facts: (spec) => frontFacts(frontSpecOf(spec)),
  converging: () => ({ name: 'part of the box that nothing found dominates', unit: '1' }),
  convergence: (steps) =>
    steps.flatMap((step): readonly ConvergencePoint[] => {
      const { evaluations, hypervolume } = (step ?? {}) as Partial<FrontStep>
      if (evaluations === undefined || hypervolume === undefined) return []
      return [{ evaluations, best: 1 - hypervolume, median: null }]
    }),
}

/** The recorded schedules, beside the policies. */
function happened({ recorded, objectives, beside, compare }: FrontSpec): readonly FrontMark[] {
  if (recorded === undefined || compare.some(({ policy }) => policy === RECORDED)) return []
  const valuesAt = (names: readonly string[]) => names.map((name) => recorded.objectives[name] ?? null)
  return [{ name: RECORDED, values: valuesAt(objectives), beside: valuesAt(beside) }]
}

/** All that a search for a front has evaluated, in its order: minimised scores, and what part of the search it is of. */
export interface Evaluated {
  /** Row-major, in the order of the objectives; infinite where there is no value. */
  readonly scores: Float64Array
  /** Places in the sources of `front.json`. */
  readonly source: Int32Array
}

/** @param snapshot of a search */
export function evaluatedIn(snapshot: Json): Evaluated {
  const { search } = readKept(STATE, snapshot, 'front')
  return scoresIn(search)
}

/** The policies of the front, as far as it is found. @param snapshot of a search */
export function policiesIn(written: Json, snapshot: Json): readonly FrontPolicy[] {
  const { search } = readKept(STATE, snapshot, 'front')
  return search === null ? [] : policiesKept(search, frontSpecOf(written).objectives.length)
}

/** The usual policies, those that put one group first, and those that the user compares with. */
function openingPolicies({ groups, compare }: FrontSpec): readonly string[] {
  return [...new Set([...BOX_POLICIES, ...groupPolicies(groups), ...compare.map(({ policy }) => policy)])]
}

/** Policies that the front is compared with: without those that only fix the box. */
function marked({ compare }: FrontSpec): readonly ComparedPolicy[] {
  const usual = BOX_POLICIES.map((policy) => ({ name: policy, policy }))
  return [...usual, ...compare.filter(({ name }) => !usual.some((each) => each.name === name))]
}

function valuesOf(result: SimulateResult | undefined): readonly (number | null)[] {
  return result === undefined || 'above' in result ? [] : result
}

function boxOf(spec: FrontSpec, opening: readonly SimulateResult[], signs: readonly number[]): VolumeBox {
  const policies = openingPolicies(spec)
  const scoresOf = (names: readonly string[]) =>
    Float64Array.from(
      names.flatMap((name) => {
        const values = valuesOf(opening[policies.indexOf(name)])
        return signs.map((sign, k) => {
          const value = values[k] ?? null
          return value === null ? Number.POSITIVE_INFINITY : sign * value
        })
      }),
    )
  return volumeBox(scoresOf(BOX_POLICIES), scoresOf(groupPolicies(spec.groups)), signs.length)
}

/** Schedules that are to be evaluated; null where only time limits them. */
function totalOf(
  { evaluations, plan: name }: FrontSpec,
  plan: ReturnType<(typeof PLANS)['own']>,
): number | null {
  if (name === 'own') return evaluations
  return plan.reduce((sum, { share }) => sum + share, 0)
}

function noteOf(search: Search): string {
  const { value, error } = search.share()
  return `front ${formatCount(search.size)}, hypervolume ${hypervolumeText({ value, error })}`
}

function labelOf(sources: readonly string[]): string {
  return sources.length === 1 ? sources[0] : `${sources[0]} and ${sources.length - 1} more`
}
