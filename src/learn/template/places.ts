/**
 * A policy with parameters: any policy in which names in braces stand for numbers, as in
 * `easy:({a}*wait/estimate + {b}*group)` or `head:g1(w1={w1})`.
 */
import { QueuewrightError } from '../../core/errors.js'
import { parsePolicy } from '../../sim/policy.js'

const PLACE = /\{([^{}]*)\}/g
const NAME = /^[A-Za-z_]\w*$/

/** The names in braces, each once, in the order in which they first occur. */
export function placesIn(template: string): string[] {
  return [...new Set([...template.matchAll(PLACE)].map(([, name]) => name.trim()))]
}

/** The policy with numbers in place of the names. */
export function filled(template: string, values: Readonly<Record<string, number>>): string {
  return template.replace(PLACE, (_, name: string, at: number) => {
    const text = String(values[name.trim()])
    // In a formula a sign would bind to what stands before: 2^-1 is right, but -2^2 is not (-2)^2.
    const parameter = /=\s*$/.test(template.slice(0, at))
    return parameter || !text.startsWith('-') ? text : `(${text})`
  })
}

/** A number that is searched for. */
export interface TunedParameter {
  readonly name: string
  readonly least: number
  readonly most: number
  /** On which scale the search goes. */
  readonly scale: 'linear' | 'log'
}

/** A number as it is searched for in a policy. */
export interface SearchedParameter extends TunedParameter {
  /** Whether the policy takes whole numbers alone in its place. */
  readonly whole: boolean
}

/**
 * Reads `a=-5..5` or, on a logarithmic scale, `b=0.001..1000:log`.
 * @throws QueuewrightError `usage`
 */
export function parseParameter(text: string, field: string): TunedParameter {
  const equals = text.indexOf('=')
  const [range, scale, ...parts] = text
    .slice(equals + 1)
    .split(':')
    .map((part) => part.trim())
  const [least, most, ...numbers] = range.split('..')
  const name = text.slice(0, Math.max(0, equals)).trim()
  const parameter = {
    name,
    least: numberOf(least),
    most: numberOf(most),
    scale: scale === 'log' ? 'log' : 'linear',
  } as const
  const bad = (expected: string) =>
    new QueuewrightError('usage', 'a parameter that cannot be searched for', { field, value: text, expected })
  if (
    !NAME.test(name) ||
    parts.length + numbers.length > 0 ||
    !(parameter.least < parameter.most) ||
    !Number.isFinite(parameter.most - parameter.least)
  ) {
    throw bad('NAME=LEAST..MOST, as in a=-5..5')
  }
  if (scale !== undefined && scale !== 'log' && scale !== 'linear') throw bad('a scale log or linear')
  if (scale === 'log' && parameter.least <= 0) throw bad('a least value above 0 on a logarithmic scale')
  return parameter
}

/** Significant digits of a number that was searched for: formulas stay short, and more would say nothing. */
const DIGITS = 6

/** The value at `unit` ∈ [0, 1] of the range: each whole number of a linear range as often, others to `DIGITS` digits. */
export function valueAt(
  { least, most, scale, whole = false }: TunedParameter & Partial<SearchedParameter>,
  unit: number,
): number {
  const linear = scale === 'linear'
  const value = linear ? least + unit * (most - least) : least * (most / least) ** unit
  if (!whole) return Math.min(most, Math.max(least, Number(value.toPrecision(DIGITS))))
  const [low, high] = [Math.ceil(least), Math.floor(most)]
  const place = linear ? Math.floor(unit * (high - low + 1)) : Math.round(value) - low
  return low + Math.min(high - low, Math.max(0, place))
}

/**
 * The parameters as the policy takes them: what refuses a fraction where it takes a whole number is searched in whole
 * numbers.
 */
export function searchedIn(
  template: string,
  parameters: readonly TunedParameter[],
): readonly SearchedParameter[] {
  const middles = parameters.map(({ name, least, most }) => [name, Math.round((least + most) / 2)] as const)
  const isTaken = (values: readonly (readonly [string, number])[]): boolean => {
    try {
      parsePolicy(filled(template, Object.fromEntries([...middles, ...values])))
      return true
    } catch (error) {
      if (error instanceof QueuewrightError) return false
      throw error
    }
  }
  const takesWhole = isTaken([])
  return parameters.map((parameter, k) => {
    const [name, middle] = middles[k]
    const fraction = middle < parameter.most ? middle + 0.5 : middle - 0.5
    return { ...parameter, whole: takesWhole && !isTaken([[name, fraction]]) }
  })
}

/**
 * Checks that the template and the parameters name the same.
 * @throws QueuewrightError `usage`
 */
export function checkTemplate(template: string, parameters: readonly TunedParameter[]): void {
  const places = placesIn(template)
  const names = parameters.map(({ name }) => name)
  const refuse = (what: string, value: string, remedy: string) => {
    throw new QueuewrightError('usage', what, { field: '--policy', value, remedy })
  }
  if (places.length === 0) {
    refuse(
      'the policy has nothing to tune',
      template,
      'Put names in braces for its numbers, as in easy:({a}*wait/estimate + group)',
    )
  }
  for (const name of places) {
    if (!names.includes(name))
      refuse('a name without a range', `{${name}}`, `Give its range with --over ${name}=0..1`)
  }
  for (const name of names) {
    if (!places.includes(name))
      refuse('a range for a name that the policy does not have', name, `Its names are ${places.join(', ')}`)
    if (names.indexOf(name) !== names.lastIndexOf(name)) refuse('two ranges for one name', name, 'Give one')
  }
  const searched = searchedIn(template, parameters)
  for (const { name, least, most, whole } of searched) {
    if (whole && Math.floor(most) < Math.ceil(least))
      refuse(
        'the policy takes whole numbers alone here, and the range has none',
        `${name}=${least}..${most}`,
        'Widen the range',
      )
  }
  const valuesAt = (unit: number) =>
    Object.fromEntries(searched.map((each) => [each.name, valueAt(each, unit)]))
  parsePolicy(filled(template, valuesAt(0.5)))
  for (const unit of [0, 1]) checkEnd(template, valuesAt(unit))
}

/** A refusal, before the search comes there, of what the policy does not take at an end of a range. */
function checkEnd(template: string, values: Readonly<Record<string, number>>): void {
  try {
    parsePolicy(filled(template, values))
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    const at = Object.entries(values)
      .map((each) => each.join('='))
      .join(', ')
    throw error.with({
      field: '--over',
      remedy: `The policy has to take all of each range; this is at ${at}`,
    })
  }
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text)
}
