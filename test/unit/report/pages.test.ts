import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatValue } from '../../../src/core/format.js'
import { svgFile } from '../../../src/report/formats/svg.js'
import type { LogReport, PolicyResult, SimulationReport } from '../../../src/report/model.js'
import { comparisonPage as comparisonExhibit } from '../../../src/report/pages/compare.js'
import { logPage as logExhibit } from '../../../src/report/pages/info.js'
import { simulationPage as simulationExhibit } from '../../../src/report/pages/simulate.js'
import { logPlots } from '../../../src/report/plots/log.js'
import { breakdown } from '../../../src/sim/breakdown.js'
import {
  compileObjective,
  measure,
  objectiveNames,
  requireObjective,
} from '../../../src/sim/objectives/index.js'
import { compositeInfo, objectiveInfo } from '../../../src/sim/objectives/info.js'
import { parseOrder } from '../../../src/sim/orders/parse.js'
import type { AlgorithmName } from '../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../../src/sim/semantics.js'
import { simulate } from '../../../src/sim/simulate.js'
import { describeTrace } from '../../../src/trace/describe.js'
import { traceWith } from '../../../src/trace/select.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { expectPicture, expectWellFormed, paged } from './support.js'

const comparisonPage = paged(comparisonExhibit)
const logPage = paged(logExhibit)
const simulationPage = paged(simulationExhibit)

const EVIL = '<img src=x onerror="alert(1)">'
const TRACE = traceWith(demoTrace({ jobs: 600, processors: 64 }), {
  header: [` Note: ${EVIL}`, ' MaxProcs: 64'],
})
const NAMES = objectiveNames(5)

function resultOf(algorithm: AlgorithmName, written: string): PolicyResult {
  const policy = {
    name: `${algorithm}:${written}`,
    algorithm,
    order: parseOrder(written),
    backfillOrder: null,
  }
  const schedule = simulate({ jobs: TRACE.jobs, processors: 64, policy })
  return {
    policy: policy.name,
    schedule,
    objectives: measure(schedule, null, NAMES),
    breakdown: breakdown(schedule, null, null),
  }
}

const FCFS = resultOf('head', 'submit')
const EASY = resultOf('easy', 'submit')

const BASE = {
  verdict: objectiveInfo(requireObjective('meanWait')),
  trace: TRACE,
  describe: () => describeTrace(TRACE),
  names: false,
  facts: [['log', 'made by hand']],
  rules: DEFAULT_SEMANTICS,
  objectives: NAMES.map((name) => objectiveInfo(requireObjective(name))),
  dropped: { 'no-runtime': 3, cancelled: 1200, oversize: 0 },
  notices: ['one notice', 'one notice', EVIL],
  recorded: null,
  provenance: { version: '9.9.9', command: `qw simulate ${EVIL}` },
} satisfies Omit<SimulationReport, 'result'>

/** A page that is whole, harmless, and names all its pictures, each with ids of its own. */
function expectPage(text: string): void {
  expectWellFormed(text)
  expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/)
  expect(text).not.toContain('<img')
  expect(text).not.toMatch(/<script|src="|href="http/)
  expect(text).toContain('&lt;img src=x')
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [svg] of text.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/role="img" aria-label="[^"]+"/)
}

describe('simulationPage', () => {
  it('tells objectives, plots, waits, rules, what was left out and how it was made', () => {
    const text = simulationPage({ ...BASE, result: EASY })
    expectPage(text)
    expect(text.match(/<svg /g)).toHaveLength(4)
    expect(text.indexOf('<h2>In short</h2>')).toBe(text.indexOf('<h2>'))
    const { meanWait, p95Wait, maxWait } = EASY.objectives
    expect(text).toContain(`<li>meanWait under easy:submit: ${formatValue(meanWait, 's')}.</li>`)
    expect(text).toContain(
      `95 % wait ${formatValue(p95Wait, 's')} or less, the longest ${formatValue(maxWait, 's')};`,
    )
    const waits = [...EASY.breakdown.bySize, ...EASY.breakdown.byRuntime].map((each) => each.meanWait)
    const told = /<li>Who waits longest: .*, (.*) on the mean; shortest: .*, (.*) on the mean\.<\/li>/.exec(
      text,
    )
    expect(told?.slice(1)).toEqual(
      [Math.max(...waits), Math.min(...waits)].map((wait) => formatValue(wait, 's')),
    )
    for (const heading of [
      'Objectives',
      'The machine over time',
      'Who waits',
      'The log',
      'How this was made',
    ]) {
      expect(text).toContain(`<h2>${heading}</h2>`)
    }
    expect(text).toContain(`<code>${TRACE.digest}</code>`)
    expect(text).toContain('Queuewright 9.9.9')
    expect(text.match(/one notice/g)).toHaveLength(1)
    expect(text.indexOf('cancelled')).toBeLessThan(text.indexOf('no-runtime'))
    expect(text).not.toContain('oversize')
    expect(text).toContain('<th scope="row">backfill.admit</th><td>shadow-or-spare</td>')
    expect(text).toContain('<th scope="row">sight</th><td>∞</td>')
  })

  it('gives the same bytes for the same report', () => {
    const report = { ...BASE, result: EASY }
    expect(simulationPage(report)).toBe(simulationPage(report))
  })
})

