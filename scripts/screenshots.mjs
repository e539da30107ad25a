/**
 * Takes the pictures of the workbench for the documents, in a Chromium, on the demonstration workload and runs on it:
 *
 *     npm run build && node scripts/screenshots.mjs [FOLDER]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROGRAM, withWorkbench } from '../bench/lib/workbench.mjs'

const folder = process.argv[2] ?? fileURLToPath(new URL('../docs/images', import.meta.url))
const SIZE = { width: 1120, height: 780 }

const RUNS = [
  ['front', '--evaluations', '1500', '--run', 'queuewright-runs/front-demo-1'],
  [
    'learn',
    'greedy',
    '--objective',
    '10*AWRT1 + 4*AWRT2',
    '--evaluations',
    '300',
    '--run',
    'queuewright-runs/learn-demo-1',
  ],
]
/** Shares of the first panel: a region where both groups' users wait for less. */
const CORNERS = [
  [0.02, 0.98],
  [0.02, 0.45],
  [0.3, 0.4],
  [0.5, 0.7],
  [0.45, 0.98],
]

const settled = (page) => page.locator('[aria-busy=false] canvas').waitFor()
const visit = async (page, name) => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const PICTURES = {
  try: async (page) => {
    await visit(page, 'Try')
    await settled(page)
  },
  compare: async (page) => {
    await visit(page, 'Compare')
    await settled(page)
    await page.locator('canvas').focus()
    for (const key of ['+', '+', '+', 'ArrowRight']) await page.keyboard.press(key)
    await settled(page)
  },
  when: async (page) => {
    await visit(page, 'Log')
    await page.getByRole('link', { name: 'when jobs that wait would start' }).click()
    await page.locator('[data-shown][aria-busy=false] svg').first().waitFor()
    await page.setViewportSize({ ...SIZE, height: 1.5 * SIZE.height })
  },
  prefer: async (page) => {
    await visit(page, 'Prefer')
    await page.locator('canvas').waitFor()
    await page.locator('canvas').scrollIntoViewIfNeeded()
    const { x, y } = await page.locator('canvas').boundingBox()
    const [left, top, side] = [x + 98, y, (SIZE.width - 208) / 6]
    const at = ([right, down]) => [left + right * side, top + down * side]
    await page.mouse.move(...at(CORNERS[0]))
    await page.mouse.down()
    for (const corner of CORNERS) await page.mouse.move(...at(corner), { steps: 4 })
    await page.mouse.up()
    await page.locator('[data-judged][aria-busy=false]:not([data-judged=""])').waitFor()
  },
  run: async (page) => {
    await visit(page, 'Runs')
    await page.getByRole('link', { name: 'learn-demo-1' }).click()
    await page.getByRole('img', { name: /convergence/ }).waitFor()
  },
  strategy: async (page) => {
    await page.getByRole('link', { name: 'Open the strategy' }).click()
    await page.locator('main svg').first().waitFor()
  },
}

const cwd = mkdtempSync(join(tmpdir(), 'queuewright-'))
try {
  for (const words of RUNS) execFileSync(process.execPath, [PROGRAM, ...words], { cwd, stdio: 'ignore' })
  await withWorkbench(
    [],
    async (page) => {
      await page.emulateMedia({ colorScheme: 'light' })
      for (const [name, show] of Object.entries(PICTURES)) {
        await page.setViewportSize(SIZE)
        await show(page)
        await page.evaluate(() => {
          document.activeElement?.blur()
          scrollTo(0, 0)
        })
        await page.screenshot({ path: join(folder, `workbench-${name}.png`) })
      }
    },
    cwd,
  )
} finally {
  rmSync(cwd, { recursive: true, force: true })
}
