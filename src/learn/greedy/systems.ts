/**
 * Greedy learning as published (Franke, Lepping, Schwiegelshohn: Greedy scheduling with complex objectives, 2007, IV-C;
 * Franke, doctoral thesis, Dortmund 2006, 9.1): systems that differ in their criteria, each of which an evolution strategy
 * gives its 36 numbers.
 *
 * - *twelve*: for each situation and each of the four criteria a system that has this criterion in this situation and
 *   criterion 2 in the others; all 36 numbers are evolved. At the end the criterion that did best in each situation,
 *   with its numbers, is put together with those of the other situations and simulated;
 * - *uniform*: the four systems with the same criterion in all situations;
 * - *all*: the 64 choices of criteria.
 *
 * The evolution strategy: μ = 15, λ = 105 (Schwefel's 1/7), 100 generations; discrete recombination of all parents for the
 * numbers; one step size a number, intermediate recombination of 2 (2007) or all (2006) parents, τ0 = 1/√(2·36),
 * τ1 = 1/√(2√36), first step 0.1 of a number's range, kept in [10⁻⁴, 0.5]; numbers start uniform in their ranges and are
 * cut off at them; parents live for ever (2007) or for κ = 100 generations (2006). e^{τ0·N} is drawn for each candidate, or
 * once a generation, as the thesis prints it. The best system that was seen is the result. All systems advance together, one generation at a time.
 */
import { exact, json, list, nullable, objectOf, whole as wholeNumber } from '../../core/codec.js'
import { stateOf } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { choice, optional, setting, type Values, whole } from '../../core/settings/index.js'
import {
  type EvolutionStrategy,
  evolutionStrategy,
  restoreEvolutionStrategy,
} from '../../optimize/evolution-strategy/index.js'
import { THE_BEST } from '../../optimize/optimizer.js'
import { TIME_CLASS_NAMES } from '../../sim/time-class.js'
import { genesEach, greedyBox, type Strategy } from '../../strategy/index.js'
import { COMMON_FACTOR } from '../evolution.js'
import type { Learner, LearnerContext, LearnerKind } from '../learner.js'
import { parentsIn, type Scored, subSearch } from '../sub-search.js'
import { type Criteria, greedyOf } from './coding.js'

const PAPER = 'Franke, Lepping, Schwiegelshohn 2007, IV-C'
const THESIS = 'Franke 2006, 9.1'

const SETTINGS = {
  systems: setting(
    choice({
      twelve: 'one criterion in one situation each, then the best together',
      uniform: '4',
      all: '64',
    }),
    { meaning: 'what is evolved', source: PAPER, usual: 'twelve' },
  ),
  generations: setting(whole(1), {
    meaning: 'generations, each of lambda candidates of each system',
    source: PAPER,
    usual: 100,
  }),
  mu: setting(whole(1), { meaning: 'parents of each system', source: PAPER, usual: 15 }),
  lambda: setting(whole(1), {
    meaning: 'new candidates of each system a generation',
    source: PAPER,
    usual: 105,
  }),
  kappa: setting(optional(whole(1)), {
    meaning: 'generations that a parent lives',
    source: `${PAPER}; 100 in ${THESIS}`,
    usual: null,
    usually: 'for ever',
  }),
  stepParents: setting(whole(1, 'mu'), {
    meaning: 'parents whose step sizes are averaged',
    source: `${PAPER}; 15 in ${THESIS}`,
    option: 'rho',
    usual: 2,
  }),
  commonFactor: COMMON_FACTOR,
}
type SystemsSettings = Values<typeof SETTINGS>

/** Criterion in situations that a system is not about: the one that performed best in the papers. */
const USUAL = 2
const CRITERIA = [1, 2, 3, 4] as const

export interface System {
  readonly name: string
  readonly criteria: Criteria
  /** The subject of each of the twelve systems. */
  readonly about: { readonly situation: 0 | 1 | 2; readonly criterion: number } | null
}

const COMBINED = 'combined'

export function systemsOf(which: SystemsSettings['systems']): readonly System[] {
  switch (which) {
    case 'twelve':
      return ([0, 1, 2] as const).flatMap((situation) =>
        CRITERIA.map((criterion) => ({
          name: `${TIME_CLASS_NAMES[situation]} f${criterion}`,
          criteria: eachTimeClass((each) => (each === situation ? criterion : USUAL)),
          about: { situation, criterion },
        })),
      )
    case 'uniform':
      return CRITERIA.map((criterion) => ({
        name: `f${criterion}`,
        criteria: [criterion, criterion, criterion],
        about: null,
      }))
    case 'all':
      return CRITERIA.flatMap((weekend) =>
        CRITERIA.flatMap((day) =>
          CRITERIA.map((night) => ({
            name: `f${weekend} f${day} f${night}`,
            criteria: [weekend, day, night] as const,
            about: null,
          })),
        ),
      )
  }
}

function eachTimeClass(criterion: (situation: 0 | 1 | 2) => Criteria[0]): Criteria {
  return [criterion(0), criterion(1), criterion(2)]
}

