/**
 * Settings, declared once. A declaration says of each setting what it means, what fits, what it is where nobody says, and
 * where that comes from; its type, its check, its option on the command line, its help, its JSON Schema and its row in the
 * documents derive from it, as those of a queue order's parameters do (sim/orders/declaration.ts).
 *
 * Settings may depend on each other: a bound may be the name of another setting (form.ts), and what is usual a function of
 * what is known, which is the other settings and the *circumstances* in which they are asked for, such as the objective.
 */
import { QueuewrightError } from '../errors.js'
import { type Form, type Known, seed } from './form.js'

export interface About<Value> {
  /** A phrase, as help has it. */
  readonly meaning: string
  /** Paper, section or equation; absent: ours. */
  readonly source?: string
  readonly unit?: string
  /** Where nobody says; a function of what is known. Absent: somebody has to. */
  readonly usual?: Value | ((known: never) => Value)
  /** The same in words, where the value does not say it. */
  readonly usually?: string
  /** The subject, as a heading of help. */
  readonly heading?: string
  /** As option, without dashes, where that is not the name in kebab case; null: it is none. */
  readonly option?: string | null
  /** The value of an option that stands alone. */
  readonly alone?: string
  /** Values of other settings without which it is of no use; true: any. */
  readonly only?: Readonly<Record<string, string | boolean>>
}

export interface Setting<Value> extends About<Value> {
  readonly form: Form<Value>
}

/** Settings by name, in the order in which they are kept. */
export type Declarations = Readonly<Record<string, Setting<unknown>>>

type ValueOf<Declared> = Declared extends Setting<infer Value> ? Value : never

/** All settings, with their values. */
export type Values<D> = { readonly [Name in keyof D]: ValueOf<D[Name]> }

/** Those that somebody says. */
export type Given<D> = { readonly [Name in keyof D]?: ValueOf<D[Name]> | undefined }

/* @__NO_SIDE_EFFECTS__ */
export function setting<Value>(form: Form<Value>, about: About<NoInfer<Value>>): Setting<Value> {
  return { form, ...about }
}

/** The same settings, under a heading of help where they have none of their own. */
/* @__NO_SIDE_EFFECTS__ */
export function headed<D extends Declarations>(heading: string, declarations: D): D {
  const entries = Object.entries(declarations).map(([name, declared]) => [name, { heading, ...declared }])
  return Object.fromEntries(entries) as D
}

/** The seed of every log that depends on chance. */
export const SEED_OF_LOG: Setting<number> = setting(seed(), {
  meaning: 'start of the random numbers; the same seed and options give the same log',
  usual: 1,
})

/** As an option is written: `clusterBest` as `--cluster-best`. */
export function optionOf(name: string, { option }: Pick<About<unknown>, 'option'>): string {
  return `--${option ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The options without which a setting is of no use, as `--windows`, `--from log`. */
export function onlyWith({ only = {} }: Setting<unknown>): readonly string[] {
  return Object.entries(only).map(
    ([name, value]) => `${optionOf(name, {})}${value === true ? '' : ` ${value}`}`,
  )
}

/** The other setting that stands in the way; null where this one is of use. */
function unmet<D extends Declarations>(name: keyof D, declarations: D, known: Known): string | null {
  for (const [other, value] of Object.entries(declarations[name].only ?? {})) {
    const met = value === true ? (known[other] ?? false) !== false : known[other] === value
    if (met) continue
    const option = optionOf(other, declarations[other])
    return value === true ? option : `${option} ${value}`
  }
  return null
}

/** The first given setting that is of no use as the others are, and what stands in its way; null where there is none. */
export function firstIdle<D extends Declarations>(
  declarations: D,
  given: Given<D>,
): { readonly name: string; readonly lacking: string } | null {
  const usuals = Object.entries(declarations).map(([name, { usual }]) => [name, usual] as const)
  const known: Known = { ...Object.fromEntries(usuals), ...given }
  for (const name of Object.keys(declarations)) {
    const lacking = given[name] === undefined ? null : unmet(name, declarations, known)
    if (lacking !== null) return { name, lacking }
  }
  return null
}

/**
 * All settings: what is given, else what is usual, in the order of the declarations.
 * @param what cannot be set so, for the message
 * @throws QueuewrightError `usage` for one that is missing, or does not fit
 */
export function settled<D extends Declarations>(
  declarations: D,
  given: Given<D>,
  circumstances: object = {},
  what?: string,
): Values<D> {
  const known: Record<string, unknown> = { ...circumstances }
  const open: [name: string, usual: (known: never) => unknown][] = []
  for (const [name, { form, usual }] of Object.entries(declarations)) {
    const value = given[name]
    if (value !== undefined) known[name] = value
    else if (usual === undefined) throw unfit(name, 'nothing', form.expected(known), what)
    else if (typeof usual === 'function') open.push([name, usual as (known: never) => unknown])
    else known[name] = usual
  }
  for (const [name, usual] of open) known[name] = usual(known as never)
  const values = Object.fromEntries(Object.keys(declarations).map((name) => [name, known[name]]))
  return checked(declarations, values as Values<D>, circumstances, what)
}

/**
 * Settings that are all there; those that are of no use as things are need not fit.
 * @returns the same object
 * @throws QueuewrightError `usage` for one that does not fit, under its name
 */
export function checked<D extends Declarations, V extends Values<D>>(
  declarations: D,
  values: V,
  circumstances: object = {},
  what?: string,
): V {
  const known: Known = { ...circumstances, ...values }
  for (const [name, { form }] of Object.entries(declarations)) {
    const value = known[name]
    if (unmet(name, declarations, known) !== null || form.fits(value, known)) continue
    throw unfit(name, typeof value === 'number' ? value : textOf(form, value), form.expected(known), what)
  }
  return values
}

function textOf(form: Form<unknown>, value: unknown): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? form.text(value) : String(value)
}

export function unfit(
  field: string,
  value: string | number,
  expected: string,
  what = 'unusable setting',
): QueuewrightError {
  return new QueuewrightError('usage', what, { field, value, expected })
}

/** The usual value, in words; null where it has to be said. */
export function usualText({ form, usual, usually }: Setting<unknown>): string | null {
  if (usually !== undefined) return usually
  if (usual === undefined || usual === null || typeof usual === 'function') return null
  return form.text(usual) || null
}
