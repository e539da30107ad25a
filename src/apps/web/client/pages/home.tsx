/** Home: which logs and runs do I have? */
import { plural } from '../../../../core/format.js'
import { visibleText } from '../../../../core/visible.js'
import type { Served } from '../../protocol/messages.js'
import { Link } from '../shown/link.js'
import { USUAL_AGAINST, USUAL_POLICY } from '../view/view.js'
import { Beginnings, RunTable } from './runs.js'

export function HomePage({ served }: { readonly served: Served }) {
  return (
    <>
      <h1>Queuewright</h1>
      <p>
        Which policy should schedule your machine? Look at a log, turn a policy's parameters and watch the
        schedule change.
      </p>
      <section>
        <h2>Logs</h2>
        <ul class="cards">
          {served.logs.map((log) => {
            const usual = { log: log.digest, policy: USUAL_POLICY, against: USUAL_AGAINST, span: null }
            return (
              <li key={log.digest}>
                <h3>{visibleText(log.name)}</h3>
                <p>
                  {plural(log.jobs, 'job')}, {plural(log.machine, 'processor')}
                </p>
                <p>
                  <Link to={{ page: 'log', log: log.digest }}>What is in it</Link>
                  {' · '}
                  <Link to={{ page: 'try', ...usual }}>Try a policy</Link>
                  {' · '}
                  <Link to={{ page: 'compare', ...usual, job: null }}>Compare two</Link>
                </p>
              </li>
            )
          })}
        </ul>
        {served.failures.map((failure) => (
          <p key={failure} class="fault">
            {visibleText(failure)}
          </p>
        ))}
      </section>
      <section>
        <h2>Runs</h2>
        {!served.readOnly && <Beginnings />}
        <RunTable folder={served.runsFolder} />
      </section>
    </>
  )
}
