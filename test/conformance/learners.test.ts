/**
 * The one suite that every learner must pass, in all of its main settings: the same seed gives the same batches; asking
 * twice gives the same; a snapshot through JSON text, after any generation, goes on to the same batches, summaries,
 * population and result; what `selection` says may go unevaluated changes none of them; candidates are policies, and are
 * counted. Scores are a made-up function of a candidate's policy.
 */
import { describe, expect, it } from 'vitest'
import type { CandidateBatch, Learner, LearnerContext, LearnerKind } from '../../src/learn/learner.js'
import { checkedLearner } from '../../src/learn/learner-settings.js'
import { LEARNERS, type LearnerSettings, learnerFor } from '../../src/learn/learners.js'
import { parsePolicy } from '../../src/sim/policy.js'
import { policyOf, type Strategy } from '../../src/strategy/index.js'
import { LEARNER_CONTEXT, LEARNER_MEMBERS } from '../support/learner-members.js'
import { earlyStopped } from '../support/rule-learners.js'

/** From 1 to 2, another one for nearly every policy: FNV-1a. */
function scoreOf(strategy: Strategy): number {
  const hash = [...policyOf(strategy)].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193),
    0x811c9dc5,
  )
  return 1 + (hash >>> 0) / 2 ** 32
}

/** What a learner did and came to. */
interface Taught {
  readonly asked: readonly (readonly CandidateBatch[])[]
  readonly told: readonly (readonly Float64Array[])[]
  readonly learner: Learner
}

interface How {
  readonly reopen?: true
  readonly early?: true
  readonly seed?: number
}

function taught(settings: LearnerSettings, own: Partial<LearnerContext>, how: How = {}): Taught {
  const kind: LearnerKind = learnerFor(settings)
  const context = { ...LEARNER_CONTEXT, ...own, seed: how.seed ?? LEARNER_CONTEXT.seed }
  let learner = kind.open(settings, context, null)
  const asked: (readonly CandidateBatch[])[] = []
  const told: (readonly Float64Array[])[] = []
  for (let batches = learner.ask(); batches !== null; batches = learner.ask()) {
    const scores = batches.map((batch) => {
      const all = Float64Array.from(batch.candidates, scoreOf)
      return how.early ? earlyStopped(batch, all) : all
    })
    learner.tell(scores)
    asked.push(batches)
    told.push(scores)
    if (how.reopen) learner = kind.open(settings, context, JSON.parse(JSON.stringify(learner.snapshot())))
  }
  return { asked, told, learner }
}

const candidatesOf = ({ asked }: Taught) =>
  asked.map((batches) => batches.map(({ name, candidates }) => ({ name, candidates })))
const outcomeOf = ({ learner }: Taught) => ({
  summaries: learner.summaries(),
  delivered: learner.delivered?.() ?? null,
})

it('is about every learner', () => {
  const names = new Set(LEARNER_MEMBERS.map(([, { learner }]) => learner))
  expect([...names].toSorted()).toEqual(LEARNERS.map(({ name }) => name).toSorted())
})

describe.each(LEARNER_MEMBERS.map(([name, settings, own = {}]) => ({ name, settings, own })))(
  '$name',
  ({ settings, own }) => {
    const whole = taught(settings, own)

    it('has settings that fit its declarations', () => {
      const { learner: _, ...rest } = settings
      expect(checkedLearner(learnerFor(settings).settings, rest)).toBe(rest)
    })

    it('asks for the same by the same seed, and for the same twice; for others by another seed', () => {
      expect(candidatesOf(taught(settings, own))).toEqual(candidatesOf(whole))
      const learner = learnerFor(settings).open(settings, { ...LEARNER_CONTEXT, ...own }, null)
      expect(learner.ask()).toEqual(learner.ask())
      const other = candidatesOf(taught(settings, own, { seed: 2 }))
      // Classes are filled in one after the other: no chance has a part in it.
      if (settings.learner === 'rules-iterative') expect(other).toEqual(candidatesOf(whole))
      else expect(other).not.toEqual(candidatesOf(whole))
    })

    it('goes on from a snapshot, after any generation, as if it had not been left', () => {
      const parts = taught(settings, own, { reopen: true })
      expect(parts.asked).toEqual(whole.asked)
      expect(outcomeOf(parts)).toEqual(outcomeOf(whole))
      expect(parts.learner.population()).toEqual(whole.learner.population())
      expect(JSON.stringify(parts.learner.snapshot())).toBe(JSON.stringify(whole.learner.snapshot()))
      expect(parts.learner.ask()).toBeNull()
    })

    it('goes the same way where scores are not told that change nothing', () => {
      const early = taught(settings, own, { early: true })
      expect(candidatesOf(early)).toEqual(candidatesOf(whole))
      expect(outcomeOf(early)).toEqual(outcomeOf(whole))
    })

    it('has candidates that can be simulated, and counts them', () => {
      const all = whole.asked.flatMap((batches) => batches.flatMap(({ candidates }) => candidates))
      for (const candidate of all) expect(() => parsePolicy(policyOf(candidate))).not.toThrow()
      const summaries = whole.learner.summaries()
      const counted = summaries.reduce((sum, { evaluations }) => sum + evaluations, 0)
      // Forms with a term left out are tried once, and are nobody's.
      const omitted = whole.asked
        .flat()
        .filter(({ name }) => name.endsWith(', one left out'))
        .reduce((sum, { candidates }) => sum + candidates.length, 0)
      expect(counted + omitted).toBe(all.length)
      for (const { strategy, score } of summaries)
        if (strategy !== null) expect(scoreOf(strategy)).toBe(score)
      const planned = learnerFor(settings).planned(settings)
      expect(all.length).toBeGreaterThanOrEqual(planned)
    })

    it('keeps the best that it was told of, unless it chooses by more than the score', () => {
      const least = Math.min(...whole.told.flatMap((scores) => scores.flatMap((each) => [...each])))
      const best = Math.min(...whole.learner.summaries().map(({ score }) => score))
      if (settings.learner === 'rules-pittsburgh' && settings.reduction === 'fitness') {
        expect(best).toBeGreaterThanOrEqual(least)
      } else if (settings.learner !== 'score-coefficients') expect(best).toBe(least)
    })
  },
)
