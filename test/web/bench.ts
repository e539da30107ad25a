/** The workbench that tests look at: one server of one strange log with runs, one browser, and what all do with a page. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import type { Serving } from '../../src/apps/web/server/start.js'
import { COMPILED_URL } from '../support/compiled.js'
import { QUIET } from '../support/quiet.js'
import { type Sandbox, useSandbox } from '../support/sandbox.js'
import type { Browsing } from './chromium.js'
import { keepLargeFront } from './large-front.js'
import { useServed } from './served.js'

export const STRANGE = '<img src=x onerror=document.title="caught">'
export const POLICY = 'easy:g2(a=0.5, b=0.1)'
/** The runs whose fronts are large: of 14,000 schedules, and of as many as are judged by all planes. */
export const LARGE = { most: 'drawn-14000', exact: 'drawn-1400' } as const

export interface Bench {
  readonly box: Sandbox
  readonly browsing: Browsing
  /** The address that the server printed; another after `start`. */
  readonly address: string
  /** The page that most tests go on with. */
  readonly page: Page
  /** The served log's file. */
  readonly log: string
  start(...options: string[]): Promise<void>
  kill(): Promise<void>
  /** Another workbench, on other logs of the box: its home in a profile of its own, as long as `look` takes. */
  beside(logs: readonly string[], look: (page: Page, serving: Serving) => Promise<void>): Promise<void>
  /** What the page shows of a policy has come. */
  settled(policy: string, on?: Page): Promise<void>
  /** Follows a link of the pages' list. */
  open(name: string, on?: Page): Promise<void>
  openTry(): Promise<void>
  /** Follows a run's link to its front, or to what is preferred on it. */
  openOn(run: string, link: 'See what is possible' | 'say what you prefer', on?: Page): Promise<void>
  /** Regions have been judged: as many as are named, beside the rest. */
  judged(regions: number, on?: Page): Promise<void>
  /** A file that the page makes. */
  saved(button: string, on?: Page): Promise<Buffer>
}

/** Set up before the tests of the calling suite, closed after them. */
export function useBench(): Bench {
  const box = useSandbox(async (made) => {
    made.write(`${STRANGE.replaceAll('/', '')}.swf`, strangeLog(1200))
    const small = ['--method', 'random', '--evaluations', '4', '--first', '200']
    const log = readdirSync(made.cwd)[0]
    await made.good('front', log, '--evaluations', '60', '--run', 'queuewright-runs/front-1')
    await made.good('learn', 'greedy', '--objective', 'AWRT1', ...small, '--run', 'queuewright-runs/found-1')
    const keep = (size: number, run: string) =>
      keepLargeFront(size, made.path('queuewright-runs/front-1'), made.path(`queuewright-runs/${run}`))
    keep(14_000, LARGE.most)
    keep(1400, LARGE.exact)
    // Whoever may write there may call it as he likes.
    keep(10, STRANGE)
  })
  const logIn = () => readdirSync(box.cwd).find((name) => name.endsWith('.swf')) ?? ''
  const served = useServed(box, () => [logIn(), '--port', '0'])
  let page: Page
  const bench: Bench = {
    box,
    get browsing() {
      return served.browsing
    },
    get address() {
      return served.address
    },
    get page() {
      return page
    },
    get log() {
      return logIn()
    },
    start: (...options) => served.start(bench.log, '--port', '0', ...options),
    kill: served.kill,
    beside: async (logs, look) => {
      const module = `${COMPILED_URL}apps/web/server/start.js`
      const { serve }: typeof import('../../src/apps/web/server/start.js') = await import(
        /* @vite-ignore */ module
      )
      const reading = { size: 'requested', badLines: 'error', groupBy: 'share', estimates: 'user' } as const
      const usual = { overrun: 'extend', oversize: 'error', dialect: 'default' } as const
      const folder = (name: string) => box.path(`queuewright-${name}`)
      const serving = await serve(
        {
          ...{ files: logs.map(box.path), reading: { ...reading, ...usual }, readOnly: false },
          ...{ runsFolder: folder('runs'), preferencesFolder: folder('preferences') },
          at: { host: '127.0.0.1', port: 0 },
        },
        QUIET,
      )
      const context = await served.browsing.context()
      try {
        const other = await context.newPage()
        await other.goto(serving.address)
        await other.getByRole('link', { name: 'found-1' }).waitFor()
        await look(other, serving)
      } finally {
        await context.close()
        await serving.close()
      }
    },
    settled: async (policy, on = page) => {
      await on.waitForFunction(
        (wanted) =>
          document.querySelector('[data-shown][aria-busy=false]')?.getAttribute('data-shown') === wanted,
        policy,
      )
    },
    open: async (name, on = page) => {
      await on.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await on.getByRole('heading', { level: 1 }).waitFor()
    },
    openTry: async () => {
      await bench.open('Home')
      await page.getByRole('link', { name: 'Try a policy' }).click()
      await bench.settled(POLICY)
    },
    openOn: async (run, link, on = page) => {
      await bench.open('Runs', on)
      await on.getByRole('link', { name: run, exact: true }).click()
      await on.getByRole('link', { name: link }).click()
      await on.locator('canvas').waitFor()
    },
    judged: async (regions, on = page) => {
      await on.waitForFunction(
        (wanted) =>
          document.querySelector('[data-judged][aria-busy=false]')?.getAttribute('data-judged')?.split(',')
            .length ===
          wanted + 1,
        regions,
      )
    },
    saved: async (button, on = page) => {
      const coming = on.waitForEvent('download')
      await on.getByRole('button', { name: button }).click()
      return readFileSync(await (await coming).path())
    },
  }
  beforeAll(async () => {
    page = await (await served.browsing.context()).newPage()
    await page.goto(served.address)
    await page.getByRole('link', { name: 'What is in it' }).waitFor()
  })
  return bench
}

/** A log whose header and file name would be markup, if anybody took them for it. */
function strangeLog(jobs: number): string {
  const head = [
    '; Version: 2.2',
    '; MaxProcs: 32',
    `; Computer: ${STRANGE}`,
    `; Note: <script>${STRANGE}</script>`,
  ]
  const lines = Array.from({ length: jobs }, (_, k) => {
    const run = 60 + ((k * 7919) % 5000)
    // Bursts that the machine has worked off before the next.
    const submit = Math.floor(k / 20) * 24_000 + (k % 20) * 30
    // Few users have most of the jobs, as everywhere.
    const user = Math.floor(60 * (((k * 7919) % jobs) / jobs) ** 3)
    return `${k + 1} ${submit} ${k % 40} ${run} ${1 + ((k * 31) % 24)} -1 -1 ${1 + ((k * 31) % 24)} ${run * 2} -1 1 ${user} 1 -1 -1 -1 -1 -1`
  })
  return `${[...head, ...lines].join('\n')}\n`
}
