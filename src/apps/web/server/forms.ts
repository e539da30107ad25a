/** The forms from which pages begin runs, made of the settings that commands declare. */
import { type Codec, object, record, text } from '../../../core/codec.js'
import { Place } from '../../../core/place.js'
import { optionOf, usualText } from '../../../core/settings/index.js'
import type { RunCommand } from '../../../lab/faces/run-commands.js'
import { logWords } from '../protocol/messages.js'
import { type AskedRun, type RunField, type RunForm, runWords } from '../protocol/starting.js'
import type { Logs } from './logs.js'
import type { Preferences } from './preferences.js'
import { Refusal } from './refusal.js'

/** The option that may name a preference. */
const OBJECTIVE = 'objective'
const USUAL_HEADING = 'What for:'

/** Loaded when they are first asked for: learners are many. */
export async function runForms(): Promise<readonly RunForm[]> {
  const { RUN_COMMANDS } = await import('../../../lab/faces/run-commands.js')
  return RUN_COMMANDS.map(formOf)
}

const ASKED: Codec<AskedRun> = object({ command: text, log: text, filledIn: record(text) })

/**
 * The command that a page asks for. What options say is checked by the command itself, as everywhere; here only that they are
 * options, and that none names a file but a preference that is kept.
 * @throws QueuewrightError, Refusal
 */
export async function askedWords(
  asked: unknown,
  { logs, preferences }: { readonly logs: Pick<Logs, 'served'>; readonly preferences: Preferences },
): Promise<{ readonly words: readonly string[]; readonly log: string }> {
  const { command, log, filledIn } = ASKED.decode(asked, Place.of('the request'))
  const form = (await runForms()).find((each) => each.command === command)
  if (form === undefined) throw new Refusal(400, 'no command of this name begins a run')
  const served = await logs.served(log)
  const { name, isFile } = served
  if (!isFile) throw new Refusal(409, 'a log that came by standard input cannot be read again')
  for (const [option, value] of Object.entries(filledIn)) {
    if (!form.fields.some((field) => field.option === option)) {
      throw new Refusal(400, `${command} has no option --${option}`)
    }
    if (value.includes('\0')) throw new Refusal(400, `--${option} holds what no command line can`)
    const [, path] = /^@(.*)$/s.exec(value.trim()) ?? []
    const isKept = option === OBJECTIVE && path !== undefined && (await preferences.isFile(path))
    if (value.includes('@') && !isKept) {
      throw new Refusal(400, `--${option} names a file: pages name preferences that are kept, and no others`)
    }
  }
  return { words: runWords(form, logWords(served, 'simulate'), filledIn), log: name }
}

function formOf({ command, about, declarations }: RunCommand): RunForm {
  const fields = Object.entries(declarations).flatMap(([name, declared]): readonly RunField[] => {
    const { form, meaning, usual, heading = USUAL_HEADING, only = {} } = declared
    if (declared.option === null) return []
    return [
      {
        ...{ option: optionOf(name, declared).slice(2), meaning: `${meaning}${form.told}`, heading },
        usual: usual === undefined ? null : (usualText(declared) ?? ''),
        schema: form.schema,
        repeated: form.repeated ?? false,
        isSwitch: form.shown === null,
        only: Object.fromEntries(
          Object.entries(only).map(([other, value]) => [
            optionOf(other, declarations[other]).slice(2),
            value,
          ]),
        ),
      },
    ]
  })
  return { command, about, fields }
}
