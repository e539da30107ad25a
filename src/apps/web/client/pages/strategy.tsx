/** Strategy: why does a policy act so? Whom it prefers, and after what wait that changes; the page of `qw explain`. */
import { visibleText } from '../../../../core/visible.js'
import type { ShownStrategy } from '../../protocol/messages.js'
import { post } from '../api.js'
import { Awaited, useAnswer } from '../shown/awaited.js'
import { Sections } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Command, PolicyField, shellWord } from '../shown/pair.js'
import { go, served } from '../state.js'
import { startView, USUAL_AGAINST, type View } from '../view/view.js'

type StrategyView = Extract<View, { readonly page: 'strategy' }>

export function StrategyPage({ view }: { readonly view: StrategyView }) {
  const of = 'run' in view ? { run: view.run } : { policy: view.policy }
  const answer = useAnswer(JSON.stringify(of), () => post<ShownStrategy>('/api/explain', of))
  const file = `${served.value?.runsFolder ?? ''}/${'run' in view ? view.run : ''}/strategy.json`
  return (
    <>
      {'run' in view ? (
        <>
          <h1>The strategy of {visibleText(view.run)}</h1>
          <p>
            <Link to={{ page: 'runs', run: view.run }}>The run that found it</Link>
          </p>
        </>
      ) : (
        <>
          <h1>Explain a policy</h1>
          <PolicyField
            name="policy"
            policy={view.policy}
            onPolicy={(policy) => go({ page: 'strategy', policy })}
          />
        </>
      )}
      <Awaited answer={answer} waiting="Asking …">
        {({ policy, page }) => (
          <>
            {policy !== null && <Trials policy={policy} />}
            <Sections exhibit={page} />
          </>
        )}
      </Awaited>
      <p>
        <Link to={startView('learn greedy --method own')}>Learn a policy from a log</Link>
      </p>
      <Command words={`qw explain ${shellWord('run' in view ? file : view.policy)}`} />
    </>
  )
}

/** Where it can be tried. */
function Trials({ policy }: { readonly policy: string }) {
  const logs = served.value?.logs ?? []
  return (
    <ul>
      {logs.map(({ digest, name }) => (
        <li key={digest}>
          <Link to={{ page: 'try', log: digest, policy, against: USUAL_AGAINST, span: null }}>
            Try it on {visibleText(name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
