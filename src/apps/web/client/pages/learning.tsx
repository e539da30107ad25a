/** A policy is learnt for what is preferred: begun here, watched while it converges, and its strategy opened. */
import { useState } from 'preact/hooks'
import { sha256 } from '../../../../core/sha256.js'
import type { AskedRun } from '../../protocol/starting.js'
import { post, RefusedError } from '../api.js'
import { Fault } from '../shown/awaited.js'
import { Blocks } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { go, preferences, served, started } from '../state.js'
import { LEARNER, type PreferView, startView } from '../view/view.js'
import { CHANGED, keepPreference } from './kept.js'
import { Run } from './runs.js'

const USUAL_EVALUATIONS = '300'
/** Digits of a digest by which a preference that is learnt for is kept. */
const DIGITS = 12

export function Learning(props: {
  readonly view: PreferView
  /** `preference.json` */
  readonly document: string
  /** The front's log. */
  readonly log: string
}) {
  const { view, document, log } = props
  const [evaluations, setEvaluations] = useState(USUAL_EVALUATIONS)
  const [failure, setFailure] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const isServed = served.value?.logs.some(({ digest }) => digest === log)
  const begin = async (event: Event) => {
    event.preventDefault()
    setAsking(true)
    try {
      const filledIn = { objective: `@${await fileOf(document, view.run)}`, evaluations }
      const { id } = await post<{ readonly id: string }>('/api/runs', {
        ...{ command: LEARNER, log, filledIn },
      } satisfies AskedRun)
      setFailure(null)
      // The stream of events tells of it a moment later: until then it is not asked for what is not there yet.
      if (!started.value.some((run) => run.id === id))
        started.value = [...started.value, { id, command: '', failure: null, goesOn: true }]
      go({ ...view, learnt: id })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <section>
      <h2>A policy that goes there</h2>
      {served.value?.readOnly || !isServed ? (
        <p>
          {isServed
            ? 'This server only shows: learn on the command line.'
            : 'The log of this front is not served: start qw serve with it to learn on it.'}
        </p>
      ) : (
        <form class="keeping" onSubmit={(event) => void begin(event)}>
          <label for="evaluations">evaluations</label>
          <input
            id="evaluations"
            type="text"
            inputMode="numeric"
            pattern="[1-9][0-9]{0,6}"
            required
            autocomplete="off"
            value={evaluations}
            onInput={({ currentTarget }) => setEvaluations(currentTarget.value)}
          />
          <button type="submit" disabled={asking}>
            Learn
          </button>
          <Link to={startView(LEARNER, log)}>Other settings</Link>
        </form>
      )}
      <Fault failure={failure} />
      {view.learnt !== null && <Progress id={view.learnt} />}
    </section>
  )
}

/** A run's state, its convergence and, when it has ended, its strategy. */
function Progress({ id }: { readonly id: string }) {
  return (
    <Run key={id} id={id}>
      {({ run, page }) => (
        <>
          <p>
            {run.artefacts.includes('strategy.json') && (
              <>
                <Link to={{ page: 'strategy', run: id }}>Open the strategy</Link> that it found, or{' '}
              </>
            )}
            <Link to={{ page: 'runs', run: id }}>see all of the run</Link>.
          </p>
          <Blocks
            blocks={page.sections
              .flatMap(({ blocks }) => blocks)
              .filter(({ kind }) => kind === 'figure')
              .slice(0, 1)}
          />
        </>
      )}
    </Run>
  )
}

/** The file of a preference: kept by its content, whatever it is called, so that no other is in its way. */
async function fileOf(document: string, run: string): Promise<string> {
  const name = `learnt-${sha256(document).slice(0, DIGITS)}`
  const before = preferences.value?.find((kept) => kept.name === name)
  if (before !== undefined) return before.file
  try {
    return (await keepPreference(name, document, run, null)).file
  } catch (error) {
    if (error instanceof RefusedError && error.status === CHANGED)
      throw new Error(`${name} is kept already: try again in a moment`)
    throw error
  }
}
