/** Runs: what is being searched? The same runs as the command line has, told of while they go on; stopped and resumed. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { visibleText } from '../../../../core/visible.js'
import type { ServedRun, ShownRun } from '../../protocol/messages.js'
import { fetchBytes, fetchJson, post, runAddress } from '../api.js'
import { save } from '../save.js'
import { Awaited, Fault, useAnswer } from '../shown/awaited.js'
import { Sections } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Command, shellWord } from '../shown/pair.js'
import { runs, served, started } from '../state.js'
import { preferView, startView } from '../view/view.js'

export function RunsPage({ run, folder }: { readonly run: string | null; readonly folder: string }) {
  if (run !== null) return <RunPage key={run} id={run} />
  return (
    <>
      <h1>Runs</h1>
      {served.value?.readOnly === false && <Beginnings />}
      <Failures />
      <RunTable folder={folder} />
    </>
  )
}

/** The kinds of runs that can be begun. */
export function Beginnings({ log = null }: { readonly log?: string | null }) {
  return (
    <p>
      Begin a run: <Link to={startView('learn greedy --method own', log)}>learn a policy</Link>,{' '}
      <Link to={startView('front', log)}>search for all that is possible</Link>, or{' '}
      <Link to={startView('tune', log)}>search the numbers of a policy</Link>.
    </p>
  )
}

/** Runs that were asked for here and never came to be. */
function Failures() {
  const known = new Set(runs.value?.map(({ id }) => id))
  return (
    <>
      {started.value.map(
        ({ id, failure }) =>
          failure !== null && !known.has(id) && <Fault key={id} failure={`${id}: ${failure}`} />,
      )}
    </>
  )
}

export function RunTable({ folder }: { readonly folder: string }) {
  const list = runs.value
  if (list === null) return <p role="status">Looking …</p>
  if (list.length === 0) {
    return (
      <p>
        No runs in <code>{visibleText(folder)}</code>: <code>qw learn</code>, <code>qw front</code>,{' '}
        <code>qw tune</code> and <code>qw study run</code> begin them.
      </p>
    )
  }
  return (
    <section class="wide" tabIndex={0} aria-label="Runs">
      <table>
        <caption>Runs in {visibleText(folder)}</caption>
        <thead>
          <tr>
            <th scope="col">run</th>
            <th scope="col">kind</th>
            <th scope="col">state</th>
            <th scope="col">progress</th>
          </tr>
        </thead>
        <tbody>
          {list.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <Link to={{ page: 'runs', run: run.id }}>{visibleText(run.id)}</Link>
              </th>
              <td>{visibleText(run.kind ?? '–')}</td>
              <td>{run.state}</td>
              <td>{progress(run)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function progress({ progress, damage }: ServedRun): string {
  if (damage !== null) return visibleText(damage)
  if (progress === null) return '–'
  const { done, total, note } = progress
  return `${done}${total === null ? '' : ` of ${total}`}${note === '' ? '' : `, ${visibleText(note)}`}`
}

function RunPage({ id }: { readonly id: string }) {
  return (
    <>
      <h1>Run {visibleText(id)}</h1>
      <p>
        <Link to={{ page: 'runs', run: null }}>All runs</Link>
      </p>
      <Run id={id}>{(shown) => <Shown id={id} shown={shown} />}</Run>
    </>
  )
}

/** The state of a run, and its stop and resume; on its own page, and where it was begun. */
export function Run(props: {
  readonly id: string
  readonly children: (shown: ShownRun) => ComponentChildren
}) {
  const { id, children } = props
  const told = runs.value?.find((run) => run.id === id)
  const begun = started.value.find((run) => run.id === id)
  // Looked at again when the stream of events tells of a change; not before there is anything.
  const isThere = runs.value === null || told !== undefined || begun === undefined
  const answer = useAnswer(
    `${id} ${isThere} ${told?.state} ${told?.batches}`,
    async () => (isThere ? fetchJson<ShownRun>(runAddress(id)) : null),
    id,
  )
  const [refusal, setRefusal] = useState<string | null>(null)
  const act = (deed: 'stop' | 'resume') =>
    post(`${runAddress(id)}/${deed}`, {}).then(
      () => setRefusal(null),
      (error: Error) => setRefusal(error.message),
    )
  const state = told?.state ?? answer.result?.run.state
  const isRefused = !isThere && begun.failure !== null
  const mayAct = served.value?.readOnly === false
  return (
    <>
      <p role="status" data-state={state ?? ''}>
        {state !== undefined
          ? `${state}${told === undefined ? '' : `: ${progress(told)}`}`
          : begun?.goesOn
            ? 'begins: reads its log …'
            : isRefused
              ? 'was not begun'
              : 'Looking …'}
      </p>
      {mayAct && (
        <p class="saving">
          {(state === 'running' || (state === undefined && begun?.goesOn)) && (
            <button type="button" onClick={() => void act('stop')}>
              Stop
            </button>
          )}
          {state === 'interrupted' && !begun?.goesOn && (
            <button type="button" onClick={() => void act('resume')}>
              Resume
            </button>
          )}
        </p>
      )}
      <Fault failure={refusal ?? begun?.failure ?? null} />
      {!isRefused && (
        <Awaited answer={answer} waiting="Looking …">
          {children}
        </Awaited>
      )}
      {begun !== undefined && begun.command !== '' && <Command words={begun.command} />}
    </>
  )
}

function Shown({ id, shown: { run, page } }: { readonly id: string; readonly shown: ShownRun }) {
  const { artefacts, folder } = run
  const download = async (name: string) =>
    save(name, new Blob([await fetchBytes(`${runAddress(id)}/files/${name}`)]))
  return (
    <>
      {artefacts.includes('strategy.json') && (
        <p>
          <Link to={{ page: 'strategy', run: id }}>Open the strategy</Link> that it found.
        </p>
      )}
      {artefacts.includes('front.json') && (
        <p>
          <Link to={{ page: 'front', run: id, point: null }}>See what is possible</Link>, or{' '}
          <Link to={preferView(id)}>say what you prefer</Link>.
        </p>
      )}
      <Sections exhibit={page} />
      {artefacts.length > 0 && (
        <section>
          <h2>Files</h2>
          <p class="saving">
            {artefacts.map((name) => (
              <button key={name} type="button" onClick={() => void download(name)}>
                {name}
              </button>
            ))}
          </p>
        </section>
      )}
      <Command words={`qw show ${shellWord(folder)}`} />
    </>
  )
}
