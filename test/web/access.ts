/** Pages for everybody: without barriers in any look, and the whole journey from a log to a strategy by keys alone. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Bench, POLICY } from './bench.js'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** At twice the size a page has half as many pixels of its own. */
const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 720, ratio: 1 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 720, ratio: 1 },
  { name: '320 pixels', colorScheme: 'dark', width: 320, height: 640, ratio: 1 },
  { name: '200 %', colorScheme: 'light', width: 640, height: 360, ratio: 2 },
] as const
/** Presses of the tab key after which nobody looks further. */
const MOST_TABS = 150

/** How each page is opened and when it is there. */
const PAGES: Readonly<Record<string, (bench: Bench, page: Page) => Promise<void>>> = {
  Home: (_, page) => page.getByRole('link', { name: 'found-1' }).waitFor(),
  Run: async (_, page) => {
    await page.getByRole('link', { name: 'found-1' }).click()
    await page.getByRole('img', { name: /convergence/ }).waitFor()
  },
  Runs: async (bench, page) => {
    await bench.open('Runs', page)
    await page.getByRole('link', { name: 'found-1' }).waitFor()
  },
  'Begin a run': async (_, page) => {
    await page.getByRole('link', { name: 'learn a policy' }).click()
    await page.getByRole('button', { name: 'Begin' }).waitFor()
    for (const summary of await page.locator('main summary').all()) await summary.click()
  },
  Log: async (bench, page) => {
    await bench.open('Log', page)
    await page.locator('main svg').first().waitFor()
  },
  Try: async (bench, page) => {
    await bench.open('Try', page)
    await bench.settled(POLICY, page)
    await page.getByText('The machine over time').waitFor()
  },
  Compare: async (bench, page) => {
    await bench.open('Compare', page)
    await bench.settled(`${POLICY} / easy`, page)
    await page.getByLabel(/job number/).fill('17')
    await page.keyboard.press('Enter')
    await page.getByText(/^wait under easy$/).waitFor()
  },
  Grid: async (bench, page) => {
    await bench.open('Grid', page)
    await bench.settled('sharing', page)
    await page.getByRole('button', { name: /^Try p/ }).click()
    await page.getByRole('button', { name: /SVG$/ }).nth(1).waitFor()
  },
  When: async (bench, page) => {
    await bench.open('Log', page)
    await page.getByRole('link', { name: 'when jobs that wait would start' }).click()
    await page.locator('[data-shown][aria-busy=false] svg').first().waitFor()
  },
  Strategy: async (bench, page) => {
    await bench.open('Strategy', page)
    await page.locator('main svg').first().waitFor()
  },
  Front: async (bench, page) => {
    await bench.open('Front', page)
    await page.locator('canvas').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Schedule/ }).waitFor()
  },
  Prefer: async (bench, page) => {
    await bench.open('Prefer', page)
    await page.locator('canvas').focus()
    for (const key of corners()) await page.keyboard.press(key)
    await bench.judged(1, page)
  },
}

/** Pages whose picture is a canvas. */
const CANVASES = new Set(['Try', 'Compare', 'Grid', 'Front', 'Prefer'])

/** Keys that make a region of all that the first panel shows. */
function corners(): readonly string[] {
  const wide = (key: string) => Array.from({ length: 10 }, () => `Shift+${key}`)
  const sides = [wide('ArrowRight'), wide('ArrowUp'), wide('ArrowLeft')]
  return [
    ...[...wide('ArrowLeft'), ...wide('ArrowDown'), 'Enter'],
    ...sides.flatMap((side) => [...side, 'Enter']),
    'Enter',
  ]
}

const PICTURES = [/SVG$/, /PNG$/, /CSV$/]
/** The promises of pages: files, and the command that makes the same. What a page leaves out it does not have. */
const PROMISES: Readonly<
  Record<string, { readonly files: readonly RegExp[]; readonly command: string | null }>
> = {
  Home: { files: [], command: null },
  Run: { files: [...PICTURES, /^strategy\.json$/], command: 'qw show ' },
  Runs: { files: [], command: null },
  'Begin a run': { files: [], command: 'qw learn greedy ' },
  Log: { files: PICTURES, command: 'qw info ' },
  Try: { files: PICTURES, command: 'qw simulate ' },
  Compare: { files: PICTURES, command: 'qw compare ' },
  Grid: { files: PICTURES, command: 'qw grid ' },
  When: { files: PICTURES, command: 'qw live predict ' },
  Strategy: { files: PICTURES, command: 'qw explain ' },
  Front: { files: PICTURES, command: 'qw show ' },
  Prefer: { files: [...PICTURES, /^preference\.json$/], command: 'qw prefer ' },
}

