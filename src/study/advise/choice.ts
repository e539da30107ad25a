/** The policies that are tried on the weeks that are learnt from, and which of them these recommend. Nothing later has a say. */
import { isValue } from '../../evaluation/results/ranking.js'
import { trainingOf } from '../../evaluation/searches/final-measurement.js'
import { policiesIn } from '../../front/index.js'
import { learntIn } from '../../learn/index.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { policyParts, SLURM, withAlgorithm } from '../../sim/policy.js'
import {
  boundIn,
  parseConstraint,
  policyOf,
  violationOf,
  type WrittenConstraint,
} from '../../strategy/index.js'
import type { Finished } from '../reproduce/composition.js'
import { type Measured, type MeasurementSpec, measuredIn } from '../reproduce/measurement.js'
import type { TriedPolicy } from './advice.js'
import { type BatchLines, linesFor } from './lines.js'
import { type AdviceSpec, FRONT_PART, type Origin } from './spec.js'

/** The part that tries them. */
export const TRIAL = 'trial'
const LONGEST_WAIT = 'maxWait'
/** Policies that are recommended. */
const MOST_CHOICES = 3
/** Names of what searches find, by what they search. */
const LEARNT = { score: 'learnt sum of terms', weights: 'learnt Slurm weights' } as const
/** Characters of a policy that names itself in tables. */
const LONGEST_NAME = 40
/** Points of a front that are tried. */
const MOST_POINTS = 12

export interface Candidate {
  /** The name in tables: the policy, unless that would fill them. */
  readonly name: string
  readonly policy: string
  /** As it was written or found, which strategies and exports have. */
  readonly written: string
  readonly origin: Origin
  /** The search that found it; null of a known one. */
  readonly search: { readonly name: string; readonly seed: number } | null
}

export function constraintsOf({ constraints }: AdviceSpec): readonly WrittenConstraint[] {
  return constraints.map((text) => parseConstraint(text, 'constraints'))
}

/** Policies that constraints refer to. */
export function referencesOf(spec: AdviceSpec): readonly string[] {
  return constraintsOf(spec).flatMap(({ bound }) => (typeof bound === 'number' ? [] : [bound.policy]))
}

/** Known ones, then what searches found; not the baseline, and each once. */
export function candidatesOf(spec: AdviceSpec, finished: Finished): readonly Candidate[] {
  const known = spec.known.map(
    (policy): Candidate => ({
      ...{ name: policy, policy, written: policy, origin: 'known', search: null },
    }),
  )
  const learnt = spec.searches.flatMap(({ name, origin, seed }): readonly Candidate[] => {
    const part = finished.get(name)
    if (part === undefined) throw new TypeError(`no part ${name}`)
    const { winner } = learntIn(part.part.spec, part.state)
    const policy = policyOf(winner.strategy)
    const label = `${LEARNT[origin]}, seed ${seed}`
    return [{ name: label, policy, written: policy, origin, search: { name, seed } }]
  })
  const all = [...known, ...learnt, ...frontOf(finished)]
    .map((candidate) => asLinesAct(spec, candidate))
    .filter(({ policy }) => policy !== spec.baseline)
  return all.filter(({ policy }, k) => all.findIndex((other) => other.policy === policy) === k)
}

/**
 * The effect of its lines: where Slurm's own schedulers are what is there today, lines for Slurm change their order and leave
 * them as they are, whatever algorithm the order was searched under.
 */
function asLinesAct({ baseline, log }: AdviceSpec, candidate: Candidate): Candidate {
  const { name, policy } = candidate
  if (policyParts(baseline)?.algorithm !== SLURM) return candidate
  if (linesFor(policy, log.scenario.machine).slurm === null) return candidate
  const acting = withAlgorithm(policy, SLURM)
  return { ...candidate, policy: acting, name: name === policy ? acting : name }
}

