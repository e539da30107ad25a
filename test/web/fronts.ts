/** What is drawn on a front of 14,000 schedules: by pointer and by keys, beside what is counted and judged apart from the page. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Panels,
  type Points,
  panelsOf,
  pixelOn,
  valueAt,
} from '../../src/apps/web/client/view/panels.js'
import { parseRegions, type Vertex } from '../../src/apps/web/client/view/regions.js'
import { formatNumber, formatValue } from '../../src/core/format.js'
import type { FrontDocument } from '../../src/front/document.js'
import type { PairPanel } from '../../src/report/plots/pairs-layout.js'
import { shareOf } from '../../src/report/plots/scatter.js'
import { SERIES_COLOURS } from '../../src/report/plots/theme.js'
import { requireObjective } from '../../src/sim/objectives/index.js'
import { thesisRegions } from '../../src/study/reproduce/thesis-regions/regions.js'
import { type Bench, LARGE } from './bench.js'

/** With it a panel is 150 pixels wide, so that both a pointer and a cross-hair can be at each fiftieth. */
const WINDOW = { width: 1096, height: 1200 }
const SIDE = 150
/** Steps of the cross-hair in a panel. */
const STEPS = 50
/** Steps with Shift. */
const LEAP = 5

export function frontTests(bench: Bench): void {
  let canvas: Locator
  beforeAll(async () => {
    await bench.page.setViewportSize(WINDOW)
    canvas = bench.page.locator('canvas')
  })
  afterAll(() => bench.page.setViewportSize({ width: 1280, height: 720 }))

  /** By pointer, through pixels of a panel. */
  const draw = async (path: readonly Vertex[]) => {
    await canvas.scrollIntoViewIfNeeded()
    const area = await canvas.boundingBox()
    if (area === null) throw new Error('no panels')
    const { mouse } = bench.page
    await mouse.move(area.x + path[0][0], area.y + path[0][1])
    await mouse.down()
    for (const [x, y] of path.slice(1)) await mouse.move(area.x + x, area.y + y)
    await mouse.up()
  }
  it('counts the schedules of a drawn polygon, and all 21 panels follow', async () => {
    await bench.openOn(LARGE.most, 'say what you prefer')
    const { rows: values, panels, placeOf } = drawnFront(bench, LARGE.most)
    expect(values).toHaveLength(14_000)
    expect(panels.places).toHaveLength(21)
    expect(panels.side).toBe(SIDE)
    const place = placeOf(['AWRT1', 'AWRT2'])
    const pentagon: readonly Vertex[] = [
      [0.3, 0.25],
      [0.62, 0.12],
      [0.8, 0.5],
      [0.6, 0.8],
      [0.35, 0.7],
    ]
    await draw(pentagon.map(([x, y]): Vertex => [place.x + x * SIDE, place.y + (1 - y) * SIDE]))
    await bench.page.waitForURL(/regions=/)
    const [region] = parseRegions(new URL(bench.page.url()).searchParams.get('regions') ?? '')
    expect(region.panel).toEqual(['AWRT1', 'AWRT2'])
    expect(region.vertices).toHaveLength(5)
    const rows = [...values.keys()]
    const inside = rows.filter((row) => crossings(region.vertices, values[row].slice(1, 3)) % 2 === 1)
    expect(inside.length).toBeGreaterThan(1000)
    expect(await bench.page.locator('.counts').first().textContent()).toContain(
      `${inside.length.toLocaleString('en')} in region 1, ${(rows.length - inside.length).toLocaleString('en')} in none.`,
    )
    const painted = await paintedIn(canvas, SERIES_COLOURS[0])
    for (const each of panels.places) {
      const [found, strange] = compared(painted, inside, each, panels)
      // Rings and letters stand over some; outlines are of the same colour.
      expect(found, each.axes.join()).toBeGreaterThan(0.9)
      if (each !== place) expect(strange, each.axes.join()).toBe(0)
    }
  })

  it('widens its axes to all schedules, and takes that back', async () => {
    await bench.openOn(LARGE.most, 'say what you prefer')
    const { panels, points, rows } = drawnFront(bench, LARGE.most)
    const [h] = panels.places[0].axes
    const widened = panelsOf(points, WINDOW.width - 48, true)
    expect(valueAt(widened.axes[h].scale, 1)).toBeGreaterThanOrEqual(Math.max(...rows.map((row) => row[h])))
    const button = bench.page.getByRole('button', { name: /^Axes for/ })
    /** Objective and value at the right end of the first panel, where the cross-hair is brought and tells them. */
    const end = async () => {
      await canvas.focus()
      for (let k = 0; k < STEPS / LEAP; k++) await bench.page.keyboard.press('Shift+ArrowRight')
      return (await bench.page.locator('figcaption .counts').textContent())?.trim().split(',')[0]
    }
    const endOf = (of: Panels) =>
      `${points.names[h]} ${formatValue(valueAt(of.axes[h].scale, 1), points.units[h])}`
    expect(panels.beyond).toBeGreaterThan(0)
    expect(endOf(widened)).not.toBe(endOf(panels))
    expect(await end()).toBe(endOf(panels))
    expect(await button.textContent()).toBe(`Axes for all: ${panels.beyond} lie beyond, at the edges`)
    await button.click()
    expect([await button.textContent(), await button.getAttribute('aria-pressed')]).toEqual([
      'Axes for most',
      'true',
    ])
    expect(await end()).toBe(endOf(widened))
    await button.click()
    expect(await end()).toBe(endOf(panels))
  })

  it('makes one and the same document of the regions of figure 8.7, by pointer and by keys', async () => {
    const { rows, points, panels, placeOf } = drawnFront(bench, LARGE.exact)
    const openLarge = () => bench.openOn(LARGE.exact, 'say what you prefer')
    const regions = thesisRegions({ objectives: points.names, points: rows }).map(({ panel, vertices }) => {
      const place = placeOf([panel[0], panel[1]])
      const [h, v] = place.axes
      const step = (axis: number, value: number) =>
        Math.round(Math.min(1, Math.max(0, shareOf(panels.axes[axis].scale, value))) * STEPS)
      return { place, corners: vertices.map(([x, y]) => [step(h, x), step(v, y)] as const) }
    })
    expect(regions).toHaveLength(4)
    await openLarge()
    for (const [k, { place, corners }] of regions.entries()) {
      await draw(
        corners.map(([x, y]): Vertex => [place.x + (x / STEPS) * SIDE, place.y + (1 - y / STEPS) * SIDE]),
      )
      await bench.judged(k + 1)
    }
    const drawn = (await bench.saved('preference.json')).toString()
    const address = bench.page.url()

    await openLarge()
    expect(bench.page.url()).not.toBe(address)
    await canvas.focus()
    const press = async (key: string, times: number) => {
      for (let k = 0; k < times; k++) await bench.page.keyboard.press(key)
    }
    let [panel, right, up] = [0, STEPS / 2, STEPS / 2]
    const to = async (steps: number, back: string, forth: string) => {
      const key = steps < 0 ? back : forth
      await press(`Shift+${key}`, Math.floor(Math.abs(steps) / LEAP))
      await press(key, Math.abs(steps) % LEAP)
    }
    for (const [k, { place, corners }] of regions.entries()) {
      const wanted = panels.places.indexOf(place)
      if (wanted !== panel) [right, up] = [STEPS / 2, STEPS / 2]
      await press('PageDown', (wanted - panel + panels.places.length) % panels.places.length)
      panel = wanted
      for (const [x, y] of corners) {
        await to(x - right, 'ArrowLeft', 'ArrowRight')
        await to(y - up, 'ArrowDown', 'ArrowUp')
        await press('Enter', 1)
        ;[right, up] = [x, y]
      }
      await press('Enter', 1)
      await bench.judged(k + 1)
    }
    expect(bench.page.url()).toBe(address)
    expect((await bench.saved('preference.json')).toString()).toBe(drawn)

    const words = (await bench.page.locator('.command code').textContent()) ?? ''
    const polygons = [...words.matchAll(/--region '([^']*)'/g)].flatMap(([, text]) => ['--region', text])
    const { stdout } = await bench.box.good(
      ...['prefer', `queuewright-runs/${LARGE.exact}`, ...polygons],
      ...['-o', 'drawn.json', '--json'],
    )
    expect(bench.box.text('drawn.json')).toBe(drawn)
    const [{ priority, value }] = JSON.parse(stdout).policies
    // What the page has kept judges every schedule as the regions in words do.
    bench.box.write('kept.json', drawn)
    const again = await bench.box.good(
      ...['prefer', `queuewright-runs/${LARGE.exact}`, '--from', 'kept.json', '--json'],
    )
    const valuesIn = (json: string): readonly number[] =>
      JSON.parse(json).points.map((each: { readonly value: number }) => each.value)
    const [kept, said] = [valuesIn(again.stdout), valuesIn(stdout)]
    expect(kept).toHaveLength(1400)
    for (const [k, f] of kept.entries()) expect(Math.abs(f - said[k])).toBeLessThanOrEqual(1e-9)
    const shown = await bench.page.locator('tbody tr', { hasText: 'easy' }).locator('td').allTextContents()
    expect([shown[1], shown.at(-1)]).toEqual([`${priority}`, formatNumber(value)])
  })
}