/** Candidates that systems have in all. */
function candidatesOf({ systems, generations, mu, lambda }: SystemsSettings): number {
  return systemsOf(systems).length * (mu + generations * lambda) + combinations(systems)
}

function combinations(which: SystemsSettings['systems']): number {
  return which === 'twelve' ? 1 : 0
}

interface State {
  /** Batches told: the first parents, then one a generation, then the combination. */
  readonly told: number
  readonly parts: readonly Json[]
  readonly combined: number | null
}
const STATE = objectOf<State>({ told: wholeNumber(0), parts: list(json), combined: nullable(exact) })

export const GREEDY_SYSTEMS: LearnerKind<'greedy-systems', typeof SETTINGS> = {
  name: 'greedy-systems',
  about: 'greedy criteria, by the published evolution strategies',
  settings: SETTINGS,
  rounds: {
    setting: 'generations',
    first: (settings) => candidatesOf({ ...settings, generations: 0 }),
    each: ({ systems, lambda }) => systemsOf(systems).length * lambda,
    least: 'one generation of all systems',
  },
  planned: candidatesOf,
  title: ({ systems }) => TITLES[systems],
  open: (settings, context, state) => systemsLearner(settings, context, stateOf(STATE, state)),
}

const TITLES: Readonly<Record<SystemsSettings['systems'], string>> = {
  twelve: 'greedy, twelve systems',
  uniform: 'greedy, four uniform systems',
  all: 'greedy, all 64 systems',
}

function systemsLearner(settings: SystemsSettings, context: LearnerContext, from: State | null): Learner {
  const { generations } = settings
  const { groups } = context
  const box = greedyBox(groups)
  const systems = systemsOf(settings.systems)
  const strategy = (criteria: Criteria, genes: ArrayLike<number>): Strategy =>
    greedyOf('head', criteria, Float64Array.from(genes), groups)
  const parts = systems.map(({ name, criteria }, k) =>
    subSearch(
      {
        name,
        search: (state) =>
          state === null ? beginning(settings, context, name) : restoreEvolutionStrategy(state),
        strategy: (genes) => strategy(criteria, genes),
        last: parentsIn(box),
      },
      from?.parts[k] ?? null,
    ),
  )
  let told = from?.told ?? 0
  let combined = from?.combined ?? null
  const combination = (): Strategy => {
    const { criteria, genes } = combinedOf(
      systems,
      parts.map(({ best }) => best),
      groups,
    )
    return strategy(criteria, genes)
  }
  return {
    ask: () => {
      if (told <= generations) return parts.map((part) => part.ask())
      if (told > generations + combinations(settings.systems)) return null
      // Simulated to the end even if it is worse than the twelve: how good it is, is of interest.
      return [{ name: COMBINED, candidates: [combination()], selection: THE_BEST }]
    },
    tell: (scores) => {
      if (told <= generations) for (const [k, part] of parts.entries()) part.tell(scores[k])
      else combined = scores[0][0]
      told++
    },
    summaries: () => [
      ...parts.map((part) => part.summary()),
      ...(combined === null
        ? []
        : [{ name: COMBINED, evaluations: 1, score: combined, strategy: combination() }]),
    ],
    population: () => parts.flatMap((part) => part.population()),
    snapshot: () => STATE.encode({ told, parts: parts.map((part) => part.snapshot()), combined }),
  }
}

function beginning(
  { mu, lambda, kappa, stepParents, commonFactor }: SystemsSettings,
  { seed, groups }: LearnerContext,
  system: string,
): EvolutionStrategy {
  return evolutionStrategy(
    {
      box: greedyBox(groups),
      mu,
      lambda,
      kappa: kappa ?? Number.POSITIVE_INFINITY,
      objects: { kind: 'discrete', parents: mu },
      steps: { kind: 'intermediate', parents: stepParents },
      rule: { kind: 'non-isotropic', common: commonFactor },
      firstStep: 0.1,
      leastStep: 1e-4,
      mostStep: 0.5,
      repair: 'clip',
    },
    `${seed} ${system}`,
  )
}

/**
 * The combined criteria: in each situation the one that did best, with the numbers that it has there; of equal ones the
 * first.
 */
export function combinedOf(
  systems: readonly System[],
  best: readonly (Scored | null)[],
  groups: number,
): { readonly criteria: Criteria; readonly genes: Float64Array } {
  const each = genesEach(groups)
  const genes = new Float64Array(3 * each)
  const criteria = eachTimeClass((situation) => {
    const places = systems.flatMap(({ about }, k) => (about?.situation === situation ? [k] : []))
    const place = places.reduce((least, k) => (scoreOf(best[k]) < scoreOf(best[least]) ? k : least))
    const from = situation * each
    genes.set(best[place]?.genome.slice(from, from + each) ?? [], from)
    return systems[place].criteria[situation]
  })
  return { criteria, genes }
}

function scoreOf(best: Scored | null): number {
  return best?.score ?? Number.POSITIVE_INFINITY
}
