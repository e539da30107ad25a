/** Log: what do my users do? The page that `qw info` writes. */
import { useEffect, useState } from 'preact/hooks'
import type { Exhibit } from '../../../../core/exhibit.js'
import type { ServedLog } from '../../protocol/messages.js'
import { fetchJson } from '../api.js'
import { Sections } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Command, fileWord } from '../shown/pair.js'
import { USUAL_AGAINST, USUAL_POLICY } from '../view/view.js'

export function LogPage({ log }: { readonly log: ServedLog }) {
  const { exhibit, failure } = useExhibit(`/api/logs/${log.digest}/profile`)
  const usual = { log: log.digest, policy: USUAL_POLICY, against: USUAL_AGAINST, span: null }
  return (
    <>
      <h1>The log {log.name}</h1>
      <p>
        <Link to={{ page: 'try', ...usual }}>Try a policy on it</Link>, or{' '}
        <Link to={{ page: 'compare', ...usual, job: null }}>compare two</Link>.
      </p>
      {failure !== null && (
        <p class="fault" role="alert">
          {failure}
        </p>
      )}
      {exhibit === null ? failure === null && <p role="status">Reading …</p> : <Sections exhibit={exhibit} />}
      <Command words={`qw info${fileWord(log)}`} />
    </>
  )
}

/** The exhibit that the server has at an address. */
function useExhibit(path: string): { readonly exhibit: Exhibit | null; readonly failure: string | null } {
  const [exhibit, setExhibit] = useState<Exhibit | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    fetchJson<Exhibit>(path).then(setExhibit, (error: Error) => setFailure(error.message))
  }, [path])
  return { exhibit, failure }
}
