/**
 * Our own plan: θ-DEA (Yuan and others 2016), which is made for many objectives, over orders that are linear in the time
 * (linear-coding.ts), all under EASY; and the usual policies, so that none of them is missing from the front. Operators
 * are those of Deb's own program, with three mutated numbers a child. The population is small, and smaller where the budget
 * is: what it forgets is in the archive. For a preference it is drawn towards the regions (judge.ts).
 */
import { simulateTask } from '../../evaluation/tasks/simulate.js'
import { realCoding, restoreThetaDea, thetaDea } from '../../optimize/index.js'
import { BOX_POLICIES, groupPolicies } from '../box.js'
import { measuredIn } from '../judge.js'
import { type FrontSpec, preferenceOf } from '../spec.js'
import { listPlan, populationPlan, type StreamPlan } from '../stream.js'
import { lean } from './lean.js'
import { linearCoding } from './linear-coding.js'

/** Individuals at most. */
const MOST_INDIVIDUALS = 60
/** Generations that a budget is to have room for. */
const GENERATIONS = 90
/** Numbers of a child that are mutated, on average. */
const MUTATED = 3

export function ownPlan(spec: FrontSpec): readonly StreamPlan[] {
  const { scenario, groups, objectives, seed, evaluations } = spec
  const { box, policy } = linearCoding(groups)
  const measured = measuredIn(spec)
  const drawn = (preferenceOf(spec)?.regions ?? []).length > 0
  const most = evaluations === null ? MOST_INDIVIDUALS : evaluations / GENERATIONS
  const lattice = latticeFor(objectives.length, Math.min(MOST_INDIVIDUALS, most))
  const coding = lean(
    realCoding({
      box,
      crossover: { share: 0.5, bounds: 'bounded' },
      mutation: { probability: MUTATED / box.lower.length, bounds: 'bounded' },
    }),
  )
  const settings = {
    coding,
    objectives: objectives.length,
    divisions: lattice.divisions,
    ...(lattice.innerDivisions === 0 ? {} : { innerDivisions: lattice.innerDivisions }),
  }
  const simulated = (text: string) => ({ task: simulateTask(scenario, text, measured), label: text })
  return [
    listPlan('usual policies', [...BOX_POLICIES, ...groupPolicies(groups)], simulated),
    populationPlan({
      source: drawn ? 'linear orders, θ-DEA, towards the regions' : 'linear orders, θ-DEA',
      share: evaluations ?? Number.MAX_SAFE_INTEGER,
      drawn,
      begin: () => thetaDea(settings, `${seed} linear orders`),
      restore: (state) => restoreThetaDea(state, () => coding),
      express: (genome) => simulated(policy(genome)),
      generations: null,
    }),
  ]
}

export interface Lattice {
  readonly divisions: number
  /** 0: no inner layer. */
  readonly innerDivisions: number
  /** Reference directions of both layers. */
  readonly directions: number
}

/**
 * The finest lattice of reference directions of about so many. Where its outer layer has nothing inside the simplex, an
 * inner one of fewer divisions takes the room that is left (Deb and Jain 2014).
 * @param most at least twice the objectives count
 */
export function latticeFor(objectives: number, most: number): Lattice {
  const room = Math.max(2 * objectives, Math.floor(most))
  const count = (divisions: number) => {
    let points = 1
    for (let k = 1; k < objectives; k++) points *= (divisions + k) / k
    return Math.round(points)
  }
  let divisions = 1
  while (count(divisions + 1) <= room) divisions++
  if (divisions >= objectives) return { divisions, innerDivisions: 0, directions: count(divisions) }
  const left = room - count(divisions)
  let innerDivisions = 0
  while (innerDivisions + 1 <= divisions && count(innerDivisions + 1) <= left) innerDivisions++
  const inner = innerDivisions === 0 ? 0 : count(innerDivisions)
  return { divisions, innerDivisions, directions: count(divisions) + inner }
}
