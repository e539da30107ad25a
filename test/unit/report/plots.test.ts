import { describe, expect, it } from 'vitest'
import { sizeClasses } from '../../../src/report/density.js'
import { barPlot, weekPlot } from '../../../src/report/plots/bars.js'
import { escapeXml, labelFit, renderChart } from '../../../src/report/plots/chart.js'
import { comparisonPlot } from '../../../src/report/plots/comparison.js'
import { spreadPlot } from '../../../src/report/plots/spread.js'
import { overlayPlot, systemPlot } from '../../../src/report/plots/system.js'
import { densityColour, groupColour, INK, PAPER, themed } from '../../../src/report/plots/theme.js'
import { systemSeries } from '../../../src/report/series.js'
import { expectPicture, scheduleOf, textsOf } from './support.js'

const CLOCK = { unixStart: 1_000_000_000, zone: 'Europe/Berlin' }

const SCHEDULE = scheduleOf(
  Array.from({ length: 300 }, (_, k) => ({
    submit: k * 600,
    wait: (k * 37) % 5000,
    runtime: 100 + ((k * 911) % 20_000),
    size: 1 + (k % 40),
  })),
  64,
)
const SERIES = systemSeries(SCHEDULE, { bins: 50 })

describe('systemPlot', () => {
  it('shows the three panels with dates', async () => {
    const svg = await systemPlot(SERIES, CLOCK, 'one')
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toContain('Utilisation of the machine')
    expect(texts).toContain('Jobs waiting')
    expect(texts).toContain('100 %')
    expect(texts).toContain('local time (Europe/Berlin)')
    expect(texts.filter((text) => text === '10 Sep')).toHaveLength(3)
  })

  it('gives the same bytes whatever was drawn before, but for the id asked for', async () => {
    const first = await systemPlot(SERIES, CLOCK, 'one')
    const other = await systemPlot(SERIES, CLOCK, 'two')
    expect(await systemPlot(SERIES, CLOCK, 'one')).toBe(first)
    expect(other).not.toBe(first)
    expect(other.replaceAll('two-', 'one-')).toBe(first)
  })

  it('draws an empty schedule and one of a single instant', async () => {
    for (const jobs of [[], [{ submit: 5, wait: 0, runtime: 0, size: 1 }]]) {
      expectPicture(await systemPlot(systemSeries(scheduleOf(jobs, 4), { bins: 5 }), CLOCK, 'none'))
    }
  })
})

describe('overlayPlot', () => {
  it('names every policy, escaped, also beyond the number of colours', async () => {
    const policies = Array.from({ length: 12 }, (_, k) => ({ policy: `p${k}<&"`, series: SERIES }))
    const svg = await overlayPlot(policies, CLOCK, 'many')
    expectPicture(svg)
    for (let k = 0; k < 12; k++) expect(svg).toContain(`p${k}&lt;&amp;`)
  })
})

describe('spreadPlot', () => {
  it('shows classes with their numbers of jobs', async () => {
    const svg = await spreadPlot({
      id: 'w',
      label: 'Waits by size',
      classesOf: 'processors',
      valuesOf: 'wait',
      classes: sizeClasses(40),
      by: SCHEDULE.jobs.size,
      values: SCHEDULE.start.map((start, row) => start - SCHEDULE.jobs.submit[row]),
    })
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(expect.arrayContaining(['17–32', 'wait', '1 h', '10 min']))
    expect(texts).not.toContain('30 d')
  })

  it('turns labels that do not fit, and copes with classes without jobs', async () => {
    const svg = await spreadPlot({
      id: 'w',
      label: 'Waits',
      classesOf: 'processors',
      valuesOf: 'wait',
      classes: sizeClasses(93_312),
      by: [1, 70_000],
      values: [0, 1e7],
    })
    expectPicture(svg)
    expect(textsOf(svg)).toContain('65537–131072 (1)')
  })
})

describe('comparisonPlot', () => {
  it('has a panel for each objective that has a value, and marks best and baseline', async () => {
    const svg = await comparisonPlot(
      [
        { policy: 'fcfs', objectives: { A: 100, B: null, C: 0.5 } },
        { policy: 'easy', objectives: { A: 50, B: null, C: 0.4 } },
      ],
      [
        { name: 'A', description: 'a time: formula', unit: 's', sense: 'min' },
        { name: 'B', description: '', unit: '1', sense: 'min' },
        { name: 'C', description: 'a share', unit: 'share', sense: 'max' },
      ],
      'fcfs',
      'c',
    )
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(expect.arrayContaining(['A: a time', 'C: a share', '1 min 40 s', '50 s', '50.0 %']))
    expect(texts.join()).not.toContain('B')
    // fcfs: grey under A, green under C; easy: green under A, blue under C.
    expect(svg.match(/fill="#009e73"/g)).toHaveLength(2)
    expect(svg.match(/fill="#8a919c"/g)).toHaveLength(1)
    expect(svg.match(/fill="#0072b2"/g)).toHaveLength(1)
  })
})

describe('bars and weeks', () => {
  it('draw one bar a value', async () => {
    const svg = await barPlot({
      id: 'b',
      label: 'Bars',
      categories: ['a', 'b', 'c'],
      series: [{ name: 'jobs', values: [1, 2, 3] }],
      xName: 'class',
      yName: 'jobs',
      percent: false,
    })
    expectPicture(svg)
    expect(svg.match(/fill="#0072b2"/g)).toHaveLength(3)
  })

  it('draw one cell an hour', async () => {
    const rows = ['Monday', 'Tuesday'].map((label, day) => ({
      label,
      values: Array.from({ length: 24 }, (_, hour) => day * hour),
    }))
    const columns = rows[0].values.map((_, hour) => String(hour))
    const svg = await weekPlot({ id: 'w', label: 'Week', rows, columns, xName: 'hour' })
    expectPicture(svg)
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['Monday', 'Tuesday', '23', 'darkest: 23']))
    expect(svg.match(new RegExp(`fill="${densityColour(0)}"`, 'g'))?.length).toBe(25)
  })
})

describe('charts', () => {
  it('escape their labels', async () => {
    const svg = await renderChart({}, { id: 'x', label: '<b> & "quotes" \u0000', height: 50 })
    expectPicture(svg)
    expect(svg).toContain('aria-label="&lt;b&gt; &amp; &quot;quotes&quot; "')
    expect(escapeXml("'\ufffe")).toBe('&#39;')
  })

  it('turn labels only where they would touch', () => {
    expect(labelFit(['1', '2', '3'])).toEqual({ turned: false, pixels: 18 })
    expect(labelFit(Array.from({ length: 15 }, () => '16385–32768')).turned).toBe(true)
  })

  it('follow the page in its inks alone', () => {
    expect(themed(`<a fill="${INK}" stroke="${PAPER}"/><b fill="#0072b2"/>`)).toBe(
      '<a fill="var(--ink)" stroke="var(--paper)"/><b fill="#0072b2"/>',
    )
  })

  it('give every group up to seven a colour of its own', () => {
    expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map(groupColour)).size).toBe(8)
    expect(groupColour(8)).toBe(groupColour(1))
  })
})