export function accessTests(bench: Bench): void {
  it('each page keeps what all promise: an address, files, a command, print', async () => {
    const page = await (await bench.browsing.context()).newPage()
    // Paper is light whatever the reader's eyes like.
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(bench.address)
    const told = (on: Page) => on.locator('h1').textContent()
    const other = await (await bench.browsing.context()).newPage()
    for (const [name, open] of Object.entries(PAGES)) {
      await open(bench, page)
      const { files, command } = PROMISES[name]
      const buttons = await page
        .locator('main button')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''))
      for (const file of files)
        expect(
          buttons.filter((each) => file.test(each)),
          `${name} ${file}`,
        ).not.toEqual([])
      const words = await page.locator('.command code').allTextContents()
      if (command === null) expect(words, name).toEqual([])
      else expect(words.at(-1), name).toMatch(new RegExp(`^${command}`))
      await other.goto(`${page.url()}${new URL(bench.address).hash}`)
      await other.waitForFunction(
        (title) => document.querySelector('h1')?.textContent === title,
        await told(page),
      )
      expect(other.url()).toBe(page.url())
      const canvases = page.locator('canvas:visible')
      expect(await canvases.count(), name).toBe(CANVASES.has(name) ? 1 : 0)
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      expect(await page.locator('nav:visible, button:visible, input:visible').count(), name).toBe(0)
      expect(await page.locator('h1:visible').count()).toBe(1)
      // Vectors in place of the canvas, dark on white.
      expect(await canvases.count(), name).toBe(0)
      expect(await inksOnPaper(page), name).toEqual(
        CANVASES.has(name) ? [['rgb(255, 255, 255)', 'rgb(0, 0, 0)']] : [],
      )
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: null })
      expect(await canvases.count(), name).toBe(CANVASES.has(name) ? 1 : 0)
      expect(await page.locator('.printed > *').count()).toBe(0)
      if (!CANVASES.has(name)) continue
      // A browser that prints by itself: nothing on its paper is made of pixels.
      const paper = (await page.pdf()).toString('latin1')
      expect([paper.slice(0, 5), paper.match(/\/Subtype\s*\/Image/)?.[0]], name).toEqual(['%PDF-', undefined])
    }
    await other.context().close()
    await bench.open('Compare', page)
    await bench.settled(`${POLICY} / easy`, page)
    const [columns, ...rows] = (await bench.saved('Jobs as CSV', page)).toString().trimEnd().split('\n')
    expect(columns).toMatch(/^job,submit,processors,.*,later by$/)
    const counts = await page.locator('.counts').textContent()
    const later = (sign: number) =>
      rows.filter((row) => Math.sign(Number(row.split(',').at(-1))) === sign).length
    expect(counts).toContain(`${later(-1)} jobs start earlier, ${later(1)} later, `)
    expect((await bench.saved('Chart as SVG', page)).toString()).toContain('starts:')
    await bench.open('Front', page)
    const kept = bench.box.text('queuewright-runs/front-1/pairs.svg')
    expect((await bench.saved('Panels as SVG', page)).toString()).toBe(kept)
    expect((await bench.saved('Panels as PNG', page)).subarray(1, 4).toString()).toBe('PNG')
    await page.context().close()
  })

  it('no page has barriers, in light, dark, 320 pixels or at 200 %', async () => {
    const context = await bench.browsing.context({ bypassCSP: true })
    const page = await context.newPage()
    const devices = await context.newCDPSession(page)
    const look = async ({ colorScheme, width, height, ratio }: (typeof LOOKS)[number]) => {
      await page.emulateMedia({ colorScheme })
      const metrics = { width, height, deviceScaleFactor: ratio, mobile: false }
      await devices.send('Emulation.setDeviceMetricsOverride', metrics)
    }
    await page.goto(bench.address)
    await page.addScriptTag({ path: AXE })
    const found: string[] = []
    for (const [name, open] of Object.entries(PAGES)) {
      await look(LOOKS[0])
      await open(bench, page)
      for (const each of LOOKS) {
        await look(each)
        found.push(...(await barriers(page)).map((barrier) => `${name}, ${each.name}: ${barrier}`))
      }
    }
    // More contrast where somebody asks for it, on canvases too; and nothing moves by itself.
    await look(LOOKS[0])
    const canvas = page.locator('canvas')
    const usual = await canvas.screenshot()
    await page.emulateMedia({ contrast: 'more' })
    const inks = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['--ink', '--faint', '--rule'].map((ink) => style.getPropertyValue(ink))
    })
    expect(new Set(inks).size).toBe(1)
    const isOther = async () => Buffer.compare(await canvas.screenshot(), usual) !== 0
    await expect.poll(isOther, { timeout: 90_000 }).toBe(true)
    found.push(...(await barriers(page)).map((barrier) => `more contrast: ${barrier}`))
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(found).toEqual([])
    await context.close()
  })

  it('the whole journey needs no mouse', async () => {
    const context = await bench.browsing.context()
    const page = await context.newPage()
    await page.addInitScript(() => {
      for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
        addEventListener(kind, () => document.documentElement.setAttribute('data-pointed', kind), true)
    })
    await page.goto(bench.address)
    await page.getByRole('link', { name: 'found-1' }).waitFor()
    const follow = async (name: string) => {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    }
    const write = async (name: string, text: string) => {
      await tabTo(page, name)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await follow('What is in it')
    await page.locator('main svg').first().waitFor()
    await follow('Try a policy on it')
    await bench.settled(POLICY, page)
    await tabTo(page, 'a: weight of the wait')
    await page.keyboard.press('ArrowLeft')
    const turned = 'easy:g2(a=0.495, b=0.1)'
    await bench.settled(turned, page)
    await follow('Compare')
    await bench.settled(`${turned} / easy`, page)
    await tabTo(page, 'Who holds which of 32 processors')
    await page.keyboard.press('+')
    await page.waitForURL(/span=/)
    await follow('Front')
    await tabTo(page, '45 schedules')
    await page.keyboard.press('Enter')
    await page.waitForURL(/point=/)
    await follow('Say which of them you want')
    await tabTo(page, '45 schedules')
    for (const key of corners()) await page.keyboard.press(key)
    await bench.judged(1, page)
    await write('name', 'mine')
    await follow('Keep')
    await page.getByText('mine is kept.').waitFor()
    await page.getByRole('link', { name: 'Learn a policy for it' }).waitFor()
    await follow('Learn a policy for it')
    await page.getByRole('button', { name: 'Begin' }).waitFor()
    await tabTo(page, 'what is searched')
    await page.keyboard.type('learn greedy --method random')
    await write('evaluations', '3')
    await follow('Begin')
    await page.getByText('finished').first().waitFor()
    await follow('Open the strategy')
    await page.locator('main svg').first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(
      /^The strategy of learn-greedy/,
    )
    expect(await page.locator('html').getAttribute('data-pointed')).toBeNull()
    await context.close()
  })
}

