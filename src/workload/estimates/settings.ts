/** How the Beta model of estimates is fitted, and how estimates are given to a log; no model is loaded for it. */
import { parseDuration } from '../../core/duration.js'
import {
  choice,
  duration,
  type Form,
  headed,
  illegible,
  optional,
  parseDecimal,
  real,
  SEED_OF_LOG,
  setting,
  whole,
  written,
} from '../../core/settings/index.js'
import type { PopularEstimate } from './tsafrir-head.js'

const HEADING = 'Model:'

export const BETA_FIT = headed(HEADING, {
  groups: setting(whole(1), {
    meaning: 'groups of run times to begin with',
    option: 'run-groups',
    usual: 20,
  }),
  limit: setting(real({ above: 0, most: 1, shown: 'share' }), {
    meaning: 'run time / estimate from which a job counts as stopped at its limit',
    option: 'at-limit',
    usual: 0.99,
  }),
})

/** The largest factor F, and f of the f-model: estimates stay whole seconds that a number can hold. */
export const MOST_BADNESS = 1_000_000

/** A model as it is written; a fitted one by its file. */
export type NamedModel =
  | { readonly kind: 'exact' | 'none' | 'tsafrir' }
  | { readonly kind: 'factor'; readonly factor: number }
  | { readonly kind: 'uniform'; readonly f: number }
  | { readonly kind: 'beta'; readonly file: string }

const MODELS = 'tsafrir, beta:FILE, factor:F, uniform:F, exact or none'

/** @throws QueuewrightError `usage` */
export function namedModel(text: string): NamedModel {
  if (text === 'exact' || text === 'none' || text === 'tsafrir') return { kind: text }
  const [, kind, rest] = /^(\w+):(.+)$/s.exec(text) ?? []
  if (kind === 'factor') return { kind, factor: badness(text, rest, 1) }
  if (kind === 'uniform') return { kind, f: badness(text, rest, 0) }
  if (kind === 'beta') return { kind, file: rest }
  throw illegible(text, MODELS)
}

/** The number behind the colon of a model. */
function badness(model: string, text: string, least: number): number {
  const value = parseDecimal(text)
  if (value >= least && value <= MOST_BADNESS) return value
  throw illegible(model, `a number from ${least} to ${MOST_BADNESS} behind the colon`)
}

const POPULAR: Form<readonly PopularEstimate[]> = {
  shown: 'list',
  told: ', as 18h=23.8,15m=10.6',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['seconds', 'share'],
      properties: { seconds: { type: 'number' }, share: { type: 'number' } },
    },
  },
  expected: () => 'times and percentages as 18h=23.8,15m=10.6',
  fits: Array.isArray,
  read: (text) =>
    text.split(',').map((item) => {
      const [, time, percent] = /^\s*([^=\s]+)\s*=\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(item) ?? []
      if (time === undefined) throw illegible(text, POPULAR.expected())
      return { seconds: parseDuration(time), share: Number(percent) / 100 }
    }),
  text: (values) => values.map(({ seconds, share }) => `${seconds}s=${100 * share}`).join(','),
}

const ROUNDING: Form<'none' | 'usual' | number> = {
  shown: 'how',
  told: ': none, usual (popular values), or a time as 5m (its multiples)',
  schema: { anyOf: [{ enum: ['none', 'usual'] }, { type: 'number', exclusiveMinimum: 0 }] },
  expected: () => 'none, usual, or a time such as 5m',
  fits: (value) => value === 'none' || value === 'usual' || Number.isFinite(value),
  read: (text) => (text === 'none' || text === 'usual' ? text : parseDuration(text)),
  text: String,
}

export const APPLYING = headed(HEADING, {
  model: setting(written(MODELS, { shown: 'model', check: namedModel }), {
    meaning:
      'tsafrir (modal), beta:FILE (fitted), factor:F (F times the run time), uniform:F (1 to F+1 times it), exact, none',
    source: 'Tsafrir, Etsion, Feitelson 2005; Song, Ernemann, Yahyapour 2004',
  }),
  maximum: setting(optional(duration()), {
    meaning: 'largest estimate, as 18h',
    option: 'max',
    unit: 's',
    usual: null,
    usually: "the log's largest, its MaxRuntime, or its longest run time; with factor and uniform none",
  }),
  overrun: setting(optional(choice(['error', 'extend'], 'rule')), {
    meaning: 'jobs longer than the largest estimate; extend takes their run time for their estimate',
    usual: null,
    usually: 'error with --max, else extend',
  }),
  rounding: setting(ROUNDING, {
    meaning: 'with beta, factor and uniform, what is rounded up to',
    option: 'round',
    usual: 'none',
  }),
  popular: setting(optional(POPULAR), {
    meaning: 'popular values and percentages known of the site',
    usual: null,
    only: { model: 'tsafrir' },
  }),
  seed: SEED_OF_LOG,
})
