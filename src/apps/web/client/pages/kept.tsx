/**
 * Preferences that are kept on the server: kept under a name, opened again, learnt for. Who keeps one says which state of it he has
 * seen; where another page or a command was faster, the user chooses.
 */
import { useState } from 'preact/hooks'
import type { Kept, StoredPreference } from '../../protocol/messages.js'
import { put, RefusedError } from '../api.js'
import { Fault } from '../shown/awaited.js'
import { Link } from '../shown/link.js'
import { preferences, served } from '../state.js'
import { LEARNER, startView } from '../view/view.js'

/** Names under which this tab has seen which digests, as JSON: reloaded, it still knows. */
const SEEN = 'queuewright-preferences'
const NAME = '[A-Za-z0-9_][A-Za-z0-9_.\\-]{0,99}'
/** The answer to a change that is based on another state. */
export const CHANGED = 412

interface Seen {
  /** The one that was kept or opened last. */
  readonly name: string
  readonly digests: Readonly<Record<string, string>>
}

export function KeptPreferences(props: {
  /** `preference.json`; null: nothing is preferred yet. */
  readonly document: string | null
  /** The run whose front it is drawn on. */
  readonly run: string
  /** The front's log, if it is served. */
  readonly log: string | null
  readonly onOpen: (preference: StoredPreference) => void
}) {
  const { document, run, log, onOpen } = props
  const list = preferences.value ?? []
  const [seen, setSeen] = useState(seenBefore)
  const [name, setName] = useState(seen.name)
  const [said, setSaid] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  /** The refusal's word on the state that another page or a command left; the stream of events may tell of it later. */
  const [refused, setRefused] = useState<RefusedError | null>(null)
  const theirs = list.find((each) => each.name === name && each.digest !== seen.digests[name])
  const see = (seenName: string, digest: string) => {
    const next = { name: seenName, digests: { ...seen.digests, [seenName]: digest } }
    sessionStorage.setItem(SEEN, JSON.stringify(next))
    setSeen(next)
    setName(seenName)
    setRefused(null)
    setFailure(null)
  }
  const open = (preference: StoredPreference) => {
    see(preference.name, preference.digest)
    setSaid(`${preference.name} is shown.`)
    onOpen(preference)
  }
  const keep = async (basedOn: string | null) => {
    if (document === null) return
    try {
      const { digest } = await keepPreference(name, document, run, basedOn)
      see(name, digest)
      setSaid(`${name} is kept.`)
    } catch (error) {
      setSaid('')
      setRefused(error instanceof RefusedError && error.status === CHANGED ? error : null)
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <section>
      <h2>Kept preferences</h2>
      {list.length > 0 && (
        <ul>
          {list.map((preference) => (
            <li key={preference.name}>
              <button type="button" aria-label={`open ${preference.name}`} onClick={() => open(preference)}>
                {preference.name}
              </button>{' '}
              <Link to={startView(LEARNER, log, { objective: `@${preference.file}` })}>
                Learn a policy for it
              </Link>
            </li>
          ))}
        </ul>
      )}
      {document !== null && served.value?.readOnly === false && (
        <form
          class="keeping"
          onSubmit={(event) => {
            event.preventDefault()
            void keep(seen.digests[name] ?? null)
          }}
        >
          <label for="kept-name">name</label>
          <input
            id="kept-name"
            type="text"
            required
            pattern={NAME}
            title="letters, digits, . _ and -"
            spellcheck={false}
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit">Keep</button>
        </form>
      )}
      <p role="status">{said}</p>
      <Fault failure={failure} />
      {refused !== null && (
        <p class="saving">
          {theirs !== undefined && (
            <button type="button" onClick={() => open(theirs)}>
              Show theirs
            </button>
          )}
          <button type="button" onClick={() => void keep(refused.digest)}>
            Keep mine in its place
          </button>
        </p>
      )}
    </section>
  )
}

/**
 * Keeps a preference under a name.
 * @param run whose front it is drawn on
 * @throws RefusedError
 */
export function keepPreference(
  name: string,
  document: string,
  run: string,
  basedOn: string | null,
): Promise<Kept> {
  return put<Kept>(`/api/preferences/${name}`, sentOf(document, run), basedOn)
}

/**
 * A preference as it is sent.
 * @param run whose front it is drawn on: it has more points than a request may, so the server takes them from the run
 */
export function sentOf(document: string, run: string): object {
  const preference = JSON.parse(document) as { readonly front: unknown }
  return { ...preference, front: preference.front === null ? null : { run } }
}

function seenBefore(): Seen {
  try {
    const seen = JSON.parse(sessionStorage.getItem(SEEN) ?? '') as Seen
    return typeof seen.name === 'string' && typeof seen.digests === 'object'
      ? seen
      : { name: '', digests: {} }
  } catch {
    return { name: '', digests: {} }
  }
}
