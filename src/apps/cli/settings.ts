/** Settings as options of a command: each declaration (core/settings) makes its option, its help and its reader. */
import { type Command, Option } from 'commander'
import { QueuewrightError } from '../../core/errors.js'
import {
  type Declarations,
  type Form,
  firstIdle,
  type Given,
  onlyWith,
  optionOf,
  type Setting,
  usualText,
} from '../../core/settings/index.js'
import { usage } from './options.js'

/** Settings of one of several methods of a command; of the command itself where `method` is empty. */
export interface MethodSettings {
  readonly method: string
  readonly declarations: Declarations
}

/**
 * Adds the options of settings, of which those are refused that are of no use beside the others.
 * @param heading above those that have none of their own
 */
export function withSettings(command: Command, declarations: Declarations, heading?: string): Command {
  return withMethodSettings(command, [{ method: '', declarations }], heading).hook('preAction', (_, called) =>
    refuseIdle(declarations, called.opts()),
  )
}

/** Adds the options of the settings of several methods; one that several of them have is one option. */
export function withMethodSettings(
  command: Command,
  sets: readonly MethodSettings[],
  heading = 'Options:',
): Command {
  const options = new Map<string, [method: string, declared: Setting<unknown>][]>()
  for (const { method, declarations } of sets) {
    for (const [name, declared] of Object.entries(declarations)) {
      if (declared.option === null) continue
      const option = optionOf(name, declared)
      options.set(option, [...(options.get(option) ?? []), [method, declared]])
    }
  }
  for (const [option, declared] of options)
    addOption(command, option, declared, declared.length < sets.length, heading)
  return command
}

/** @param some whether other methods do not have it */
function addOption(
  command: Command,
  option: string,
  declared: readonly (readonly [method: string, declared: Setting<unknown>])[],
  some: boolean,
  usualHeading: string,
): void {
  const [[, first]] = declared
  const { form, meaning, usual, alone, heading = usualHeading } = first
  const needed = onlyWith(first)
  const conditions = [
    ...(some ? [declared.map(([method]) => method).join(', ')] : []),
    ...(needed.length === 0 ? [] : [`with ${needed.join(' and ')}`]),
  ]
  const text = [
    ...(conditions.length === 0 ? [] : [`${conditions.join(', ')}: `]),
    meaning,
    form.told,
    defaultText(declared),
  ].join('')
  if (form.shown !== null) {
    const shown = alone === undefined ? `<${form.shown}>` : `[${form.shown}]`
    const made = new Option(`${option} ${shown}`, text).helpGroup(heading).preset(alone)
    made.argParser<unknown>((written, before) => {
      const value = readValue(option, form, written)
      return form.repeated ? [before ?? [], value].flat() : value
    })
    command.addOption(made.makeOptionMandatory(usual === undefined && !some))
    return
  }
  command.addOption(new Option(option, text).helpGroup(heading))
  if (usual === false) return
  command.addOption(new Option(option.replace('--', '--no-'), `do not ${meaning}`).helpGroup(heading))
}

function defaultText(declared: readonly (readonly [method: string, declared: Setting<unknown>])[]): string {
  const known = declared.flatMap(([method, each]) => {
    const text = usualText(each)
    return text === null ? [] : [[method, text] as const]
  })
  const texts = new Set(known.map(([, text]) => text))
  if (texts.size === 0) return ''
  const alike = texts.size === 1 && known.length === declared.length
  return ` (default: ${alike ? known[0][1] : known.map((each) => each.join(' ')).join(', ')})`
}

function readValue(option: string, form: Form<unknown>, text: string): unknown {
  const value = fielded(option, () => form.read(text))
  if (value !== undefined && form.fits(value, {})) return value
  throw usage(option, text, form.expected())
}

/** The settings that options name. */
export function givenBy<D extends Declarations>(declarations: D, options: object): Given<D> {
  const entries = Object.entries(declarations).flatMap(([name, declared]) => {
    const value = valueIn(options, optionOf(name, declared))
    return value === undefined ? [] : [[name, value] as const]
  })
  const given = Object.fromEntries(entries)
  return given as Given<D>
}

/**
 * Refuses options that are of no use beside the others.
 * @param sets of all methods
 * @param by the option that names the method
 * @throws QueuewrightError `usage`
 */
export function refuseMisplaced(
  method: string,
  sets: readonly MethodSettings[],
  options: object,
  by = '--method',
): void {
  const own = sets.find((each) => each.method === method)?.declarations ?? {}
  const optionsOf = (declarations: Declarations) =>
    Object.entries(declarations).map(([name, declared]) => optionOf(name, declared))
  const known = optionsOf(own)
  for (const option of sets.flatMap(({ declarations }) => optionsOf(declarations))) {
    const value = valueIn(options, option)
    if (value === undefined || known.includes(option)) continue
    const others = sets.filter(({ declarations }) => optionsOf(declarations).includes(option))
    throw usage(option, String(value), `only with ${by} ${others.map((each) => each.method).join(' or ')}`)
  }
  refuseIdle(own, options)
}

/** @throws QueuewrightError `usage` for an option that is of no use as the others are */
function refuseIdle(own: Declarations, options: object): void {
  const idle = firstIdle(own, givenBy(own, options))
  if (idle === null) return
  const option = optionOf(idle.name, own[idle.name])
  throw usage(option, String(valueIn(options, option)), `only with ${idle.lacking}`)
}

function valueIn(options: object, option: string): unknown {
  const attribute = option.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return (options as Readonly<Record<string, unknown>>)[attribute]
}

/** Runs `action`; its failures name the option. */
function fielded<Result>(field: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ field }) : error
  }
}
