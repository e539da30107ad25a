/**
 * Reports in a real browser: what they answer stands on the first screen of a desk and of a telephone, what is too wide can be
 * scrolled to, and paper cuts nothing off.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missing, requirements } from '../support/data.js'
import { useSandbox } from '../support/sandbox.js'
import { type Browsing, browse } from './chromium.js'

/** Sixteen days of jobs that wait for each other, of nine users and five sizes. */
function log(): string {
  const lines = Array.from({ length: 480 }, (_, k) => {
    const run = 600 + ((k * 7919) % 30_000)
    const size = 1 + ((k * 31) % 24)
    return `${k + 1} ${k * 2_900} ${(k * 613) % 9_000} ${run} ${size} -1 -1 ${size} ${run * 2} -1 1 ${k % 9} ${1 + (k % 3)} -1 -1 -1 -1 -1`
  })
  return ['; Version: 2.2', '; MaxProcs: 32', ...lines, ''].join('\n')
}

const STUDY = `traces: [log.swf]
windows:
  - length: 80 jobs
policies: [fcfs, easy, cons, {name: Mine, policy: 'easy:saf'}]
objectives: [AVEbsld, meanWait, maxWait]
`

/** Files by what each has to say first: who is best or what is possible, who pays, whether it can be trusted. */
const REPORTS: Readonly<Record<string, readonly RegExp[]>> = {
  'compare.html': [/Best by meanWait: /, /(Who|Nobody) pays/, /Grade [A-D]|explains/],
  'simulate.html': [/meanWait under easy:saf: /, /Who waits longest/],
  'tune.html': [
    /Better than easy|Nothing better than easy|Not better than easy/,
    /Who pays for found/,
    /Grade [A-D]/,
  ],
  'evaluate.html': [/Best by meanWait: /, /Who pays for /, /Grade [A-D]|explains/],
  'advise.html': [/meanWait/, /What could be gained at most/, /Grade [A-D] of A to D/],
  'front/front.html': [/point of the front|points of the front/, /They show what is possible/],
  'study/report.html': [/has the best median/, /Who pays for |the baseline easy has/],
}

/** What nobody can see or reach: elements that go beyond the page, and text that goes beyond its picture. */
function beyond(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const reachable = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || reachable(element.parentElement))
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getClientRects().length > 0 && each.getBoundingClientRect().right > width + 1)
      .filter((each) => !reachable(each.parentElement))
      .map((each) => `${each.tagName} ${(each.textContent ?? '').slice(0, 60)}`)
  })
}

describe.skipIf(missing(requirements.chromium))('reports in a browser', () => {
  const box = useSandbox(async (made) => {
    made.write('log.swf', log())
    made.write('study.yaml', STUDY)
    await made.good(
      'compare',
      'log.swf',
      '--policies',
      'recorded,fcfs,easy,cons,easy:saf',
      '--report',
      'compare.html',
    )
    await made.good('simulate', 'log.swf', '--policy', 'easy:saf', '--report', 'simulate.html')
    const search = ['--engine', 'inline', '--evaluations', '12']
    await made.good(
      ...['tune', 'log.swf', '--policy', 'easy:(log(size) - {a}*wait/estimate)', '--over', 'a=0..3'],
      ...['--objective', 'meanWait', ...search, '--run', 'tuned', '--report', 'tune.html'],
    )
    await made.good('evaluate', 'tuned/strategy.json', 'log.swf', '--report', 'evaluate.html')
    await made.good('front', 'log.swf', ...search, '--run', 'front')
    await made.good('study', 'run', 'study.yaml', '--engine', 'inline', '--run', 'study')
    await made.good(
      'advise',
      'log.swf',
      '--minutes',
      '0',
      '--engine',
      'inline',
      '--run',
      'a',
      '--report',
      'advise.html',
    )
  })
  let browsing: Browsing
  beforeAll(async () => {
    browsing = await browse()
  })
  afterAll(() => browsing?.close())

  const opened = async (name: string, width: number, height: number) => {
    const context = await browsing.context({ viewport: { width, height } })
    const page = await context.newPage()
    await page.goto(pathToFileURL(join(box.cwd, name)).href)
    return { page, close: () => context.close() }
  }

  it.each(Object.keys(REPORTS))('%s answers on the first screen', async (name) => {
    for (const [width, height] of [
      [1400, 900],
      [420, 900],
    ]) {
      const { page, close } = await opened(name, width, height)
      const first = await page.evaluate((bottom) => {
        const lines = [...document.querySelectorAll('h1, h2, li')]
        return lines
          .filter((each) => each.getBoundingClientRect().bottom <= bottom)
          .map((each) => each.textContent)
      }, height)
      const told = first.join('\n').replaceAll('\u00a0', ' ')
      for (const answer of REPORTS[name]) expect(told, `${name} at ${width}`).toMatch(answer)
      await close()
    }
  })

  it.each(Object.keys(REPORTS))('%s has all within reach at 420 and 1,400 pixels', async (name) => {
    for (const width of [420, 1400]) {
      const { page, close } = await opened(name, width, 900)
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await beyond(page)).toEqual([])
      await close()
    }
  })

  it.each(Object.keys(REPORTS))('%s is cut off nowhere on paper', async (name) => {
    // A4 between its margins of 15 mm, and US letter, in pixels of CSS.
    for (const width of [680, 702]) {
      const { page, close } = await opened(name, width, 1000)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await beyond(page)).toEqual([])
      const { overflowing, folded, dark } = await page.evaluate(() => ({
        overflowing: [...document.querySelectorAll('.wide, figure, pre')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1)
          .map((each) => (each.textContent ?? '').slice(0, 60)),
        folded: [...document.querySelectorAll('details.printed table')].filter(
          (each) => each.getClientRects().length === 0,
        ).length,
        dark: getComputedStyle(document.body).color,
      }))
      expect(overflowing).toEqual([])
      expect(folded).toBe(0)
      expect(dark).toBe('rgb(0, 0, 0)')
      await close()
    }
  })
})