describe('comparisonPage', () => {
  it('compares with the baseline and marks the best', () => {
    const composite = compileObjective('10*AWRT1 + 4*AWRT2')
    const values = [FCFS, EASY].map((result) => ({
      ...result,
      objectives: { ...result.objectives, [composite.text]: composite.measure(result.schedule, null) },
    }))
    const objectives = [...BASE.objectives, compositeInfo(composite)]
    const text = comparisonPage({
      ...BASE,
      objectives,
      columns: objectives,
      verdict: compositeInfo(composite),
      results: values,
      baseline: FCFS.policy,
      users: [
        {
          ...{ policy: EASY.policy, users: 9, better: 3, worse: 1 },
          gains: { user: 17, jobs: 2, before: 7_200, wait: 60 },
          loses: { user: 4, jobs: 1, before: 0, wait: 180 },
        },
      ],
    })
    expectPage(text)
    expect(text).toContain('user 17 (2 jobs): 2 h → 1 min')
    expect(text).toContain('10*AWRT1 + 4*AWRT2')
    // In the tables by size, run time and group, and in that of the objectives.
    expect(text.match(/<span class="change">baseline<\/span>/g)).toHaveLength(4)
    expect(text.match(/★<\/span>/g)?.length).toBeGreaterThanOrEqual(objectives.length)
    const change = (Number(EASY.objectives.AWRT) / Number(FCFS.objectives.AWRT) - 1) * 100
    expect(text).toContain(`<span class="change">−${Math.abs(change).toFixed(1)} %</span>`)
  })
})

describe('logPage', () => {
  const report: LogReport = {
    trace: TRACE,
    description: BASE.describe(),
    names: false,
    provenance: BASE.provenance,
  }

  it('shows who users and accounts are where it is asked to, and counts them otherwise', () => {
    const header = [...TRACE.header, ' User: 17 alice', 'Group:3 physics', ' Queue: 1 normal']
    const named = { ...report, trace: traceWith(TRACE, { header }) }
    const usual = logPage(named)
    expect(usual).not.toMatch(/alice|physics/)
    expect(usual).toContain('2 lines with names of users and accounts')
    expect(usual).toContain('Queue: 1 normal')
    expect(logPage({ ...named, names: true })).toMatch(/User: 17 alice\nGroup:3 physics/)
  })

  it('shows the log with its plots', () => {
    const text = logPage(report)
    expectPage(text)
    expect(text.match(/<figure>/g)).toHaveLength(7)
    expect(text).toContain('<dt>jobs</dt><dd>600</dd>')
  })

  it('draws every plot of the log, and those without data not', () => {
    for (const { picture, caption } of logPlots(TRACE, BASE.describe())) {
      expectPicture(svgFile(picture.scene))
      expect(caption).toMatch(/\.$/)
    }
    const { jobs } = TRACE
    const bare = traceWith(TRACE, {
      jobs: {
        ...jobs,
        user: jobs.user.map(() => -1),
        group: jobs.group.map(() => 0),
        estimate: jobs.estimate.map(() => -1),
      },
    })
    expect(logPlots(bare, describeTrace(bare))).toHaveLength(4)
  })
})

describe('objective facts', () => {
  it('come from the objectives of the simulator', () => {
    expect(objectiveInfo(requireObjective('AWRT2'))).toMatchObject({ name: 'AWRT2', unit: 's', sense: 'min' })
    expect(objectiveInfo(requireObjective('AWRT2')).description).toContain('user group 2')
    expect(compositeInfo(compileObjective('UTIL'))).toEqual(objectiveInfo(requireObjective('UTIL')))
    expect(compositeInfo(compileObjective('AWRT*2'))).toMatchObject({
      name: 'AWRT*2',
      unit: '1',
      sense: 'min',
    })
  })
})

describe('the room', () => {
  it('loads resvg and hyparquet only when something is drawn or written', () => {
    const folder = join(PROJECT_ROOT, 'src', 'report')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text, file).not.toMatch(/^(?:import|export)(?! type\b)[^;]*?from '(?:@resvg|hyparquet)/m)
    }
  })
})
