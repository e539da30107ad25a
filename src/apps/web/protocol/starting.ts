/** How a run is begun from a page: the form, what was filled in, and the words of the command that does the same. Pure. */
import type { Schema } from '../../../core/settings/index.js'

/** A setting, as a form has it. */
export interface RunField {
  /** As on the command line, without dashes. */
  readonly option: string
  readonly meaning: string
  /** The value where nothing is filled in; null: something has to be. */
  readonly usual: string | null
  readonly heading: string
  /** The schema of its values (2020-12). */
  readonly schema: Schema
  /** A value of several lines is one for each line. */
  readonly repeated: boolean
  /** A switch, which is yes or no. */
  readonly isSwitch: boolean
  /** The value that has to be filled in elsewhere for it to be of use; true: anything. */
  readonly only: Readonly<Record<string, string | boolean>>
}

export interface RunForm {
  /** Words of the command, without `qw`. */
  readonly command: string
  readonly about: string
  readonly fields: readonly RunField[]
}

/** The filled-in texts of options, by their names. */
export type FilledIn = Readonly<Record<string, string>>

/** A run that is asked for. */
export interface AskedRun {
  readonly command: string
  /** Digest of the log. */
  readonly log: string
  readonly filledIn: FilledIn
}

/** The command that begins the same run; what is of no use as the rest is filled in is left out. @param log its words */
export function runWords(form: RunForm, log: readonly string[], filledIn: FilledIn): string[] {
  const options = form.fields.flatMap((field) => {
    const { option, usual, repeated, isSwitch } = field
    if (!isOfUse(field, form, filledIn)) return []
    const text = filledIn[option]?.trim() ?? ''
    if (text === '' || (isSwitch && text === usual)) return []
    if (isSwitch) return [text === 'no' ? `--no-${option}` : `--${option}`]
    const values = repeated ? text.split('\n').filter((line) => line.trim() !== '') : [text]
    return values.flatMap((value) => [`--${option}`, value.trim()])
  })
  return [...form.command.split(' '), ...log, ...options]
}

/** Whether what it needs is filled in elsewhere, or usual there. */
export function isOfUse({ only }: RunField, { fields }: RunForm, filledIn: FilledIn): boolean {
  return Object.entries(only).every(([other, needed]) => {
    const usual = fields.find(({ option }) => option === other)?.usual ?? ''
    const value = filledIn[other]?.trim() || usual
    return needed === true ? value !== '' && value !== 'no' : value === needed
  })
}
