import { describe, expect, it } from 'vitest'
import { sizeClasses } from '../../../src/report/density.js'
import { svgFile, svgOnPage } from '../../../src/report/formats/svg.js'
import { barPlot as barPicture, weekPlot as weekPicture } from '../../../src/report/plots/bars.js'
import type { Chart } from '../../../src/report/plots/chart.js'
import { chartPicture } from '../../../src/report/plots/chart-scene.js'
import { comparisonPlot as comparisonPicture } from '../../../src/report/plots/comparison.js'
import { labelFit, rect, scene } from '../../../src/report/plots/marks.js'
import { spreadPlot as spreadPicture } from '../../../src/report/plots/spread.js'
import {
  overlayPlot as overlayPicture,
  systemPlot as systemPicture,
} from '../../../src/report/plots/system.js'
import { densityColour, groupColour } from '../../../src/report/plots/theme.js'
import { systemSeries } from '../../../src/report/series.js'
import { drawn, expectPicture, scheduleOf, textsOf } from './support.js'

const barPlot = drawn(barPicture)
const weekPlot = drawn(weekPicture)
const comparisonPlot = drawn(comparisonPicture)
const spreadPlot = drawn(spreadPicture)
const overlayPlot = drawn(overlayPicture)
const chartSvg = drawn((chart: Chart) => chartPicture('chart', chart))
const systemPlot = drawn(systemPicture)

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
  it('shows the three panels with dates', () => {
    const svg = systemPlot(SERIES, CLOCK)
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toContain('Utilisation of the machine')
    expect(texts).toContain('Jobs waiting')
    expect(texts).toContain('100 %')
    expect(texts).toContain('local time (Europe/Berlin)')
    expect(texts.filter((text) => text === '10 Sep')).toHaveLength(3)
  })

  it('gives the same bytes each time, and can give its values', () => {
    expect(systemPlot(SERIES, CLOCK)).toBe(systemPlot(SERIES, CLOCK))
    const { columns, rows } = systemPicture(SERIES, CLOCK).data
    expect(columns).toEqual(['panel', 'series', 'x', 'y'])
    // Five lines with a point more than there are bins.
    expect(rows).toHaveLength(5 * 51)
    expect(rows[0]).toEqual([
      'Utilisation of the machine',
      'mean',
      SERIES.from,
      SERIES.busyProcessors.mean[0] / 64,
    ])
  })

  it('draws an empty schedule and one of a single instant', () => {
    for (const jobs of [[], [{ submit: 5, wait: 0, runtime: 0, size: 1 }]]) {
      expectPicture(systemPlot(systemSeries(scheduleOf(jobs, 4), { bins: 5 }), CLOCK))
    }
  })
})

describe('overlayPlot', () => {
  it('names every policy, escaped, also beyond the number of colours', () => {
    const policies = Array.from({ length: 12 }, (_, k) => ({ policy: `p${k}<&"`, series: SERIES }))
    const svg = overlayPlot(policies, CLOCK)
    expectPicture(svg)
    for (let k = 0; k < 12; k++) expect(svg).toContain(`p${k}&lt;&amp;`)
  })
})

describe('spreadPlot', () => {
  it('shows classes with their numbers of jobs', () => {
    const svg = spreadPlot({
      name: 'w',
      label: 'Waits by size',
      classesOf: 'processors',
      valuesOf: 'wait',
      classes: sizeClasses(40),
      by: SCHEDULE.jobs.size,
      values: SCHEDULE.start.map((start, row) => start - SCHEDULE.jobs.submit[row]),
    })
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(expect.arrayContaining(['17–32 (116)', 'wait', '1 h', '10 min']))
    expect(texts).not.toContain('30 d')
  })

  it('turns labels that do not fit, and copes with classes without jobs', () => {
    const svg = spreadPlot({
      name: 'w',
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
  it('has a panel for each objective that has a value, and marks best and baseline', () => {
    const svg = comparisonPlot(
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
    )
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(expect.arrayContaining(['A: a time', 'C: a share', '1 min 40 s', '50 s', '50.0 %']))
    expect(texts.join()).not.toContain('B')
    // fcfs: grey under A, green under C; easy: green under A, blue under C.
    expect(svg.match(/fill="#12a876"/g)).toHaveLength(2)
    expect(svg.match(/fill="#5e6c6d"/g)).toHaveLength(1)
    expect(svg.match(/fill="#0072b2"/g)).toHaveLength(1)
  })
})

describe('bars and weeks', () => {
  it('draw one bar a value', () => {
    const svg = barPlot({
      name: 'b',
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

  it('draw one cell an hour', () => {
    const rows = ['Monday', 'Tuesday'].map((label, day) => ({
      label,
      values: Array.from({ length: 24 }, (_, hour) => day * hour),
    }))
    const columns = rows[0].values.map((_, hour) => String(hour))
    const svg = weekPlot({ name: 'w', label: 'Week', rows, columns, xName: 'hour' })
    expectPicture(svg)
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['Monday', 'Tuesday', '23', 'darkest: 23']))
    expect(svg.match(new RegExp(`fill="${densityColour(0)}"`, 'g'))?.length).toBe(25)
  })
})

describe('charts', () => {
  it('escape what they are given, and hold nothing that steers', () => {
    const svg = chartSvg({ label: '<b> & "quotes" \u0000\u202e', title: "'\ufffe\u009b31m", panels: [] })
    expectPicture(svg)
    expect(svg).toContain('aria-label="&lt;b&gt; &amp; &quot;quotes&quot; ��"')
    expect(textsOf(svg)).toEqual(['&#39;��31m'])
  })

  it('turn labels only where they would touch', () => {
    expect(labelFit(['1', '2', '3'])).toEqual({ turned: false, pixels: 18 })
    expect(labelFit(Array.from({ length: 15 }, () => '16385–32768')).turned).toBe(true)
  })

  it('follow the page in its inks alone', () => {
    const marks = [rect(0, 0, 1, 1, { fill: 'ink', stroke: 'paper' }), rect(0, 0, 1, 1, { fill: '#0072b2' })]
    const picture = scene(5, 5, 'inks', marks)
    expect(svgFile(picture)).toContain('fill="#2b2f36" stroke="#ffffff"')
    expect(svgOnPage(picture)).toContain('fill="var(--ink)" stroke="var(--paper)"')
    for (const svg of [svgFile(picture), svgOnPage(picture)]) expect(svg).toContain('fill="#0072b2"')
  })

  it('give every group up to seven a colour of its own', () => {
    expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map(groupColour)).size).toBe(8)
    expect(groupColour(8)).toBe(groupColour(1))
  })
})