/** The ground and the darkest letters of each picture that stands in place of a canvas. */
function inksOnPaper(page: Page): Promise<readonly (readonly [string, string])[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.printed svg')].map((svg): [string, string] => {
      const fillOf = (element: Element | null) => (element === null ? 'none' : getComputedStyle(element).fill)
      return [fillOf(svg.querySelector('rect')), fillOf(svg.querySelector('text'))]
    }),
  )
}

/** What axe finds, and what is wider than the window. */
async function barriers(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (tags) => {
    interface Found {
      readonly violations: readonly { readonly id: string; readonly nodes: readonly { html: string }[] }[]
    }
    const { axe } = globalThis as unknown as {
      readonly axe: { run(on: Document, how: object): Promise<Found> }
    }
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
    const wider = document.documentElement.scrollWidth - innerWidth
    return [
      ...violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
      ...(wider > 0 ? [`wider than the window by ${wider}`] : []),
    ]
  }, TAGS)
}

/** Presses the tab key until what is named so has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const reached = await page.evaluate((wanted) => {
      const at = document.activeElement
      if (at === null || at === document.body) return false
      const labels =
        at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? (at.labels ?? []) : []
      const names = [
        at.getAttribute('aria-label'),
        at.textContent,
        ...[...labels].map((each) => each.textContent),
      ]
      return names.some((each) => each?.trim().startsWith(wanted))
    }, name)
    if (reached) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no key leads to ${name}`)
}