/** The front of a run, and its panels as the page has them. */
function drawnFront(bench: Bench, run: string) {
  const { objectives, points: found }: FrontDocument = JSON.parse(
    bench.box.text(`queuewright-runs/${run}/front.json`),
  )
  const names = objectives.map(({ name }) => name)
  const rows = found.map(({ values }) => values)
  const points: Points = {
    names,
    units: names.map((name) => requireObjective(name).objective.unit),
    values: Float64Array.from(rows.flat()),
    count: rows.length,
  }
  const panels = panelsOf(points, WINDOW.width - 48)
  const placeOf = ([x, y]: readonly [string, string]): PairPanel => {
    const place = panels.places.find(({ axes: [h, v] }) => names[h] === x && names[v] === y)
    if (place === undefined) throw new Error(`no panel of ${x} and ${y}`)
    return place
  }
  return { rows, points, panels, placeOf }
}

/** How often a ray to the right crosses the edges: odd within. The page goes by the sides of edges (regions R1). */
function crossings(vertices: readonly Vertex[], [x, y]: readonly number[]): number {
  return vertices.filter(([ax, ay], k) => {
    const [bx, by] = vertices[(k + 1) % vertices.length]
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)
  }).length
}

interface Painted {
  readonly width: number
  /** Whether a pixel has the colour, row by row. */
  readonly has: Uint8Array
}

