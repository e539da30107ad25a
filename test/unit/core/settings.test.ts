/** Settings, declared once: what is usual, what fits, how values are read, and the JSON Schema that follows. */
import { describe, expect, it } from 'vitest'
import {
  checked,
  choice,
  duration,
  flag,
  type Given,
  localDate,
  optional,
  optionOf,
  real,
  type Setting,
  schemaOf,
  setting,
  settled,
  someOf,
  usualText,
  type Values,
  whole,
} from '../../../src/core/settings/index.js'
import { failureOf } from '../../support/failures.js'

const WORDS = ['wait', 'estimate', 'size'] as const
const SETTINGS = {
  mu: setting(whole(1, 99), { meaning: 'parents', source: 'Schwefel 1995', usual: 15 }),
  lambda: setting(whole('mu'), {
    meaning: 'offspring',
    usual: ({ mu }: { readonly mu: number }) => 7 * mu,
    usually: '7·mu',
  }),
  kappa: setting(optional(whole(1)), {
    meaning: 'generations of a parent',
    usual: null,
    usually: 'for ever',
  }),
  rule: setting(choice({ best: '', smallest: 'of the best' }), { meaning: 'who lives on', usual: 'best' }),
  firstPool: setting(whole(1, 'lambda'), { meaning: 'of how many', only: { rule: 'smallest' }, usual: 500 }),
  share: setting(real({ above: 0, most: 1, shown: 'share' }), { meaning: 'share to keep' }),
  variables: setting(someOf(WORDS), { meaning: 'what is known', usual: WORDS, usually: 'all' }),
  guard: setting(flag(), {
    meaning: 'guard waits',
    usual: ({ constraints = [] }: { readonly constraints?: readonly string[] }) => constraints.length > 0,
  }),
}
type Settings = Values<typeof SETTINGS>

describe('settings', () => {
  it('are what is given, else what is usual, in the order of their declarations', () => {
    const settings: Settings = settled(SETTINGS, { share: 0.5, mu: 3, guard: undefined })
    expect(Object.entries(settings)).toEqual([
      ['mu', 3],
      ['lambda', 21],
      ['kappa', null],
      ['rule', 'best'],
      ['firstPool', 500],
      ['share', 0.5],
      ['variables', WORDS],
      ['guard', false],
    ])
  })

  it('may usually go by the circumstances', () => {
    expect(settled(SETTINGS, { share: 1 }, { constraints: ['maxWait <= 1d'] }).guard).toBe(true)
    expect(settled(SETTINGS, { share: 1, guard: false }, { constraints: ['maxWait <= 1d'] }).guard).toBe(
      false,
    )
  })

  it.each<[Given<typeof SETTINGS>, string, string | number, string]>([
    [{}, 'share', 'nothing', 'a number above 0, at most 1'],
    [{ share: 0 }, 'share', 0, 'a number above 0, at most 1'],
    [{ share: Number.NaN }, 'share', Number.NaN, 'a number above 0, at most 1'],
    [{ share: 1, mu: 0 }, 'mu', 0, 'a whole number from 1 to 99'],
    [{ share: 1, mu: 1.5 }, 'mu', 1.5, 'a whole number from 1 to 99'],
    [{ share: 1, mu: 20, lambda: 19 }, 'lambda', 19, 'a whole number from 20 (mu) to 10000'],
    [{ share: 1, kappa: 0 }, 'kappa', 0, 'a whole number from 1 to 10000'],
    [{ share: 1, rule: 'worst' as 'best' }, 'rule', 'worst', 'best, smallest'],
    [{ share: 1, rule: 'smallest', mu: 2 }, 'firstPool', 500, 'a whole number from 1 to 14 (lambda)'],
    [{ share: 1, variables: [] }, 'variables', '', 'some of wait, estimate, size, separated by commas'],
  ])('%j is refused by name', (given, field, value, expected) => {
    const failure = failureOf(() => settled(SETTINGS, given, {}, 'it cannot be set so'))
    expect(failure.kind).toBe('usage')
    expect(failure.what).toBe('it cannot be set so')
    expect(failure.detail).toEqual({ field, value, expected })
  })

  it('that are all there are checked as they are, and of those of no use nothing is asked', () => {
    const settings = settled(SETTINGS, { share: 1, mu: 2 })
    expect(checked(SETTINGS, settings)).toBe(settings)
    expect(failureOf(() => checked(SETTINGS, { ...settings, rule: 'smallest' })).detail.field).toBe(
      'firstPool',
    )
  })

  it('are options in kebab case, unless they have another name', () => {
    expect(Object.entries(SETTINGS).map(([name, each]) => optionOf(name, each as Setting<unknown>))).toEqual([
      ...['--mu', '--lambda', '--kappa', '--rule', '--first-pool', '--share', '--variables', '--guard'],
    ])
    expect(optionOf('tau0', { option: 'tau-common' })).toBe('--tau-common')
  })

  it('say what they usually are', () => {
    expect(Object.values(SETTINGS).map((each) => usualText(each as Setting<unknown>))).toEqual([
      ...['15', '7·mu', 'for ever', 'best', '500', null, 'all', null],
    ])
  })
})

