/** The workbench in a real browser: what its pages show, keep to themselves, and do by keyboard alone. */
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatDuration } from '../../src/core/duration.js'
import { missing, PROJECT_ROOT, requirements } from '../support/data.js'
import { accessTests } from './access.js'
import { POLICY, STRANGE, useBench } from './bench.js'
import type { Browsing } from './chromium.js'
import { frontTests } from './fronts.js'
import { machineTests } from './machines.js'
import { wishTests } from './wishes.js'

/** Bytes of all that a browser loads for the first page, and of what it loads when that is asked for. */
const MOST_PACKED = 150_000
const MOST_LATER = 7000

describe.skipIf(missing(requirements.chromium))('the workbench in a browser', () => {
  const bench = useBench()
  const { box, settled, open, openTry, saved } = bench
  let browsing: Browsing
  let page: Page
  beforeAll(() => {
    browsing = bench.browsing
    page = bench.page
  })

  it('keeps the key out of address, history and cookies', async () => {
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate(() => [document.cookie, JSON.stringify(history.state)])).toEqual(['', 'null'])
    const other = await (await browsing.context()).newPage()
    await other.goto(page.url())
    expect(await other.getByRole('alert').textContent()).toContain('Open the address that qw serve printed')
    await other.close()
    browsing.complaints.length = 0
  })

  it('takes what strangers wrote for text', async () => {
    expect(await page.getByRole('heading', { level: 3 }).textContent()).toContain('<img src=x onerror')
    await page.getByRole('link', { name: 'What is in it' }).click()
    await page.getByText('Header comments').click()
    expect(await page.locator('pre').textContent()).toContain(`<script>${STRANGE}</script>`)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.title()).toContain('Log · ')
    await open('Runs')
    expect(await page.getByRole('rowheader').allTextContents()).toContain(STRANGE)
    expect(await page.locator('main img, main script').count()).toBe(0)
  })

  it('simulates as the command line does, to the last bit', async () => {
    await openTry()
    const slider = page.getByRole('slider', { name: 'a: weight of the wait' })
    await slider.focus()
    for (let k = 0; k < 5; k++) await slider.press('ArrowLeft')
    const policy = 'easy:g2(a=0.475, b=0.1)'
    await settled(policy)
    expect(await page.getByLabel('policy', { exact: true }).inputValue()).toBe(policy)
    const files = ['--csv', 'schedule.csv', '--gantt', 'gantt.svg']
    await box.good('simulate', bench.log, '--policy', policy, ...files)
    expect((await saved('Jobs as CSV')).toString()).toBe(box.text('schedule.csv'))
    expect((await saved('Chart as SVG')).toString()).toBe(box.text('gantt.svg'))
    expect((await saved('Chart as PNG')).subarray(1, 4).toString()).toBe('PNG')
    expect(await page.getByText('The same from the command line').textContent()).toContain(
      `--policy '${policy}'`,
    )
  })

  it('goes back to the first view, edit by edit', async () => {
    await openTry()
    const first = page.url()
    const chart = await page.locator('canvas').screenshot()
    const slider = page.getByRole('slider', { name: 'b: weight of estimate and size' })
    await slider.focus()
    const keys = ['ArrowRight', 'PageUp', 'ArrowLeft', 'ArrowRight', 'ArrowRight']
    for (let k = 0; k < 30; k++) await slider.press(keys[k % keys.length])
    expect(page.url()).not.toBe(first)
    const last = page.url()
    for (let k = 0; k < 30; k++) await page.keyboard.press('Control+z')
    await page.waitForURL(first)
    await settled(POLICY)
    expect(Buffer.compare(await page.locator('canvas').screenshot(), chart)).toBe(0)
    for (let k = 0; k < 30; k++) await page.keyboard.press('Control+Shift+z')
    await page.waitForURL(last)
  })

  it('shows the same at a copied address, in another profile', async () => {
    await openTry()
    await page.locator('canvas').focus()
    for (const key of ['+', '+', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.waitForURL(/span=/)
    await settled(POLICY)
    const other = await (await browsing.context()).newPage()
    await other.goto(`${page.url()}${new URL(bench.address).hash}`)
    await settled(POLICY, other)
    await page.bringToFront()
    // The keyboard's focus draws a ring.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    const charts = [page, other].map((each) => each.locator('canvas'))
    const [here, there] = await Promise.all(charts.map((chart) => chart.screenshot()))
    expect(Buffer.compare(here, there)).toBe(0)
    const [said, saidThere] = await Promise.all(
      [page, other].map((each) => each.locator('.counts').textContent()),
    )
    expect(said).toBe(saidThere)
    await other.close()
  })

  it('tells a job’s wait, chosen in the chart or by its number', async () => {
    await openTry()
    await open('Compare')
    await settled(`${POLICY} / easy`)
    const area = await page.locator('canvas').boundingBox()
    if (area === null) throw new Error('no chart')
    await page.mouse.click(area.x + area.width / 2, area.y + 20)
    await page.waitForURL(/job=\d+/)
    await page.getByText(/^wait under easy$/).waitFor()
    const field = page.getByLabel(/job number/)
    await field.fill('17')
    await field.press('Enter')
    await page.waitForURL(/job=17$/)
    // From one job that starts at another time to the next, by keys.
    await page.locator('canvas').focus()
    const seen = new Set([17])
    for (let k = 0; k < 3; k++) {
      const before = page.url()
      await page.keyboard.press('j')
      await page.waitForFunction((url) => location.href !== url, before)
      seen.add(Number(new URL(page.url()).searchParams.get('job')))
    }
    expect(seen.size).toBe(4)
  })

  it('refuses a policy in a sentence, beside its field', async () => {
    const field = page.getByLabel('policy', { exact: true })
    await field.fill('easy:sfa')
    await field.press('Enter')
    const fault = page.locator('#policy-fault')
    await fault.filter({ hasText: 'unknown order sfa' }).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('easy:saf')
    await field.press('Enter')
    await page.waitForURL(/policy=easy%3Asaf/)
    expect(await fault.textContent()).toBe('')
  })

  it('shows a run, and its files', async () => {
    await open('Runs')
    await page.getByRole('link', { name: 'found-1' }).click()
    await page.getByText('finished').first().waitFor()
    await page.getByRole('img', { name: /convergence/ }).waitFor()
    const strategy = await saved('strategy.json')
    expect(strategy.toString()).toBe(box.text('queuewright-runs/found-1/strategy.json'))
  })

  it('simulates a schedule of a front to what the search found', async () => {
    await open('Runs')
    await page.getByRole('link', { name: 'front-1' }).click()
    await page.getByRole('link', { name: 'See what is possible' }).click()
    const canvas = page.locator('canvas')
    await canvas.focus()
    for (const key of ['ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL(/point=\d+/)
    const shownAs = (name: string) =>
      page
        .locator('div', { has: page.locator(`dt:text-is("${name}")`) })
        .last()
        .locator('dd')
        .textContent()
    const found = await Promise.all(['AWRT', 'AWRT1', 'UTIL'].map(shownAs))
    await page.getByRole('link', { name: /^Simulate it/ }).click()
    const policy = await page.getByLabel('policy', { exact: true }).inputValue()
    await settled(policy)
    for (const [k, name] of ['AWRT', 'AWRT1', 'UTIL'].entries()) {
      const cell = page
        .locator('tr', { has: page.locator(`th:text-is("${name}")`) })
        .locator('td')
        .nth(1)
      expect(await cell.textContent()).toContain(found[k])
    }
  })

  it('draws regions by pointer and by keys, and says of them what qw prefer says', async () => {
    await bench.openOn('front-1', 'say what you prefer')
    const canvas = page.locator('canvas')
    const area = await canvas.boundingBox()
    if (area === null) throw new Error('no panels')
    // The right part of the first panel; what is drawn ends at its edge.
    const corners = [
      [110, 1],
      [260, 1],
      [260, 240],
      [110, 240],
    ] as const
    await page.mouse.move(area.x + corners[0][0], area.y + corners[0][1])
    await page.mouse.down()
    for (const [x, y] of corners) await page.mouse.move(area.x + x, area.y + y, { steps: 3 })
    await page.mouse.up()
    await bench.judged(1)
    await canvas.focus()
    // All of the second panel, corner by corner.
    const wide = (key: string) => Array.from({ length: 10 }, () => `Shift+${key}`)
    const path = [
      ...['PageDown', ...wide('ArrowLeft'), ...wide('ArrowDown'), 'Enter'],
      ...[
        ...wide('ArrowRight'),
        'Enter',
        ...wide('ArrowUp'),
        'Enter',
        ...wide('ArrowLeft'),
        'Enter',
        'Enter',
      ],
    ]
    for (const key of path) await page.keyboard.press(key)
    await bench.judged(2)
    const words = (await page.locator('.command code').textContent()) ?? ''
    const regions = [...words.matchAll(/--region '([^']*)'/g)].flatMap(([, text]) => ['--region', text])
    expect(regions).toHaveLength(4)
    await box.good('prefer', 'queuewright-runs/front-1', ...regions, '-o', 'preference.json')
    expect((await saved('preference.json')).toString()).toBe(box.text('preference.json'))
    // The panels with what was drawn, and the schedules by the regions that were counted.
    const counted = (await page.locator('[data-judged]').getAttribute('data-judged'))?.split(',').map(Number)
    expect((await saved('Panels as SVG')).toString()).toContain('<title>region 2</title>')
    const rows = (await saved('Schedules as CSV')).toString().split('\n')
    expect(
      ['region 1', 'region 2', 'the rest'].map(
        (name) => rows.filter((row) => row.startsWith(`${name},`)).length,
      ),
    ).toEqual(counted)
    await page.getByRole('button', { name: 'region 2 up' }).click()
    await bench.judged(2).catch(() => page.getByRole('alert').waitFor())
    await page.keyboard.press('Control+z')
    await bench.judged(2)
    await page.getByRole('button', { name: 'region 2 away' }).click()
    await bench.judged(1)
  })

  it('says when jobs that wait will start, as the command line does', async () => {
    await open('Log')
    await page.getByRole('link', { name: 'when jobs that wait would start' }).click()
    const there = async () => {
      await page.locator('[data-shown][aria-busy=false] svg').first().waitFor()
      return page.locator('section:has(> h2:text-is("Starts")) tbody tr').allTextContents()
    }
    const all = await there()
    const user = await page.locator('section:has(> h2:text-is("Starts")) tbody td').first().textContent()
    const field = page.getByLabel('user', { exact: true })
    await field.fill(`${user}`)
    await field.press('Enter')
    await page.waitForURL(/user=/)
    await page.waitForFunction(
      (asked) =>
        document.querySelector('[data-shown][aria-busy=false]')?.getAttribute('data-shown')?.includes(asked),
      `"user":"${user}"`,
    )
    const rows = await there()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(all.length)
    // All that the command prints of these jobs is what the page has in its table.
    const command = (await page.locator('.command code').textContent()) ?? ''
    expect(command).toContain(`--user ${user}`)
    const { stdout } = await box.qw.shell(`${command} --json`, { cwd: box.cwd })
    const { jobs } = JSON.parse(stdout)
    const cells = ({ job, median, early, late }: Record<string, number>) =>
      [job, formatDuration(median), formatDuration(early), formatDuration(late)].join(' ')
    const shown = await page
      .locator('section:has(> h2:text-is("Starts")) tbody tr')
      .evaluateAll((all) => all.map((row) => [0, 4, 5, 6].map((k) => row.children[k].textContent).join(' ')))
    expect(shown.toSorted()).toEqual(jobs.map(cells).toSorted())
    await page.keyboard.press('Control+z')
  })

  it('says why a policy acts so', async () => {
    await open('Strategy')
    await page.locator('main svg').first().waitFor()
    expect(await page.locator('main').textContent()).toContain(POLICY.slice(0, 7))
  })

  describe('on 14,000 schedules', () => frontTests(bench))
  describe('on large machines and several', () => machineTests(bench))
  describe('for everybody', () => accessTests(bench))

  describe('what is preferred', () => wishTests(bench))

  it('ten tabs take one stream of events', async () => {
    await bench.beside([], async (first, { address, events }) => {
      const tabs = await Promise.all(Array.from({ length: 9 }, () => first.context().newPage()))
      for (const tab of tabs) await tab.goto(address)
      for (const tab of tabs) await tab.getByRole('link', { name: 'found-1' }).waitFor()
      expect(events.streams).toBe(1)
    })
  })

  it('another page can neither read nor post', async () => {
    const foreign = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!DOCTYPE html><title>foreign</title>')
    }).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    const { port } = foreign.address() as { port: number }
    const stranger = await (await browsing.context()).newPage()
    await stranger.goto(`http://127.0.0.1:${port}/`)
    const { origin, hash } = new URL(bench.address)
    const token = hash.replace('#token=', '')
    const tries = await stranger.evaluate(
      async ([at, key]) => {
        const headers = { authorization: `Bearer ${key}` }
        const outcome = (asked: Promise<Response>) =>
          asked.then(
            (answer) => `read ${answer.type} ${answer.status}`,
            () => 'nothing',
          )
        return [
          await outcome(fetch(`${at}/api/served`, { headers })),
          await outcome(fetch(`${at}/`)),
          await outcome(fetch(`${at}/api/explain`, { method: 'POST', body: '{"policy":"easy"}' })),
        ]
      },
      [origin, token],
    )
    expect(tries).toEqual(['nothing', 'nothing', 'nothing'])
    await stranger.context().close()
    foreign.close()
    browsing.complaints.length = 0
  })

  it('a server that was killed goes on with the pages that are open', async () => {
    await open('Home')
    await bench.kill()
    const keep = ['--token-file', 'workbench.key']
    await bench.start(...keep)
    const kept = bench.address
    const tab = await (await browsing.context()).newPage()
    await tab.goto(kept)
    await tab.getByRole('link', { name: 'found-1' }).waitFor()
    await bench.kill()
    await bench.start(...keep, '--port', new URL(kept).port)
    await tab.getByRole('link', { name: 'Try a policy' }).click()
    await settled(POLICY, tab)
    await tab.context().close()
    browsing.complaints.length = 0
  })

  it('complained of nothing, and no policy forbade anything', () => {
    expect(browsing.complaints).toEqual([])
    expect(browsing.forbidden).toEqual([])
  })

  it('takes at most 150 kB to load', () => {
    const folder = join(PROJECT_ROOT, 'dist', 'web')
    // The worker of logs that are served with a site is loaded in the place of another, and by nobody else; what tells why a job
    // waited when that is asked for the first time, and these pages when they are.
    const later = /^(why|front|grid|prefer|start|when)-/
    const packed = readdirSync(folder).filter((name) => name.endsWith('.gz') && !/^site-/.test(name))
    const sizeOf = (name: string) => statSync(join(folder, name)).size
    const sizes = packed.filter((name) => !later.test(name)).map(sizeOf)
    for (const name of packed.filter((each) => later.test(each)))
      expect(sizeOf(name), name).toBeLessThan(MOST_LATER)
    expect(sizes.length).toBeGreaterThan(5)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_PACKED)
  })
})
