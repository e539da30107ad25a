/**
 * What a page of the workbench draws in a real browser, while somebody drags: `try LOG`, `compare LOG`, `front RUNS`. The answer has
 * the milliseconds between what the page shows, one after the other, and those of its frames.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { withWorkbench } from '../lib/workbench.mjs'

const [, , page, source] = process.argv
/** Milliseconds of dragging, after as many to warm up. */
const DRAGGED = 4000

/** Instants of frames, and of results that are shown, from now on. */
const watch = (browserPage) =>
  browserPage.evaluate(() => {
    globalThis.frames_ = []
    globalThis.updates_ = []
    const frame = (at) => {
      globalThis.frames_.push(at)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    const shown = document.querySelector('[data-shown]')
    if (shown !== null)
      new MutationObserver(() => globalThis.updates_.push(performance.now())).observe(shown, {
        attributeFilter: ['data-shown'],
      })
  })

const intervals = (browserPage) =>
  browserPage.evaluate(() => {
    const steps = (instants) => instants.slice(1).map((at, k) => at - instants[k])
    const answer = { frames: steps(globalThis.frames_), updates: steps(globalThis.updates_) }
    globalThis.frames_.length = 0
    globalThis.updates_.length = 0
    return answer
  })

/** Drags by the mouse to and fro, as often as the browser takes it. */
async function drag(browserPage, box, milliseconds) {
  const middle = [box.x + box.width / 2, box.y + box.height / 2]
  await browserPage.mouse.move(...middle)
  await browserPage.mouse.down()
  const until = performance.now() + milliseconds
  for (let k = 0; performance.now() < until; k++) {
    const place = 0.5 + 0.4 * Math.sin(k / 40)
    await browserPage.mouse.move(box.x + box.width * place, middle[1])
    await new Promise((resolve) => setTimeout(resolve, 8))
  }
  await browserPage.mouse.up()
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

async function dragged(browserPage, target) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  await drag(browserPage, box, DRAGGED / 2)
  await watch(browserPage)
  const before = await threadTimes(browserPage)
  await drag(browserPage, box, DRAGGED)
  const after = await threadTimes(browserPage)
  const threads =
    after &&
    Object.fromEntries(Object.entries(after).map(([name, ran]) => [name, ran - (before?.[name] ?? 0)]))
  return { ...(await intervals(browserPage)), threads }
}

const TASKS = {
  try: (browserPage) => settledOn(browserPage, 'Try a policy', (at) => at.getByRole('slider').first()),
  compare: (browserPage) =>
    settledOn(browserPage, 'Compare two', async (at) => {
      await at.locator('canvas').focus()
      for (let k = 0; k < 6; k++) await at.keyboard.press('+')
      return at.locator('canvas')
    }),
}

async function settledOn(browserPage, link, targetOn) {
  const from = performance.now()
  await browserPage.getByRole('link', { name: link }).click()
  await browserPage.locator('[aria-busy=false] canvas').waitFor()
  const first = performance.now() - from
  const target = await targetOn(browserPage)
  return { first, ...(await dragged(browserPage, target)) }
}

const answer = await withWorkbench([source], TASKS[page])
process.stdout.write(`${JSON.stringify(answer)}\n`)
