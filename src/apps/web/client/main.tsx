/** The workbench in the browser: takes the key, asks what is served, and shows the page that the address says. */
import { type FunctionComponent, render } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Served, Topics } from '../protocol/messages.js'
import { fetchJson, RefusedError, takeToken, token } from './api.js'
import { ComparePage } from './pages/compare.js'
import { HomePage } from './pages/home.js'
import { LogPage } from './pages/log.js'
import { RunsPage } from './pages/runs.js'
import { StrategyPage } from './pages/strategy.js'
import { TryPage } from './pages/try.js'
import { Awaited, useAnswer } from './shown/awaited.js'
import { Link } from './shown/link.js'
import { logOf, preferences, redo, runs, served, shown, started, trouble, undo } from './state.js'
import { joinWorker } from './trusted.js'
import {
  HOME,
  type Page,
  preferView,
  USUAL_AGAINST,
  USUAL_OVERHEAD,
  USUAL_POLICY,
  usualSites,
  type View,
  whenView,
} from './view/view.js'
import type { Joined, Told } from './workers/events.js'

/** A page that is loaded when it is looked at for the first time. */
function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  return (props) => (
    <Awaited answer={useAnswer('', load)} waiting="Loading …">
      {(Page) => <Page {...props} />}
    </Awaited>
  )
}

const FrontPage = later(async () => (await import('./pages/front.js')).FrontPage)
const GridPage = later(async () => (await import('./pages/grid.js')).GridPage)
const PreferPage = later(async () => (await import('./pages/prefer.js')).PreferPage)
const StartPage = later(async () => (await import('./pages/start.js')).StartPage)
const WhenPage = later(async () => (await import('./pages/when.js')).WhenPage)

const TITLES: Readonly<Record<Page, string>> = {
  home: 'Home',
  log: 'Log',
  try: 'Try',
  compare: 'Compare',
  grid: 'Grid',
  runs: 'Runs',
  start: 'Begin a run',
  strategy: 'Strategy',
  front: 'Front',
  prefer: 'Prefer',
  when: 'When',
}

function App() {
  const view = shown.value
  const what = 'log' in view ? logOf(view.log ?? '')?.name : undefined
  useEffect(() => {
    document.title = `${TITLES[view.page]}${what === undefined ? '' : ` · ${what}`} · Queuewright`
  }, [view.page, what])
  return (
    <>
      <header>
        <nav aria-label="Pages">
          {pages(view).map((to) => (
            <Link key={to.page} to={to} current={to.page === view.page}>
              {TITLES[to.page]}
            </Link>
          ))}
        </nav>
      </header>
      <main tabIndex={-1}>
        {trouble.value !== null ? (
          <>
            <h1>Not connected</h1>
            <p role="alert">{trouble.value}</p>
          </>
        ) : served.value === null ? (
          <p role="status">Reading logs …</p>
        ) : (
          <Shown view={view} known={served.value} />
        )}
      </main>
    </>
  )
}

/** The other pages of what is looked at. */
function pages(view: View): readonly View[] {
  const log = ('log' in view ? view.log : null) ?? served.value?.logs[0]?.digest
  // The policy of a site is not one to be tried.
  const policy = 'policy' in view && view.page !== 'when' ? view.policy : USUAL_POLICY
  const against = 'against' in view ? view.against : USUAL_AGAINST
  const span = 'span' in view ? view.span : null
  const ofLog: readonly View[] =
    log === undefined
      ? []
      : [
          { page: 'log', log },
          { page: 'try', log, policy, against, span },
          { page: 'compare', log, policy, against, span, job: null },
          gridOn(log, view),
        ]
  const when = 'user' in view ? view : whenView(served.value?.hasSlurm ? null : (log ?? null))
  const run = 'regions' in view || 'point' in view ? view.run : frontRun()
  const ofFront: readonly View[] =
    run === undefined ? [] : [{ page: 'front', run, point: null }, preferView(run)]
  return [HOME, ...ofLog, { page: 'strategy', policy }, ...ofFront, when, { page: 'runs', run: null }]
}

function gridOn(digest: string, view: View): View {
  const { machine = 4 } = logOf(digest) ?? {}
  const said = 'sites' in view ? view : { sites: usualSites(machine), sharing: 'sharing' as const }
  return { page: 'grid', log: digest, overhead: USUAL_OVERHEAD, ...said, span: null }
}

/** The latest run that found a front. */
function frontRun(): string | undefined {
  return runs.value?.findLast(({ artefacts }) => artefacts.includes('front.json'))?.id
}

function Shown({ view, known }: { readonly view: View; readonly known: Served }) {
  if (view.page === 'home') return <HomePage served={known} />
  if (view.page === 'runs') return <RunsPage run={view.run} folder={known.runsFolder} />
  if (view.page === 'front') return <FrontPage key={view.run} view={view} />
  if (view.page === 'prefer') return <PreferPage key={view.run} view={view} />
  if (view.page === 'start') return <StartPage view={view} />
  if (view.page === 'strategy') return <StrategyPage view={view} />
  if (view.page === 'when') return <WhenPage view={view} />
  const log = logOf(view.log)
  if (log === undefined) {
    return (
      <>
        <h1>Another log</h1>
        <p role="alert">This address is about a log that is not served. Start qw serve with it, or </p>
        <p>
          <Link to={HOME}>see what is served</Link>.
        </p>
      </>
    )
  }
  if (view.page === 'log') return <LogPage key={log.digest} log={log} />
  if (view.page === 'try') return <TryPage key={log.digest} view={view} log={log} />
  if (view.page === 'grid') return <GridPage key={log.digest} view={view} log={log} />
  return <ComparePage key={log.digest} view={view} log={log} />
}

/** Undo and redo, but in a text field, which has its own. */
addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
  const { target } = event
  if (target instanceof HTMLTextAreaElement) return
  if (target instanceof HTMLInputElement && target.type === 'text') return
  event.preventDefault()
  if (event.shiftKey) redo()
  else undo()
})

function listen(key: string): void {
  const { port } = joinWorker('events')
  port.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('lost' in data) return
    const state = JSON.parse(data.state)
    if (data.topic === 'runs') runs.value = state as Topics['runs']
    else if (data.topic === 'started') started.value = state as Topics['started']
    else preferences.value = state as Topics['preferences']
  }
  port.postMessage({ token: key } satisfies Joined)
}

async function begin(): Promise<void> {
  takeToken()
  const key = token()
  try {
    served.value = await fetchJson<Served>('/api/served')
    if (key !== null) listen(key)
  } catch (error) {
    trouble.value =
      error instanceof RefusedError && error.status === 401
        ? 'Open the address that qw serve printed: it holds the key to this server.'
        : String(error instanceof Error ? error.message : error)
  }
}

const root = document.getElementById('app')
if (root !== null) render(<App />, root)
void begin()
