/**
 * Runs and preferences by pages in a real browser: begun as they are filled in, the same as those of the command line, and not
 * lost with the server or to another tab.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AskedOf, Judged } from '../../src/apps/web/client/workers/judge.js'
import { inspectRun } from '../../src/runtime/runs/index.js'
import { missing, PROJECT_ROOT, requirements } from '../support/data.js'
import { filesOf } from '../support/run-files.js'
import { useSandbox } from '../support/sandbox.js'
import type { Browsing } from './chromium.js'
import { useServed } from './served.js'

const RUNS = 'queuewright-runs'

/** Jobs that wait for each other. */
function smallLog(): string {
  const lines = Array.from({ length: 150 }, (_, k) => {
    const run = 60 + ((k * 7919) % 3000)
    return `${k + 1} ${k * 400} 0 ${run} ${1 + ((k * 31) % 24)} -1 -1 ${1 + ((k * 31) % 24)} ${run * 2} -1 1 ${k % 9} 1 -1 -1 -1 -1 -1`
  })
  return ['; Version: 2.2', '; MaxProcs: 32', ...lines, ''].join('\n')
}

describe.skipIf(missing(requirements.chromium))('runs in a browser', () => {
  const box = useSandbox(async (made) => {
    made.write('small.swf', smallLog())
    await made.good(
      'front',
      'small.swf',
      '--evaluations',
      '30',
      '--engine',
      'inline',
      '--run',
      `${RUNS}/front`,
    )
  })
  const wordsAt = (port: string) => ['small.swf', '--port', port, '--token-file', 'workbench.key']
  const served = useServed(box, () => wordsAt('0'))
  const start = (port: string) => served.start(...wordsAt(port))
  let browsing: Browsing
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    browsing = served.browsing
    context = await browsing.context()
    page = await context.newPage()
    await page.goto(served.address)
    await page.getByRole('link', { name: 'front', exact: true }).waitFor()
  })

  const openForm = async (command: string) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('link', { name: 'learn a policy' }).click()
    await page.getByLabel('what is searched').selectOption(command)
    const closed = page.locator('main details:not([open]) summary')
    while ((await closed.count()) > 0) await closed.first().click()
  }
  const field = (option: string) => page.locator(`#set-${option}`)
  const fill = async (option: string, text: string) => {
    const isSelect = (await field(option).evaluate(({ tagName }) => tagName)) === 'SELECT'
    if (isSelect) await field(option).selectOption(text)
    else {
      await field(option).fill(text)
      await field(option).blur()
    }
  }
  /** Begins what was filled in; returns the name of the run. */
  const begin = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.waitForURL(/\/runs\?run=/)
    return new URL(page.url()).searchParams.get('run') ?? ''
  }
  const inState = (state: string) => page.locator(`[data-state=${state}]`).waitFor({ timeout: 60_000 })

  it('are begun as they are filled in: words, numbers, lists, choices, switches', async () => {
    await openForm('tune')
    expect(await field('redraw').count()).toBe(0)
    const filled = { policy: 'easy:({a}*wait/estimate + group)', over: 'a=-5..5', method: 'random' }
    const numbers = { evaluations: '6', objective: 'AWRT1', seed: '3', windows: '2', 'window-jobs': '60' }
    for (const [option, text] of Object.entries({ ...filled, ...numbers })) await fill(option, text)
    await fill('redraw', 'yes')
    const words = await page.locator('.command code').textContent()
    const id = await begin()
    await inState('finished')
    await page.getByRole('link', { name: 'Open the strategy' }).click()
    const learnt = page.getByRole('heading', { level: 2 }).first()
    await learnt.waitFor()
    // Of another run nothing of this one stays, by a way on which the page does not begin anew.
    await page.evaluate(() => {
      history.pushState(null, '', '/strategy?run=nobody')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByRole('alert').filter({ hasText: 'no such run' }).waitFor()
    expect(await learnt.count()).toBe(0)
    expect(words).toBe(
      "qw tune small.swf --policy 'easy:({a}*wait/estimate + group)' --over a=-5..5 --method random --evaluations 6 --objective AWRT1 --seed 3 --windows 2 --window-jobs 60 --redraw",
    )
    const options = Object.entries({ ...filled, ...numbers }).flatMap(([option, text]) => [
      `--${option}`,
      text,
    ])
    await box.good('tune', 'small.swf', ...options, '--redraw', '--run', `${RUNS}/typed-tune`)
    expect(filesOf(box.path(`${RUNS}/${id}`))).toEqual(filesOf(box.path(`${RUNS}/typed-tune`)))
  })

  it('say what the command says where a value is none', async () => {
    await openForm('learn greedy --method random')
    await fill('evaluations', '0')
    await begin()
    const typed = await box.run('learn', 'greedy', '--method', 'random', 'small.swf', '--evaluations', '0')
    expect(typed.code).toBe(2)
    const said = page.getByRole('alert')
    await said.filter({ hasText: '--evaluations' }).waitFor()
    expect(`queuewright: ${await said.textContent()}\n`).toBe(typed.stderr)
    await page.getByText('was not begun', { exact: true }).waitFor()
    expect(await page.getByText('Looking', { exact: false }).count()).toBe(0)
    await page.goBack()
    expect(await field('evaluations').inputValue()).toBe('0')
  })

  it('are stopped and resumed, and outlive a server that is killed: their files are those of the undisturbed run', async () => {
    const learn = ['learn', 'greedy', '--method', 'random', 'small.swf']
    const options = { objective: 'AWRT1', evaluations: '2000' }
    await openForm('learn greedy --method random')
    for (const [option, text] of Object.entries(options)) await fill(option, text)
    const id = await begin()
    const folder = box.path(`${RUNS}/${id}`)
    const port = new URL(served.address).port
    /**
     * Holds the run, as soon as its folder says who works on it, while something is done to it or its server: what pages tell
     * of it may come so late that it would be finished.
     */
    const heldWhile = async (deed: () => Promise<unknown>, then: 'SIGCONT' | 'SIGKILL') => {
      const worker = () => inspectRun(folder).then((run) => run?.holder?.pid)
      const run = await vi.waitUntil(worker, { timeout: 60_000, interval: 5 })
      process.kill(run, 'SIGSTOP')
      await inState('running')
      await deed()
      process.kill(run, then)
    }
    const stopped = page.waitForResponse(/\/stop$/, { timeout: 60_000 })
    await heldWhile(async () => {
      await page.getByRole('button', { name: 'Stop' }).click()
      await stopped
    }, 'SIGCONT')
    await page.getByRole('button', { name: 'Resume' }).click()
    await heldWhile(served.kill, 'SIGKILL')
    await start(port)
    await page.getByRole('button', { name: 'Resume' }).click()
    await heldWhile(served.kill, 'SIGCONT')
    await start(port)
    await inState('finished')
    await page.getByRole('link', { name: 'Open the strategy' }).waitFor()
    const typed = Object.entries(options).flatMap(([option, text]) => [`--${option}`, text])
    await box.good(...learn, ...typed, '--run', `${RUNS}/typed-learn`)
    expect(filesOf(folder)).toEqual(filesOf(box.path(`${RUNS}/typed-learn`)))
    // What failed while there was no server.
    browsing.complaints.length = 0
  })

  it('preferences are lost to no other tab', async () => {
    const regionOf = (share: number) => `AWRT,UTIL:0,0_${share}e9,0_${share}e9,1_0,1`
    const tabs = await Promise.all([1, 2].map(() => context.newPage()))
    const { origin, hash } = new URL(served.address)
    const keep = async (tab: Page, share: number) => {
      await tab.goto(`${origin}/prefer?run=front&regions=${encodeURIComponent(regionOf(share))}${hash}`)
      await tab.locator('[data-judged][aria-busy=false]:not([data-judged=""])').waitFor()
      await tab.getByLabel('name', { exact: true }).fill('owner')
      await tab.getByRole('button', { name: 'Keep', exact: true }).click()
    }
    const [one, other] = tabs
    const shareKept = () =>
      JSON.parse(box.text('queuewright-preferences/owner.json')).regions[0].vertices[1][0] / 1e9
    const refused = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'another one by now' }).waitFor()
    await keep(one, 1)
    await one.getByText('owner is kept.').waitFor()
    await keep(other, 2)
    await refused(other)
    expect(shareKept()).toBe(1)
    await other.getByRole('button', { name: 'Keep mine in its place' }).click()
    await other.getByText('owner is kept.').waitFor()
    expect(shareKept()).toBe(2)
    await keep(one, 3)
    await refused(one)
    await one.getByRole('button', { name: 'Show theirs' }).click()
    await one.waitForURL(/2000000000|2e9|2e\+9/)
    expect(shareKept()).toBe(2)
    for (const tab of tabs) await tab.close()
    browsing.complaints.length = 0
  })

  it('a run that somebody called strangely is text, and can be looked at', async () => {
    const name = '<img src=x onerror=document.title="caught">'
    await box.good(
      'learn',
      'greedy',
      '--method',
      'random',
      'small.swf',
      '--evaluations',
      '2',
      '--run',
      `${RUNS}/${name}`,
    )
    await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('link', { name }).click()
    await inState('finished')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Run ${name}`)
    expect(await page.locator('main img').count()).toBe(0)
    expect(await page.title()).not.toBe('caught')
  })

  it('regions are judged by the worker as the independent reference judges them', async () => {
    interface Case {
      readonly objectives: readonly { readonly name: string }[]
      readonly points: readonly (readonly number[])[]
      readonly polygons: readonly {
        readonly axes: readonly number[]
        readonly vertices: [number, number][]
      }[]
      readonly frontAxes?: readonly number[]
      readonly schedules: readonly (readonly number[])[]
      readonly expected: {
        readonly region: readonly number[]
        readonly schedules: readonly Readonly<Record<string, number>>[]
      }
    }
    const file = join(PROJECT_ROOT, 'test', 'fixtures', 'regions', 'public.json.gz')
    const { cases }: { cases: readonly Case[] } = JSON.parse(gunzipSync(readFileSync(file)).toString())
    const kinds = [
      { bound: 'least', b: 'b', f: 'f' },
      { bound: 'farthest', b: 'bFarthest', f: 'fFarthest' },
    ] as const
    const asked = cases.flatMap(({ objectives, points, polygons, frontAxes, schedules, expected }) =>
      kinds.map(({ bound, b, f }) => {
        const names = objectives.map(({ name }) => name)
        const of: AskedOf = {
          ...{ name: 'case', digest: '0'.repeat(64), objectives: names, points },
          policies: schedules.map((values, k) => ({ policy: `${k}`, values })),
          regions: polygons.map(({ axes: [h, v], vertices }, k) => ({
            ...{ name: `region ${k + 1}`, panel: [names[h], names[v]] as const, vertices },
          })),
          ...{ objective: null, subjectTo: [] },
          settings: { bound, measure: 'hyperplane', measuredOn: frontAxes ?? 'all', planes: 'all' },
        }
        const counts = [...polygons, null].map(
          (_, k) => expected.region.filter((region) => region === k + 1).length,
        )
        return {
          of,
          counts,
          wanted: expected.schedules.map((each) => [each['pr'], each[b], each['a'], each[f]]),
        }
      }),
    )
    // A worker of the page's own program; the page's policy would have none but its own.
    const own = await (await browsing.context({ bypassCSP: true })).newPage()
    await own.goto(served.address)
    const program = readdirSync(join(PROJECT_ROOT, 'dist', 'web')).find((name) =>
      /^simulate-.*\.js$/.test(name),
    )
    const judged = await own.evaluate(
      async ([url, all]) => {
        const worker = new Worker(url, { type: 'module' })
        const answers: unknown[] = []
        for (const [id, each] of all.entries()) {
          worker.postMessage({ id, method: 'judge', asked: each })
          answers.push(
            await new Promise((resolve) => {
              worker.onmessage = ({ data }) => resolve(data.value ?? data)
            }),
          )
        }
        return answers
      },
      [`/assets/${program}`, asked.map(({ of }) => of)] as const,
    )
    expect(judged).toHaveLength(40)
    for (const [k, { counts, wanted }] of asked.entries()) {
      const { counts: told, policies } = judged[k] as Judged
      expect(told).toEqual(counts)
      for (const [row, values] of wanted.entries()) {
        const { priority, beyond, fromFront, value } = policies[row].judgement ?? {}
        for (const [at, said] of [priority, beyond, fromFront, value].entries()) {
          expect(Math.abs((said ?? Number.NaN) - values[at])).toBeLessThanOrEqual(
            1e-9 * (1 + Math.abs(values[at])),
          )
        }
      }
    }
    await own.context().close()
  })

  it('complained of nothing, and no policy forbade anything', () => {
    expect(browsing.complaints).toEqual([])
  })
})
