/** The difference of two schedules on a log of a large machine, and several machines: beside what the command line counts. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { missing, requirements, tracePath } from '../support/data.js'
import type { Bench } from './bench.js'

const CURIE = 'CEA-Curie-2011-2.1-cln.swf.gz'
const JOBS = 30_000

export function machineTests(bench: Bench): void {
  it.skipIf(missing(requirements.traces))('counts who starts earlier and later on Curie', async () => {
    const { box } = bench
    const lines = gunzipSync(readFileSync(tracePath(CURIE)))
      .toString('latin1')
      .split('\n')
    const head = lines.findLastIndex((line) => line.startsWith(';')) + 1
    box.write('curie.log', `${lines.slice(0, head + JOBS).join('\n')}\n`)
    const [policy, against] = ['easy:saf', 'easy']
    const startsOf = async (name: string): Promise<ReadonlyMap<string, number>> => {
      await box.good('simulate', 'curie.log', '--policy', name, '--csv', 'starts.csv')
      const [columns, ...rows] = box
        .text('starts.csv')
        .trimEnd()
        .split('\n')
        .map((line) => line.split(','))
      const [id, start] = [columns.indexOf('job_id'), columns.indexOf('starting_time')]
      return new Map(rows.map((row) => [row[id], Number(row[start])]))
    }
    const [after, before] = [await startsOf(policy), await startsOf(against)]
    const changes = [...after].map(([id, start]) => start - (before.get(id) ?? Number.NaN))
    const count = (fits: (change: number) => boolean) => changes.filter(fits).length.toLocaleString('en')
    const [earlier, later, same] = [count((by) => by < 0), count((by) => by > 0), count((by) => by === 0)]
    await bench.beside(['curie.log'], async (page) => {
      await page.getByRole('link', { name: 'Compare two' }).click()
      for (const [field, name] of [
        ['policy', policy],
        ['against', against],
      ] as const) {
        await page.getByLabel(field, { exact: true }).fill(name)
        await page.keyboard.press('Enter')
      }
      await bench.settled(`${policy} / ${against}`, page)
      expect(await page.locator('.counts').textContent()).toBe(
        `Under ${policy} ${earlier} jobs start earlier, ${later} later, ${same} as under ${against}.`,
      )
      const chart = await page.locator('canvas').getAttribute('aria-label')
      expect(chart).toContain(`${earlier} jobs start earlier than under ${against}, ${later} later`)
    })
  })

  it('shows several machines, by keys, at an address, and as the files of qw grid', async () => {
    const { page, box } = bench
    await bench.open('Grid')
    await bench.settled('sharing')
    const sites = page.getByLabel(/^sites: sizes/)
    await sites.fill('2x24,32')
    await sites.press('Enter')
    await page.waitForURL(/sites=2x24%2C32/)
    await page.getByLabel('way of sharing').selectOption('multi')
    await bench.settled('multi (30 %)')
    const slider = page.getByRole('slider', { name: /^p: percent/ })
    await slider.focus()
    for (let k = 0; k < 5; k++) await slider.press('ArrowLeft')
    await bench.settled('multi (25 %)')
    await page.locator('canvas').focus()
    for (const key of ['+', '+', 'ArrowRight']) await page.keyboard.press(key)
    await page.waitForURL(/span=/)
    await bench.settled('multi (25 %)')
    const told = await page.locator('.counts').textContent()
    expect(told).toMatch(/^By multi \(25 %\) .* of 3 sites \d win by joining, \d lose\.$/)
    const asked = ['--sites', '2x24,32', '--policy', 'multi', '--overhead', '25', '--csv', 'jobs.csv']
    expect(await page.locator('.command code').textContent()).toContain(asked.join(' '))
    await box.good('grid', bench.log, ...asked)
    expect((await bench.saved('Jobs as CSV')).toString()).toBe(box.text('jobs.csv'))
    expect((await bench.saved('Chart as SVG')).toString()).toContain('<svg')
    expect((await bench.saved('Chart as PNG')).subarray(1, 4).toString()).toBe('PNG')

    const other = await (await bench.browsing.context()).newPage()
    await other.goto(`${page.url()}${new URL(bench.address).hash}`)
    await bench.settled('multi (25 %)', other)
    expect(await other.locator('.counts').textContent()).toBe(told)
    expect(await other.locator('section.wide').first().textContent()).toBe(
      await page.locator('section.wide').first().textContent(),
    )
    await page.bringToFront()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    const [here, there] = [
      await page.locator('canvas').screenshot(),
      await other.locator('canvas').screenshot(),
    ]
    expect(Buffer.compare(here, there)).toBe(0)
    await other.context().close()
    for (let k = 0; k < 3; k++) await page.keyboard.press('Control+z')
    await page.waitForURL((address) => !address.search.includes('span='))
  })
}
