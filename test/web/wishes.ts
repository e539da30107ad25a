/** What is preferred, said by weights, bounds and regions that are changed; kept, learnt for, and opened again. */
import { expect, it } from 'vitest'
import { parseRegions } from '../../src/apps/web/client/view/regions.js'
import { contains } from '../../src/preference/index.js'
import type { Bench } from './bench.js'

export function wishTests(bench: Bench): void {
  const drawn = () => parseRegions(new URL(bench.page.url()).searchParams.get('regions') ?? '')

  it('weighs by slider and by number, tells what it costs, and keeps, learns for and opens what was weighed', async () => {
    const { page, box } = bench
    await bench.openOn('front-1', 'say what you prefer')
    const first = page.url()
    await page.getByRole('slider', { name: 'importance of AWRT1' }).focus()
    for (let k = 0; k < 10; k++) await page.keyboard.press('ArrowRight')
    const factor = page.getByRole('textbox', { name: 'factor of AWRT2' })
    await factor.fill('4')
    await factor.press('Enter')
    await page.getByLabel('bounds, one a line').fill('AWRT <= 2*easy')
    await page.locator('#formula').focus()
    await page.waitForURL(/bounds=/)
    await bench.judged(1)
    const wanted = page.url()
    expect(new URL(wanted).searchParams.get('objective')).toMatch(/^[\d.]+\*AWRT1 \+ 4\*AWRT2$/)
    await page.getByText(/^For the schedule that you would like most|^The schedule that you would/).waitFor()
    expect(await page.getByRole('heading', { name: 'What it costs the others' }).count()).toBe(1)

    // What happened on the log is judged as well: the site's own policy.
    await page.getByRole('cell', { name: 'recorded', exact: true }).first().waitFor()

    const words = (await page.locator('.command code').textContent()) ?? ''
    const options = [...words.matchAll(/(--objective|--subject-to) '([^']*)'/g)].flatMap(
      ([, option, text]) => [option, text],
    )
    expect(options).toHaveLength(4)
    await box.good('prefer', 'queuewright-runs/front-1', ...options, '-o', 'weighed.json')
    expect((await bench.saved('preference.json')).toString()).toBe(box.text('weighed.json'))
    // The panels as they are coloured here, as vectors, pixels and numbers.
    const counted = (await page.locator('[data-judged]').getAttribute('data-judged'))?.split(',').map(Number)
    const svg = (await bench.saved('Panels as SVG')).toString()
    expect(svg).toContain(`liked most (${counted?.[0]})`)
    expect((await bench.saved('Panels as PNG')).subarray(1, 4).toString()).toBe('PNG')
    const [columns, ...rows] = (await bench.saved('Schedules as CSV')).toString().trimEnd().split('\n')
    expect(columns).toMatch(/^made by,AWRT/)
    const among = (name: string) => rows.filter((row) => row.startsWith(`${name},`)).length
    expect([among('liked most'), among('liked less')]).toEqual(counted)

    await page.getByLabel('name', { exact: true }).fill('weighed')
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    const kept = page.getByRole('button', { name: 'open weighed' })
    await kept.waitFor()
    await page.getByLabel('evaluations').fill('20')
    await page.getByRole('button', { name: 'Learn', exact: true }).click()
    await page.waitForURL(/learnt=/)
    const strategy = page.getByRole('link', { name: 'Open the strategy' })
    await strategy.waitFor({ timeout: 60_000 })
    await page.getByRole('img', { name: /convergence/ }).waitFor()

    await strategy.click()
    await page.getByRole('heading', { name: /^The strategy of / }).waitFor()

    while (page.url() !== first) await undone(bench)
    await kept.click()
    await page.waitForURL(wanted)
  })

  it('adds to a region with Shift, takes away with Alt, by pointer and by keys; corners are dragged', async () => {
    const { page } = bench
    await bench.openOn('front-1', 'say what you prefer')
    const canvas = page.locator('canvas')
    await canvas.scrollIntoViewIfNeeded()
    const area = await canvas.boundingBox()
    if (area === null) throw new Error('no panels')
    const drag = async (path: readonly (readonly [number, number])[]) => {
      const [from, ...others] = path.map(([x, y]) => [area.x + x, area.y + y] as const)
      await page.mouse.move(...from)
      await page.mouse.down()
      for (const to of others) await page.mouse.move(...to, { steps: 2 })
      await page.mouse.up()
    }
    const square = (left: number, top: number, side: number) =>
      [
        [left, top],
        [left + side, top],
        [left + side, top + side],
        [left, top + side],
      ] as const
    const changed = async (act: () => Promise<void>) => {
      const before = page.url()
      await act()
      await page.waitForFunction((url) => location.href !== url, before)
      expect(drawn()).toHaveLength(1)
      return drawn()[0].vertices
    }
    const begun = await changed(() => drag(square(120, 20, 60)))
    await page.keyboard.down('Shift')
    const more = await changed(() => drag(square(200, 30, 30)))
    await page.keyboard.up('Shift')
    for (const [x, y] of begun) expect(contains(more, x, y)).toBe(true)
    await page.keyboard.down('Alt')
    const less = await changed(() => drag(square(190, 10, 80)))
    await page.keyboard.up('Alt')
    const right = Math.max(...begun.map(([x]) => x))
    expect(Math.max(...more.map(([x]) => x))).toBeGreaterThan(right)
    expect(Math.max(...less.map(([x]) => x))).toBeLessThan(Math.max(...more.map(([x]) => x)))
    // The upper left corner, a little farther out.
    await page.keyboard.down('Control')
    const moved = await changed(() =>
      drag([
        [120, 20],
        [110, 15],
      ]),
    )
    await page.keyboard.up('Control')
    expect(Math.min(...moved.map(([x]) => x))).toBeLessThan(Math.min(...less.map(([x]) => x)))
    await canvas.focus()
    const corners = [
      ['Enter', ...Array(4).fill('Shift+ArrowRight'), 'Enter', ...Array(4).fill('Shift+ArrowUp')],
    ].flat()
    for (const key of corners) await page.keyboard.press(key)
    const byKeys = await changed(() => page.keyboard.press('Shift+Enter'))
    for (const [x, y] of moved) expect(contains(byKeys, x, y)).toBe(true)
    expect(Math.max(...byKeys.map(([x]) => x))).toBeGreaterThan(Math.max(...moved.map(([x]) => x)))
    await undone(bench)
    expect(drawn()[0].vertices).toEqual(moved)

    // A hidden region counts, and is not drawn.
    await bench.judged(1)
    const look = async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      return [
        await page.locator('.counts').first().textContent(),
        (await canvas.screenshot()).toString('hex'),
      ]
    }
    const [counts, shown] = await look()
    await changed(() => page.getByRole('button', { name: 'hide region 1' }).click())
    expect(drawn()[0].hidden).toBe(true)
    const [hiddenCounts, hidden] = await look()
    expect([hiddenCounts, hidden === shown]).toEqual([counts, false])
    expect(await page.getByRole('button', { name: 'show region 1' }).count()).toBe(1)
    await undone(bench)
    const [, again] = await look()
    expect(again === shown).toBe(true)
  })
}

async function undone({ page }: Bench): Promise<void> {
  const before = page.url()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  await page.waitForFunction((url) => location.href !== url, before)
}