describe('values', () => {
  it.each<[string, unknown, unknown]>([
    ['a whole number', whole().read('12'), 12],
    ['a whole number', whole().read('-1'), undefined],
    ['a whole number', whole().read('1e3'), undefined],
    ['a number', real({}).read('-1e-3'), -0.001],
    ['a number', real({}).read('0x10'), undefined],
    ['a word', choice(WORDS).read('wait'), 'wait'],
    ['a word', choice(WORDS).read('Wait'), undefined],
    ['words, each once, in their order', someOf(WORDS).read('size, wait,size'), ['wait', 'size']],
    ['a time', duration().read('1h30m'), 5400],
    ['a time', duration({ signed: true }).read(' -1d'), -86_400],
    ['a date', localDate().read('2024-02-29'), { year: 2024, month: 2, day: 29 }],
    ['yes or no', flag().read('no'), false],
    ['one that may be left out', optional(whole()).read('3'), 3],
  ])('are read: %s', (_, read, value) => {
    expect(read).toEqual(value)
  })

  it.each<[string, () => unknown]>([
    ['-1d', () => duration().read('-1d')],
    ['2024-02-30', () => localDate().read('2024-02-30')],
    ['speed', () => someOf(WORDS).read('wait,speed')],
  ])('that are none are refused: %s', (value, read) => {
    expect(failureOf(read).detail.value).toBe(value)
  })

  it('tell in help only what does not go without saying', () => {
    const told = [
      whole(),
      whole(1),
      whole(2),
      whole('mu'),
      whole(1, 'mu'),
      real({ above: 0 }),
      real({ above: 1 }),
    ]
    expect(told.map((form) => form.told)).toEqual([
      '',
      '',
      ', from 2',
      ', from mu',
      ', 1 to mu',
      '',
      ', above 1',
    ])
    expect(real({ least: 0, most: 0.5 }).told).toBe(', 0 to 0.5')
    expect(SETTINGS.rule.form.told).toBe(': best, smallest (of the best)')
  })
})

it('have a JSON Schema with meaning, range and what is usual', () => {
  const { mu, lambda, kappa, rule, share, variables } = SETTINGS
  expect(schemaOf({ mu, lambda, kappa, rule, share, variables } as never)).toEqual({
    type: 'object',
    properties: {
      mu: { type: 'integer', minimum: 1, maximum: 99, description: 'parents', default: 15 },
      lambda: { type: 'integer', maximum: 10_000, description: 'offspring; usually 7·mu' },
      kappa: {
        anyOf: [{ type: 'integer', minimum: 1, maximum: 10_000 }, { type: 'null' }],
        description: 'generations of a parent; usually for ever',
        default: null,
      },
      rule: { enum: ['best', 'smallest'], description: 'who lives on', default: 'best' },
      share: { type: 'number', exclusiveMinimum: 0, maximum: 1, description: 'share to keep' },
      variables: {
        type: 'array',
        items: { enum: WORDS },
        minItems: 1,
        uniqueItems: true,
        description: 'what is known; usually all',
        default: WORDS,
      },
    },
    required: ['share'],
    additionalProperties: false,
  })
})