async function paintedIn(canvas: Locator, colour: string): Promise<Painted> {
  const { width, found } = await canvas.evaluate(
    (element, [red, green, blue]) => {
      const { width, height } = element as HTMLCanvasElement
      const data =
        (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      const found: number[] = []
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found.push(at / 4)
      return { width, height, found }
    },
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  )
  const has = new Uint8Array(width * 2000)
  for (const at of found) has[at] = 1
  return { width, has }
}

/** The share of the rows' pixels in a panel that are painted, and pixels painted where none of the rows is near. */
function compared(
  { width, has }: Painted,
  rows: readonly number[],
  place: PairPanel,
  panels: Panels,
): readonly [found: number, strange: number] {
  const near = new Uint8Array(has.length)
  let found = 0
  for (const row of rows) {
    const [x, y] = pixelOn(panels, place, row)
    const at = Math.round(x - 1) + Math.round(y - 1) * width
    found += has[at]
    for (let down = -1; down <= 2; down++) near.fill(1, at + down * width - 1, at + down * width + 3)
  }
  let strange = 0
  for (let y = place.y + 1; y < place.y + place.height - 1; y++) {
    for (let x = place.x + 1; x < place.x + place.width - 1; x++) {
      if (has[y * width + x] === 1 && near[y * width + x] === 0) strange++
    }
  }
  return [found / rows.length, strange]
}
