/** Log: what do my users do? The page that `qw info` writes. */
import type { Exhibit } from '../../../../core/exhibit.js'
import type { ServedLog } from '../../protocol/messages.js'
import { fetchJson } from '../api.js'
import { Awaited, useAnswer } from '../shown/awaited.js'
import { Sections } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Notices } from '../shown/notices.js'
import { Command, fileWord } from '../shown/pair.js'
import { USUAL_AGAINST, USUAL_POLICY, whenView } from '../view/view.js'

export function LogPage({ log }: { readonly log: ServedLog }) {
  const path = `/api/logs/${log.digest}/profile`
  const usual = { log: log.digest, policy: USUAL_POLICY, against: USUAL_AGAINST, span: null }
  return (
    <>
      <h1>The log {log.name}</h1>
      <p>
        <Link to={{ page: 'try', ...usual }}>Try a policy on it</Link>,{' '}
        <Link to={{ page: 'compare', ...usual, job: null }}>compare two</Link>, or see{' '}
        <Link to={whenView(log.digest)}>when jobs that wait would start</Link>.
      </p>
      <Notices log={log} />
      <Awaited answer={useAnswer(path, () => fetchJson<Exhibit>(path))} waiting="Reading …">
        {(exhibit) => <Sections exhibit={exhibit} />}
      </Awaited>
      <Command words={`qw info${fileWord(log, 'look')}`} />
    </>
  )
}
