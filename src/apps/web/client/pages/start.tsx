/** Start: a run is begun from here. A form of what its command can be set to, and the command itself. */
import { useState } from 'preact/hooks'
import { visibleText } from '../../../../core/visible.js'
import { logWords, type ServedLog } from '../../protocol/messages.js'
import {
  type AskedRun,
  type FilledIn,
  isOfUse,
  type RunField,
  type RunForm,
  runWords,
} from '../../protocol/starting.js'
import { fetchJson, post } from '../api.js'
import { Awaited, Fault, useAnswer } from '../shown/awaited.js'
import { Command, shellLine } from '../shown/pair.js'
import { go, preferences, served } from '../state.js'
import type { View } from '../view/view.js'

type StartView = Extract<View, { readonly page: 'start' }>

export function StartPage({ view }: { readonly view: StartView }) {
  const answer = useAnswer('forms', () => fetchJson<readonly RunForm[]>('/api/forms'))
  return (
    <>
      <h1>Begin a run</h1>
      <Awaited answer={answer} waiting="Asking …">
        {(forms) => <Form view={view} forms={forms} />}
      </Awaited>
    </>
  )
}

function Form({ view, forms }: { readonly view: StartView; readonly forms: readonly RunForm[] }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const { filledIn } = view
  const form = forms.find(({ command }) => command === view.command) ?? forms[0]
  const logs = served.value?.logs ?? []
  const log = logs.find(({ digest }) => digest === view.log) ?? logs[0]
  if (log === undefined) return <p>There is no log to search on: start qw serve with one.</p>
  const fields = form.fields.filter((field) => isOfUse(field, form, filledIn))
  const headings = [...new Set(fields.map(({ heading }) => heading))]
  const fill = (option: string, text: string) => {
    const { [option]: _, ...others } = filledIn
    go({ ...view, filledIn: text.trim() === '' ? others : { ...others, [option]: text } })
  }
  const begin = async (event: Event) => {
    event.preventDefault()
    setAsking(true)
    try {
      const asked: AskedRun = { command: form.command, log: log.digest, filledIn }
      const { id } = await post<{ readonly id: string }>('/api/runs', asked)
      go({ page: 'runs', run: id })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <form class="settings" onSubmit={(event) => void begin(event)}>
      <p class="field">
        <label for="command">what is searched</label>
        <select
          id="command"
          value={form.command}
          // What other commands do not have is not taken over.
          onChange={({ currentTarget }) =>
            go({ ...view, command: currentTarget.value, filledIn: kept(filledIn) })
          }
        >
          {forms.map(({ command, about }) => (
            <option key={command} value={command}>
              {command}: {about}
            </option>
          ))}
        </select>
      </p>
      <LogField log={log} logs={logs} onLog={(digest) => go({ ...view, log: digest })} />
      {headings.map((heading, k) => (
        <details key={heading} open={k === 0}>
          <summary>{heading.replace(/:$/, '')}</summary>
          <div class="fields">
            {fields
              .filter((field) => field.heading === heading)
              .map((field) => (
                <Field
                  key={`${form.command} ${field.option}`}
                  field={field}
                  text={filledIn[field.option] ?? ''}
                  log={log}
                  onText={(text) => fill(field.option, text)}
                />
              ))}
          </div>
        </details>
      ))}
      <Fault failure={failure} />
      {served.value?.readOnly ? (
        <p>This server only shows: begin the run on the command line.</p>
      ) : (
        <p class="saving">
          <button type="submit" disabled={asking}>
            Begin
          </button>
        </p>
      )}
      <Command words={shellLine(['qw', ...runWords(form, logWords(log, 'simulate'), filledIn)])} />
    </form>
  )
}

/** The settings that all commands are asked for. */
function kept({ objective }: FilledIn): FilledIn {
  return objective === undefined ? {} : { objective }
}

function LogField(props: {
  readonly log: ServedLog
  readonly logs: readonly ServedLog[]
  readonly onLog: (digest: string) => void
}) {
  const { log, logs, onLog } = props
  return (
    <p class="field">
      <label for="log">log</label>
      <select id="log" value={log.digest} onChange={({ currentTarget }) => onLog(currentTarget.value)}>
        {logs.map(({ digest, name }) => (
          <option key={digest} value={digest}>
            {visibleText(name)}
          </option>
        ))}
      </select>
    </p>
  )
}

/** A setting: what it may be follows from its schema. */
function Field(props: {
  readonly field: RunField
  readonly text: string
  readonly log: ServedLog
  readonly onText: (text: string) => void
}) {
  const { field, text, log, onText } = props
  const { option, meaning, usual, schema, repeated, isSwitch } = field
  const id = `set-${option}`
  const take = ({ currentTarget }: { currentTarget: { value: string } }) => onText(currentTarget.value)
  const words = isSwitch ? ['yes', 'no'] : wordsIn(schema)
  const same = { id, value: text, onChange: take, 'aria-describedby': `${id}-about` }
  const hint = usual === null ? 'has to be said' : usual === '' ? '' : `usually ${usual}`
  const isNumber = schema['type'] === 'integer' || schema['type'] === 'number'
  return (
    <p class="field">
      <label for={id}>{option}</label>
      {words !== null ? (
        <select {...same}>
          <option value="">{hint}</option>
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      ) : repeated ? (
        <textarea {...same} rows={2} placeholder={hint} spellcheck={false} />
      ) : (
        <input
          {...same}
          type="text"
          placeholder={hint}
          required={usual === null}
          spellcheck={false}
          autocomplete="off"
          {...(isNumber ? { inputMode: 'decimal' as const } : {})}
          {...(option === 'objective' ? { list: 'objectives' } : {})}
        />
      )}
      {option === 'objective' && (
        <datalist id="objectives">
          {[...(preferences.value ?? []).map(({ file }) => `@${file}`), ...log.objectives].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <small id={`${id}-about`}>{visibleText(meaning)}</small>
    </p>
  )
}

/** The few words that a value may be; null where it may be others. */
function wordsIn(schema: RunField['schema']): readonly string[] | null {
  const words = schema['enum']
  return Array.isArray(words) ? words.map(String) : null
}
