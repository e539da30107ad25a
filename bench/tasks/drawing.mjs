/**
 * drawing.mjs PAGE WORDS: what a page of the workbench draws in a real browser while somebody drags, served by the words of
 * `qw serve`: `try LOG`, `compare LOG`, `prefer --runs FOLDER` (with a run that found a front), and `first LOG`, where nothing is
 * dragged.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { withWorkbench } from '../lib/workbench.mjs'

const [page, ...words] = process.argv.slice(2)
/** Milliseconds of dragging, after half as many to warm up. */
const DRAGGED = 4000

/** Notes instants of frames, and of results that are shown, from now on. */
const watch = (browserPage) =>
  browserPage.evaluate(() => {
    globalThis.frameInstants = []
    globalThis.updateInstants = []
    const frame = (at) => {
      globalThis.frameInstants.push(at)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    const shown = document.querySelector('[data-shown]')
    if (shown !== null)
      new MutationObserver(() => globalThis.updateInstants.push(performance.now())).observe(shown, {
        attributeFilter: ['data-shown'],
      })
  })

const intervals = (browserPage) =>
  browserPage.evaluate(() => {
    const steps = (instants) => instants.slice(1).map((at, k) => at - instants[k])
    return { frames: steps(globalThis.frameInstants), updates: steps(globalThis.updateInstants) }
  })

/** Drags by the mouse, as often as the browser takes it; `place` says where, from 0 to 1 each way, of a step's number. */
async function drag(browserPage, box, place, milliseconds) {
  const until = performance.now() + milliseconds
  const move = (k) => {
    const [right, down] = place(k)
    return browserPage.mouse.move(box.x + box.width * right, box.y + box.height * down)
  }
  await move(0)
  await browserPage.mouse.down()
  for (let k = 1; performance.now() < until; k++) {
    await move(k)
    await new Promise((resolve) => setTimeout(resolve, 8))
  }
}

/** Milliseconds of processor time that threads of the page's process have had, by their names; null but on Linux. */
async function threadTimes(browserPage) {
  const session = await browserPage.context().browser().newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const times = {}
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    const folder = `/proc/${id}/task`
    try {
      for (const thread of readdirSync(folder)) {
        const name = readFileSync(`${folder}/${thread}/comm`, 'utf8').trim()
        const [ran] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')
        times[name] = (times[name] ?? 0) + Number(ran) / 1e6
      }
    } catch {
      return null
    }
  }
  return times
}

const toAndFro = (k) => [0.5 + 0.4 * Math.sin(k / 40), 0.5]
/** A polygon round the middle of a panel, turn after turn. */
const around = (k) => [0.5 + 0.3 * Math.cos(k / 20), 0.5 + 0.3 * Math.sin(k / 20)]

async function dragged(browserPage, box, place) {
  await drag(browserPage, box, place, DRAGGED / 2)
  await browserPage.mouse.up()
  await watch(browserPage)
  const before = await threadTimes(browserPage)
  await drag(browserPage, box, place, DRAGGED)
  const answer = await intervals(browserPage)
  const after = await threadTimes(browserPage)
  const threads =
    after &&
    Object.fromEntries(Object.entries(after).map(([name, ran]) => [name, ran - (before?.[name] ?? 0)]))
  return { ...answer, threads }
}

async function ofLog(browserPage, link, targetOn) {
  await browserPage.getByRole('link', { name: link }).click()
  await browserPage.locator('[aria-busy=false] canvas').waitFor()
  const target = await targetOn(browserPage)
  await target.scrollIntoViewIfNeeded()
  return dragged(browserPage, await target.boundingBox(), toAndFro)
}

const TASKS = {
  first: () => ({}),
  try: (browserPage) => ofLog(browserPage, 'Try a policy', (at) => at.getByRole('slider').first()),
  compare: (browserPage) =>
    ofLog(browserPage, 'Compare two', async (at) => {
      await at.locator('canvas').focus()
      for (let k = 0; k < 6; k++) await at.keyboard.press('+')
      return at.locator('canvas')
    }),
  prefer: async (browserPage) => {
    await browserPage.getByRole('navigation').getByRole('link', { name: 'Prefer', exact: true }).click()
    await browserPage.locator('canvas').waitFor()
    const { x, y } = await browserPage.locator('canvas').boundingBox()
    // The first panel, at the left and the top.
    return dragged(browserPage, { x: x + 70, y: y + 5, width: 120, height: 120 }, around)
  },
}

const answer = await withWorkbench(words, async (browserPage, first) => ({
  first,
  ...(await TASKS[page](browserPage)),
}))
process.stdout.write(`${JSON.stringify(answer)}\n`)
