/** Runs: what is being searched? The same runs as the command line has, told of while they go on; stopped and resumed. */
import { useEffect, useState } from 'preact/hooks'
import { visibleText } from '../../../../core/visible.js'
import type { ServedRun, ShownRun } from '../../protocol/messages.js'
import { fetchBytes, fetchJson, post } from '../api.js'
import { save } from '../save.js'
import { Sections } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Command, shellWord } from '../shown/pair.js'
import { runs } from '../state.js'

export function RunsPage({ run, folder }: { readonly run: string | null; readonly folder: string }) {
  if (run !== null) return <RunPage id={run} />
  return (
    <>
      <h1>Runs</h1>
      <RunTable folder={folder} />
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
  const told = runs.value?.find((run) => run.id === id)
  const [shown, setShown] = useState<ShownRun | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // Looked at again when the stream of events tells of a change.
  useEffect(() => {
    fetchJson<ShownRun>(`/api/runs/${id}`).then(
      (found) => {
        setShown(found)
        setFailure(null)
      },
      (error: Error) => setFailure(error.message),
    )
  }, [id, told?.state, told?.batches])
  const act = (deed: 'stop' | 'resume') =>
    post(`/api/runs/${id}/${deed}`, {}).then(
      () => setFailure(null),
      (error: Error) => setFailure(error.message),
    )
  const download = async (name: string) =>
    save(name, new Blob([await fetchBytes(`/api/runs/${id}/files/${name}`)]))
  const state = told?.state ?? shown?.run.state
  return (
    <>
      <h1>Run {visibleText(id)}</h1>
      <p>
        <Link to={{ page: 'runs', run: null }}>All runs</Link>
      </p>
      <p role="status">
        {state === undefined ? 'Looking …' : `${state}${told === undefined ? '' : `: ${progress(told)}`}`}
      </p>
      <p class="saving">
        {state === 'running' && (
          <button type="button" onClick={() => void act('stop')}>
            Stop
          </button>
        )}
        {state === 'interrupted' && (
          <button type="button" onClick={() => void act('resume')}>
            Resume
          </button>
        )}
      </p>
      {failure !== null && (
        <p class="fault" role="alert">
          {failure}
        </p>
      )}
      {shown !== null && (
        <>
          <Sections exhibit={shown.page} />
          {shown.run.artefacts.includes('front.json') && (
            <p>
              <Link to={{ page: 'front', run: id, point: null }}>See what is possible</Link>, or{' '}
              <Link to={{ page: 'prefer', run: id, regions: [] }}>say what you prefer</Link>.
            </p>
          )}
          {shown.run.artefacts.length > 0 && (
            <section>
              <h2>Files</h2>
              <p class="saving">
                {shown.run.artefacts.map((name) => (
                  <button key={name} type="button" onClick={() => void download(name)}>
                    {name}
                  </button>
                ))}
              </p>
            </section>
          )}
          <Command words={`qw show ${shellWord(shown.run.folder)}`} />
        </>
      )}
    </>
  )
}
