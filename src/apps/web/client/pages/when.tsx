/** When will my job start? The waiting jobs of a live queue, or of a log at an instant; the page of `qw live predict`. */
import { useEffect, useState } from 'preact/hooks'
import { visibleText } from '../../../../core/visible.js'
import type { ShownStarts } from '../../protocol/messages.js'
import { post } from '../api.js'
import { Awaited, useAnswer } from '../shown/awaited.js'
import { Sections } from '../shown/blocks.js'
import { TextField } from '../shown/field.js'
import { Command, PolicyField } from '../shown/pair.js'
import { go, served } from '../state.js'
import type { WhenView } from '../view/view.js'

/** Milliseconds after which a live queue is looked at again. */
const PERIOD = 60_000
/** The value of the list that stands for no log. */
const LIVE = ''

export function WhenPage({ view }: { readonly view: WhenView }) {
  const { log, policy, of, job, user } = view
  const [looks, setLooks] = useState(0)
  const again = () => setLooks((before) => before + 1)
  useEffect(() => {
    if (log !== null) return
    const timer = setInterval(() => {
      if (!document.hidden) again()
    }, PERIOD)
    return () => clearInterval(timer)
  }, [log])
  const asked = Object.fromEntries(
    Object.entries({ log, policy, [log === null ? 'partition' : 'at']: of, job, user }).filter(
      ([, value]) => value !== null,
    ),
  )
  const question = JSON.stringify(asked)
  const key = `${question} ${looks}`
  const answer = useAnswer(
    key,
    () => post<ShownStarts>('/api/starts', asked).then((starts) => ({ key, starts })),
    question,
  )
  const change = (part: Partial<WhenView>) => go({ ...view, ...part })
  const told = answer.result?.starts
  return (
    <>
      <h1>When will my job start?</h1>
      <p>
        Each waiting job’s start in many futures, drawn from what the same users’ jobs ran before.
        {log !== null && ' The log is replayed under the policy up to the instant.'}
      </p>
      <div class="fields">
        <p class="field">
          <label for="queue">queue</label>
          <select
            id="queue"
            value={log ?? LIVE}
            onChange={({ currentTarget: { value } }) =>
              change({ log: value === LIVE ? null : value, of: null, job: null, user: null })
            }
          >
            <option value={LIVE}>that of the Slurm of this machine</option>
            {served.value?.logs.map(({ digest, name }) => (
              <option key={digest} value={digest}>
                {visibleText(name)}, replayed
              </option>
            ))}
          </select>
        </p>
        <Field
          name={log === null ? 'partitions' : 'time since the first submit'}
          value={of ?? told?.of ?? ''}
          onValue={(text) => change({ of: text })}
        />
        <PolicyField
          name="policy of the site"
          policy={policy}
          onPolicy={(written) => change({ policy: written })}
        />
        <Field name="job" value={job ?? ''} onValue={(text) => change({ job: text })} />
        <Field name="user" value={user ?? ''} onValue={(text) => change({ user: text })} />
      </div>
      {log === null && (
        <p class="saving">
          <button type="button" onClick={again}>
            Look again
          </button>
        </p>
      )}
      <Awaited answer={answer} waiting="Looking into the future …">
        {({ key: shown, starts: { verdict, page, command } }) => (
          <div aria-busy={shown !== key && answer.failure === null} data-shown={shown}>
            <p role="status" class="counts">
              {visibleText(verdict)}
            </p>
            <Sections exhibit={page} />
            <Command words={command} />
          </div>
        )}
      </Awaited>
    </>
  )
}

/** A text; an empty one is none. */
function Field(props: {
  readonly name: string
  readonly value: string
  readonly onValue: (text: string | null) => void
}) {
  const { onValue, ...field } = props
  return <TextField {...field} onValue={(text) => onValue(text.trim() || null)} />
}