/** Points from one end of the front that was searched to the other, a few where it has many. */
function frontOf(finished: Finished): readonly Candidate[] {
  const part = finished.get(FRONT_PART)
  if (part === undefined) return []
  const points = policiesIn(part.part.spec, part.state).toSorted((a, b) => a.scores[0] - b.scores[0])
  const count = Math.min(points.length, MOST_POINTS)
  return Array.from({ length: count }, (_, k): Candidate => {
    const { policy } = points[Math.round((k * (points.length - 1)) / Math.max(1, count - 1))]
    const name = policy.length > LONGEST_NAME ? `order ${k + 1} found with the front` : policy
    return { name, policy, written: policy, origin: 'front', search: null }
  })
}

/** The trial of all of them on the weeks that are learnt from. */
export function trialOf(spec: AdviceSpec, finished: Finished): MeasurementSpec {
  const candidates = candidatesOf(spec, finished).map(({ policy }) => policy)
  const texts = constraintsOf(spec).map(({ objective }) => objective.text)
  return {
    logs: [{ name: spec.log.name, scenario: trainingOf(spec.log) }],
    policies: [...new Set([spec.baseline, ...referencesOf(spec), ...candidates])],
    objectives: [...new Set([spec.objective, ...texts, LONGEST_WAIT])],
  }
}

interface Trial {
  readonly candidate: Candidate
  readonly value: number | null
  readonly kept: boolean
}

/** The choice: what is recommended, best first; what was tried; and the value of the baseline. */
export interface Choice {
  readonly choices: readonly Candidate[]
  readonly tried: readonly TriedPolicy[]
  /** By policies. */
  readonly values: ReadonlyMap<string, number | null>
}

export function choiceOf(spec: AdviceSpec, finished: Finished): Choice {
  const part = finished.get(TRIAL)
  if (part === undefined) throw new TypeError('nothing was tried')
  const { policies, objectives } = trialOf(spec, finished)
  const [measured]: Measured = measuredIn(part.state)
  const reached = (policy: string, objective: string): number | null =>
    measured[policies.indexOf(policy)]?.[objectives.indexOf(objective)] ?? null
  const constraints = constraintsOf(spec)
  const keeps = (policy: string) =>
    constraints.every(({ sense, bound, objective: { text } }) => {
      const limit = boundIn({ bound }, typeof bound === 'number' ? null : reached(bound.policy, text))
      return violationOf(sense, limit, reached(policy, text)) === 0
    })
  const { sense } = compileObjective(spec.objective)
  const cost = (value: number | null) =>
    isValue(value) ? (sense === 'min' ? value : -value) : Number.POSITIVE_INFINITY
  const trials = candidatesOf(spec, finished).map((candidate): Trial => {
    const { policy } = candidate
    return { candidate, value: reached(policy, spec.objective), kept: keeps(policy) }
  })
  const base = cost(reached(spec.baseline, spec.objective))
  const better = trials
    .filter(({ value, kept }) => kept && cost(value) < base)
    .sort((a, b) => cost(a.value) - cost(b.value))
    .map(({ candidate }) => candidate)
  const points = trials.map(({ candidate: { policy }, value }) => ({
    cost: cost(value),
    wait: cost(reached(policy, LONGEST_WAIT)),
  }))
  return {
    choices: told(better, spec.log.scenario.machine),
    tried: trials.map(({ candidate: { name, policy, origin }, value, kept }, k) => ({
      ...{ name, policy, origin, value, kept, longestWait: reached(policy, LONGEST_WAIT) },
      undominated: !points.some(
        (other) =>
          other.cost <= points[k].cost &&
          other.wait <= points[k].wait &&
          (other.cost < points[k].cost || other.wait < points[k].wait),
      ),
    })),
    values: new Map(policies.map((policy) => [policy, reached(policy, spec.objective)])),
  }
}

/** The best; the best that Slurm can say, and that OpenPBS can; the best of those that nobody learnt. Each once. */
function told(better: readonly Candidate[], machine: number): readonly Candidate[] {
  const sayable = (system: keyof BatchLines) =>
    better.find(({ policy }) => linesFor(policy, machine)[system] !== null)
  const wanted = [
    better[0],
    sayable('slurm'),
    sayable('openpbs'),
    better.find(({ origin }) => origin === 'known'),
  ]
  return better.filter((candidate) => wanted.includes(candidate)).slice(0, MOST_CHOICES)
}
