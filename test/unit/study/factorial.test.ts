/** Studies: the product of their axes, what is left out of it, and what comes out. */
import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/core/documents.js'
import type { Json } from '../../../src/core/json.js'
import { Random } from '../../../src/core/random.js'
import type { Artefact } from '../../../src/evaluation/investigation.js'
import { trimRows } from '../../../src/sim/breakdown.js'
import { SITE_DOCUMENT } from '../../../src/sim/facility/index.js'
import { measure } from '../../../src/sim/objectives/index.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../../src/sim/prepare.js'
import { DEFAULT_SEMANTICS, DIALECTS } from '../../../src/sim/semantics.js'
import { type Simulation, simulate } from '../../../src/sim/simulate.js'
import { siteOf } from '../../../src/sim/site.js'
import { timeClassClock } from '../../../src/sim/time-class.js'
import {
  countCells,
  parseStudyFile,
  planStudy,
  STUDY,
  type StudiedLog,
  type StudyPlan,
  studyJson,
  withOwnBaseline,
} from '../../../src/study/factorial/index.js'
import { axesOf, cellsOf, studySpecOf } from '../../../src/study/factorial/spec.js'
import {
  createTrace,
  DEFAULT_GROUPING,
  filterTrace,
  type JobRow,
  JobTableBuilder,
  replaceColumns,
  type Trace,
  traceWith,
} from '../../../src/trace/index.js'
import { parseSlurmConf } from '../../../src/trace/slurm-conf/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { scaleTrace } from '../../../src/workload/scale.js'
import { dependenciesOf, extractSessions } from '../../../src/workload/sessions/index.js'
import { failureOf } from '../../support/failures.js'
import { drive } from '../../support/investigate.js'
import { plainPolicy } from '../../support/policies.js'

const small = demoTrace({ jobs: 400 })
const other = demoTrace({ jobs: 300, processors: 64, seed: 2 })
const logs = (...traces: Trace[]): StudiedLog[] =>
  traces.map((trace, k) => ({ name: 'ABC'[k], trace, grouping: DEFAULT_GROUPING, groups: [] }))

function planned(text: string, traces: Trace[]): StudyPlan {
  const sources = traces.map((_, k) => `{log: ${'ABC'[k]}}`).join(', ')
  return planStudy(
    parseStudyFile(`traces: [${sources}]\n${text}`, 'study.yaml', 'study'),
    logs(...traces),
    '1.2.3',
  )
}

const run = ({ spec, datasets }: StudyPlan) => drive(STUDY, studyJson(spec), datasets)

function textOf(artefacts: readonly Artefact[], name: string): string {
  const found = artefacts.find((artefact) => artefact.name === name)
  if (typeof found?.content !== 'string') throw new Error(`no text ${name}`)
  return found.content
}

interface Results {
  readonly keys: readonly string[]
  readonly results: readonly (Record<string, string | null> & { readonly value: number | null })[]
  readonly choices: readonly {
    readonly fold: string
    readonly objective: string
    readonly chosen: { readonly policy: string; readonly change: number }
    readonly hindsight: { readonly policy: string }
    readonly testMedians: Record<'chosen' | 'baseline' | 'hindsight', number | null>
  }[]
  readonly averages: readonly {
    readonly policy: string
    readonly objective: string
    readonly ratio: number | null
  }[]
}

async function resultsOf(plan: StudyPlan): Promise<Results> {
  return JSON.parse(textOf((await run(plan)).artefacts, 'results.json'))
}

/** A log of jobs, in order of submit, on so many processors. */
function logOf(jobs: readonly Partial<JobRow>[], processors = 4): Trace {
  const builder = new JobTableBuilder(jobs.length)
  for (const [k, job] of jobs.entries()) {
    const runtime = job.runtime ?? 10
    builder.add({ id: k + 1, submit: 0, runtime, estimate: runtime, size: 1, user: 1, group: 1, ...job })
  }
  return createTrace({
    name: 'log',
    processors,
    clock: { unixStart: 0, zone: 0 },
    jobs: builder.finish().table,
    fields: {},
    header: [],
    dropped: {},
    notices: [],
  })
}

describe('the product of the axes', () => {
  it('is full, and in a fixed order', () => {
    const { spec } = planned(
      `windows: [whole, {length: 100 jobs}]
machines: [own, 256]
policies: [easy, fcfs, 'easy:saf']
estimates: [user, actual]
rules: [default, sc17]`,
      [small, other],
    )
    const cells = cellsOf(spec)
    // Whole and 4 windows of A, whole and 3 of B; then 2 machines, 2 estimates, 2 rules, 3 policies.
    expect(cells).toHaveLength((5 + 4) * 2 * 2 * 2 * 3)
    expect(countCells(spec)).toBe(cells.length)
    expect(axesOf(spec)).toEqual(['trace', 'window', 'machine', 'estimates', 'rules', 'policy'])
    expect(new Set(cells.map(({ key }) => JSON.stringify(key))).size).toBe(cells.length)
    expect(cells[0].key).toEqual(['A', 'whole', 'own', 'user', 'default', 'easy'])
    expect(cells[1].key).toEqual(['A', 'whole', 'own', 'user', 'default', 'fcfs'])
    expect(cells[12].key).toEqual(['A', 'jobs 1-100', 'own', 'user', 'default', 'easy'])
    expect(cells[cells.length - 1].key).toEqual(['B', 'jobs 201-300', '256', 'actual', 'sc17', 'easy:saf'])
    expect(
      cells
        .filter(({ key }) => key[0] === 'B' && key[2] === '256')
        .every(({ on }) => 'scenario' in on && on.scenario.machine === 256),
    ).toBe(true)
    expect(spec.leftOut).toEqual([])
  })

  it('takes the data of a log once, whatever the machines', () => {
    const { datasets } = planned('policies: [easy]\nmachines: [own, 256, {scale: 512}]', [small])
    expect(datasets.size).toBe(2)
  })
})

describe('feedback and the settings of a site', () => {
  const waits = Float64Array.from(small.jobs.id, (id) => (id * 37) % 900)
  const told = traceWith(small, { fields: { wait: waits } })

  it('are simulated by, and feedback is left out where nobody knows who waited for what', async () => {
    const text = 'policies: [easy]\nrules: [default, {name: fed, feedback: sessions}]\nobjectives: [AWRT]'
    const plan = planned(text, [told, small])
    expect(plan.spec.leftOut).toEqual([
      {
        what: 'B, rules fed',
        reason: 'no job of this log has a recorded wait, so nobody knows when it ended',
        simulations: 1,
      },
    ])
    const { results } = await resultsOf(plan)
    const fed = results.find(({ trace, rules }) => trace === 'A' && rules === 'fed')?.value
    const { jobs } = prepareJobs(told.jobs, { ...DEFAULT_PREPARATION, processors: 128 })
    const dependencies = dependenciesOf(extractSessions(told))
    const timeClasses = timeClassClock(told.clock)
    const schedule = simulate({
      jobs,
      processors: 128,
      policy: plainPolicy('easy'),
      timeClasses,
      dependencies,
    })
    expect(fed).toBe(measure(schedule, null, ['AWRT'])['AWRT'])
    expect(fed).not.toBe(results.find(({ trace, rules }) => trace === 'A' && rules === 'default')?.value)
  })

  it('travel with the data', async () => {
    const conf = parseSlurmConf(
      'PriorityWeightAge=10\nPriorityWeightJobSize=100000\nPriorityFavorSmall=YES\n',
    )
    const site = siteOf({ conf, qos: null, associations: null, salt: null }, [], small.clock)
    const design = parseStudyFile(
      'traces: [{log: A}]\npolicies: [easy:multifactor]\nobjectives: [AWRT]',
      'study.yaml',
      'study',
    )
    const [log] = logs(small)
    const [plain, settled] = [log, { ...log, site }].map((each) => planStudy(design, [each], '1.2.3'))
    expect(settled.spec.blocks[0].data).not.toBe(plain.spec.blocks[0].data)
    const { results } = await resultsOf(settled)
    const { jobs } = prepareJobs(small.jobs, { ...DEFAULT_PREPARATION, processors: 128 })
    const policy = plainPolicy('easy:multifactor')
    const timeClasses = timeClassClock(small.clock)
    const schedule = simulate({ jobs, processors: 128, policy, timeClasses, site })
    expect(results[0].value).toBe(measure(schedule, null, ['AWRT'])['AWRT'])
  })
})

describe('sites on the axis of machines', () => {
  const document = (processors: string, policy?: string) =>
    readDocument(
      SITE_DOCUMENT,
      JSON.stringify({
        ...{ format: 'queuewright-site', version: 1, name: 'ours' },
        partitions: [
          { name: 'all', processors },
          { name: 'other', processors: '128-255', queues: [99] },
        ],
        maintenance: { every: '7d', start: 0, duration: '1h' },
        scheduling: { compress: 'none', 'pass-interval': 30, ...(policy !== undefined && { policy }) },
      }),
      'site.json',
    )
  const planOn = (processors: string, text: string, policy?: string) => {
    const read = parseStudyFile(`traces: [{log: A}]\n${text}`, 'study.yaml', 'study')
    const machines = read.machines.map((machine) =>
      machine.kind === 'site' ? { ...machine, document: document(processors, policy) } : machine,
    )
    return planStudy(withOwnBaseline({ ...read, machines }), logs(small), '1.2.3')
  }

  it('are simulated with their partitions, maintenance and rules, where the study has no others', async () => {
    const text =
      'machines: [own, {site: site.yaml}]\npolicies: [cons]\nobjectives: [AWRT]\nrules: [default, {pass-interval: 60}]'
    const plan = planOn('0-127', text)
    expect(studySpecOf(studyJson(plan.spec))).toEqual(plan.spec)
    const { results } = await resultsOf(plan)
    const { jobs } = prepareJobs(small.jobs, { ...DEFAULT_PREPARATION, processors: 128 })
    const { facility } = document('0-127')
    const valueAt = (passInterval: number) => {
      const rules = { ...DEFAULT_SEMANTICS, passInterval, compress: 'none' as const }
      const schedule = simulate({
        ...{ jobs, processors: 256, policy: plainPolicy('cons'), rules, facility },
        fields: small.fields as NonNullable<Simulation['fields']>,
        timeClasses: timeClassClock(small.clock),
      })
      return measure(schedule, null, ['AWRT'])['AWRT']
    }
    const onSite = results.filter(({ machine }) => machine === 'site site.yaml')
    expect(onSite.map(({ value }) => value)).toEqual([valueAt(30), valueAt(60)])
  })

  it('have what their site goes by as baseline, unless the file names another', () => {
    const on = (text: string, policy?: string) => {
      const { policies, baseline } = planOn('0-127', `policies: [easy, cons]\n${text}`, policy).spec
      return [policies, baseline]
    }
    const site = 'machines: [{site: s.yaml}]'
    expect(on(site)).toEqual([['easy', 'cons'], 'easy'])
    expect(on(site, 'cons')).toEqual([['easy', 'cons'], 'cons'])
    expect(on(site, 'fcfs:spt')).toEqual([['fcfs:spt', 'easy', 'cons'], 'fcfs:spt'])
    expect(on(`${site}\nbaseline: easy`, 'cons')).toEqual([['easy', 'cons'], 'easy'])
    expect(on('machines: [own, {site: s.yaml}]', 'cons')).toEqual([['easy', 'cons'], 'easy'])
  })

  it('are left out where a job can never start, and refused with policies that have no meaning there', () => {
    const { spec } = planOn(
      '0-15',
      'machines: [own, {site: s.yaml}]\npolicies: [easy]\nrules: {oversize: error}',
    )
    expect(spec.leftOut[0].what).toBe('A, machine site s.yaml')
    expect(spec.leftOut[0].reason).toMatch(/^job \d+ is larger than its partition, all/)
    expect(spec.blocks.map(({ machine }) => machine)).toEqual(['own'])
    expect(() => planOn('0-127', 'machines: [{site: s.yaml}]\npolicies: [easy]\nrules: {lead: 2}')).toThrow(
      'not on a site with partitions, limits or maintenance (rules default, lead 2)',
    )
    // The document of the site keeps reservations.
    const changing = `'rules:({"kind": "rigid", "partitions": [{"feature": "queue", "bounds": [2]}], "strategies": ["cons", "easy"], "classes": [0, 1]})'`
    expect(() => planOn('0-127', `machines: [{site: s.yaml}]\npolicies: [easy, ${changing}]`)).toThrow(
      /^reservations cannot be kept when rules change the policy.*site document without compress/,
    )
    expect(() => planOn('0-127', 'machines: [{site: s.yaml, factor: 2}]\npolicies: [easy]')).toThrow(
      'this is of scaled logs',
    )
  })
})

describe('a spec', () => {
  it('is read as older runs have kept it, with blocks under the name of grounds', () => {
    const { spec } = planned('policies: [easy]', [small])
    const { blocks, ...others } = studyJson(spec) as Readonly<Record<string, Json>>
    expect(studySpecOf({ ...others, grounds: blocks })).toEqual(spec)
  })
})

describe('a cell', () => {
  const text = `windows: [{length: 8h, warm-up: 5 jobs, cool-down: 10%}]
machines: [own, 160]
policies: [easy, 'easy:wfp3']
estimates: [user, actual]
rules: [default, {dialect: sc17, overrun: kill}]
objectives: [AVEbsld, AWRT, '2*AWRT1 + maxWait']`

  it('is what a simulation of that part of the log by hand gives', async () => {
    const { keys, results } = await resultsOf(planned(text, [small]))
    expect(keys).toEqual(['trace', 'window', 'machine', 'estimates', 'rules', 'policy'])
    const windows = [...new Set(results.map(({ window }) => String(window)))]
    expect(windows.length).toBeGreaterThan(2)
    for (const row of results) {
      const { machine, estimates, rules, policy, objective, value, window } = row as Record<string, string> &
        typeof row
      const index = Number(/^8h:(\d+)$/.exec(window)?.[1])
      const part = filterTrace(small, { window: { seconds: 8 * 3600, index } })
      const processors = machine === 'own' ? 128 : 160
      const { jobs } = prepareJobs(part.jobs, {
        ...DEFAULT_PREPARATION,
        processors,
        estimates: estimates as 'user' | 'actual',
        overrun: rules === 'default' ? 'extend' : 'kill',
      })
      const schedule = simulate({
        jobs,
        processors,
        policy: plainPolicy(policy),
        rules: DIALECTS[rules === 'default' ? 'default' : 'sc17'],
        timeClasses: timeClassClock(small.clock),
      })
      const judged = trimRows(jobs, { warmUp: { jobs: 5 }, coolDown: { percent: 10 } })
      const { AVEbsld, AWRT, AWRT1, maxWait } = measure(schedule, judged, [
        'AVEbsld',
        'AWRT',
        'AWRT1',
        'maxWait',
      ])
      const formula = AWRT1 === null || maxWait === null ? null : 2 * AWRT1 + maxWait
      expect(value).toBe(objective === 'AVEbsld' ? AVEbsld : objective === 'AWRT' ? AWRT : formula)
    }
  })

  it('of a scaled log is that of the log that scale makes', async () => {
    const { results } = await resultsOf(
      planned(
        'machines: [{scale: 256, copied: 30}]\npolicies: [easy]\nobjectives: [AVEbsld, UTIL]\nseed: 5',
        [small],
      ),
    )
    const { trace } = scaleTrace(small, { to: 256, copied: 30, seed: 5 })
    const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: 256 })
    const expected = measure(simulate({ jobs, processors: 256, policy: plainPolicy('easy') }), null, [
      'AVEbsld',
      'UTIL',
    ])
    expect(results.map(({ machine, objective, value }) => [machine, objective, value])).toEqual([
      ['scaled to 256 (copied 30 %)', 'AVEbsld', expected['AVEbsld']],
      ['scaled to 256 (copied 30 %)', 'UTIL', expected['UTIL']],
    ])
  })

  it('of what really happened goes by the recorded waits', async () => {
    const wait = Float64Array.from(small.jobs.submit, (_, row) => (row % 7) * 100)
    const trace = traceWith(small, { fields: { wait } })
    const plan = planned(
      'policies: [easy, recorded]\nmachines: [own, 256]\nobjectives: [meanWait]\nwindows: [{length: 70 jobs, count: 2}]',
      [trace],
    )
    expect(plan.spec.leftOut).toEqual([
      {
        what: 'A, machine 256, policy recorded',
        reason: 'what really happened is only known of the machine of the log',
        simulations: 2,
      },
    ])
    const { results } = await resultsOf(plan)
    expect(results.filter(({ policy }) => policy === 'recorded').map(({ value }) => value)).toEqual([
      300, 300,
    ])
  })

  it('has estimates that are not drawn once, whatever seeds there are', () => {
    const { spec } = planned(
      'policies: [easy]\nestimates: [user, "factor:2", "uniform:0", "uniform:1", tsafrir]\nseed: [1, 2, 3]\nwindows: [whole]',
      [small],
    )
    const counts = new Map<string, number>()
    for (const { key } of cellsOf(spec)) {
      const source = key.find((part) => /^(user|factor|uniform|tsafrir)/.test(part)) ?? ''
      counts.set(source, (counts.get(source) ?? 0) + 1)
    }
    expect(Object.fromEntries(counts)).toEqual({
      ...{ user: 1, 'factor:2': 1, 'uniform:0': 1 },
      ...{ 'uniform:1': 3, tsafrir: 3 },
    })
    expect(countCells(spec)).toBe(9)
  })

  it('draws estimates by its window, the same for all policies and machines', () => {
    const { spec } = planned(
      'policies: [easy, fcfs]\nestimates: [uniform:1]\nmachines: [own, 256]\nwindows: [{length: 100 jobs}]',
      [small],
    )
    const seeds = new Map<string, Set<number>>()
    for (const { key, on } of cellsOf(spec)) {
      if (!('scenario' in on)) throw new TypeError('this is a study of single machines')
      seeds.set(key[1], (seeds.get(key[1]) ?? new Set()).add(on.scenario.seed))
    }
    expect([...seeds.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
    expect(new Set([...seeds.values()].flatMap((set) => [...set])).size).toBe(4)
  })
})

describe('what cannot be simulated', () => {
  const wide = logOf([{ size: 2 }, { submit: 5, size: 8 }, { submit: 9 }], 8)
  const silent = logOf([{ estimate: -1 }, { submit: 5, estimate: -1 }])

  it('is left out with its reason, and the rest is done', () => {
    const { spec } = planned(
      'policies: [easy, fcfs]\nmachines: [own, 4, {scale: 2}]\nrules: [default, {oversize: drop}]',
      [wide],
    )
    expect(spec.leftOut.map(({ what, simulations }) => [what, simulations])).toEqual([
      ['A, machine 4, rules default', 2],
      ['A, machine scaled to 2', null],
    ])
    expect(cellsOf(spec).map(({ key }) => `${key[2]} ${key[4]}`)).toEqual([
      ...Array(2).fill('own default'),
      ...Array(2).fill('own default, oversize drop'),
      ...Array(2).fill('4 default, oversize drop'),
    ])
  })

  it('are estimates that a log does not have', () => {
    const { spec } = planned(
      "policies: [easy, fcfs, cons]\nestimates: [user, actual, 'predicted:last2', 'factor:2']",
      [silent],
    )
    expect(spec.leftOut.map(({ what, simulations }) => [what, simulations])).toEqual([
      ['A, estimates user', 3],
      ['A, estimates predicted:last2', 3],
    ])
    expect(countCells(spec)).toBe(6)
  })

  it('are estimates of a model that a window is too small for', () => {
    const { spec } = planned(
      'policies: [easy, fcfs]\nestimates: [user, tsafrir]\nwindows: [whole, {length: 100 jobs}]',
      [small],
    )
    expect(spec.leftOut.map(({ what, simulations }) => [what, simulations])).toEqual([
      ['A, estimates tsafrir, 4 of 5 windows', 8],
    ])
    expect(countCells(spec)).toBe(2 * 2 + 4 * 2)
    expect(cellsOf(spec)).toHaveLength(12)
  })

  it('are windows in which no job is judged', () => {
    const { spec } = planned('policies: [easy]\nwindows: [whole, {length: 2 jobs, warm-up: 2 jobs}]', [
      silent,
      small,
    ])
    expect(spec.leftOut.map(({ what, reason, simulations }) => [what, reason, simulations])).toEqual([
      ['A, 1 of the windows of 2 jobs', 'warm-up and cool-down leave no job to judge', 0],
      ['A, estimates user', expect.stringContaining('requested time'), 1],
      ['B, 200 of the windows of 2 jobs', 'warm-up and cool-down leave no job to judge', 200],
    ])
  })

  it('are windows without a job of the class that is judged', () => {
    const pairs = logOf([{ size: 1 }, { size: 2 }, { submit: 9, size: 1 }, { submit: 9, size: 1 }])
    const plan = planned(
      "policies: [easy, fcfs]\nwindows: [whole, {length: 2 jobs}]\nestimates: [actual]\njudge: 'size>1'",
      [pairs],
    )
    const { spec } = plan
    expect(spec.leftOut).toEqual([
      { what: 'A, 1 of 3 windows', reason: 'no job is left to judge (judge: size>1)', simulations: 2 },
    ])
    expect(cellsOf(spec).map(({ on }) => 'scenario' in on && on.scenario.judge)).toEqual(
      new Array(4).fill('size>1'),
    )
    expect(studySpecOf(studyJson(spec))).toEqual(spec)
    expect(Object.fromEntries(STUDY.facts(studyJson(spec)))).toMatchObject({
      judged: 'jobs with size>1; all are simulated',
    })
    const unsaid = failureOf(() => planned('policies: [easy]\njudge: queue=2', [pairs]))
    expect(unsaid.detail.remedy).toContain('this log does not say the queue of its jobs (judge: queue=2)')
  })

  it('is refused where nothing else is asked for', () => {
    const failure = failureOf(() => planned('policies: [easy]', [silent]))
    expect(failure).toMatchObject({ kind: 'study-file', what: 'nothing is left to simulate' })
    expect(failure.detail.remedy).toContain('requested time')
  })

  it('is refused where rules and policies do not go together', () => {
    const failure = failureOf(() =>
      planned('policies: [easy, cons]\nrules: {compress: none, pass-interval: 30s}', [small]),
    )
    expect(failure.kind).toBe('study-file')
    expect(failure.detail.field).toMatch(/^policies/)
  })

  it('is refused where the machine is not known', () => {
    const unknown = traceWith(small, { processors: null })
    expect(failureOf(() => planned('policies: [easy]', [unknown])).kind).toBe('machine-unknown')
    expect(countCells(planned('policies: [easy]\nmachines: [128]', [unknown]).spec)).toBe(1)
  })
})

describe('the run of a study', () => {
  const text = `windows: [{length: 20 jobs}]
policies: [easy, fcfs, 'easy:saf', 'list:spt', cons, 'easy:(-wait/estimate)']
estimates: [user, actual, 'uniform:2']
objectives: [AVEbsld, AWRT5]
output: all`

  it('gives the same bytes when it is stopped after any batch and goes on from its snapshot', async () => {
    const { spec, datasets } = planned(text, [small])
    const once = await drive(STUDY, studyJson(spec), datasets)
    expect(once.steps.length).toBeGreaterThan(1)
    const again = await drive(STUDY, studyJson(spec), datasets, () => true)
    expect(again.artefacts).toEqual(once.artefacts)
    const conditions = [0, 1, 2].flatMap((k) => [`boxes-${k}`, `ranks-${k}-0`, `ranks-${k}-1`])
    expect(once.artefacts.map(({ name }) => name)).toEqual([
      ...['results.csv', 'results.json', 'results.parquet', 'report.html', 'report.md', 'report.tex'],
      ...['svg', 'pdf'].flatMap((ending) => conditions.map((name) => `${name}.${ending}`)),
      'summary.txt',
    ])
    expect(textOf(once.artefacts, 'ranks-0-0.svg')).toMatch(/^<svg.*critical difference/s)
    expect(textOf(once.artefacts, 'ranks-0-0.pdf')).toMatch(/^%PDF.*\(critical difference/s)
  })

  it('writes the same table as CSV, JSON and Parquet', async () => {
    const { artefacts } = await run(planned(text, [small]))
    const { results } = JSON.parse(textOf(artefacts, 'results.json')) as Results
    const [head, ...lines] = textOf(artefacts, 'results.csv').trimEnd().split('\n')
    expect(head).toBe('trace,window,machine,estimates,rules,policy,objective,unit,value')
    expect(lines).toEqual(
      results.map((row) =>
        Object.values(row)
          .map((value) => (value === null ? '' : String(value)))
          .join(','),
      ),
    )
    const parquet = artefacts.find(({ name }) => name === 'results.parquet')?.content as Uint8Array
    const file = parquet.buffer.slice(
      parquet.byteOffset,
      parquet.byteOffset + parquet.byteLength,
    ) as ArrayBuffer
    expect(await parquetReadObjects({ file })).toEqual(results)
  })

  it('tells its facts, and has nothing that converges', () => {
    const { spec } = planned(text, [small])
    const facts = Object.fromEntries(STUDY.facts(studyJson(spec)))
    expect(facts['simulations']).toBe('360')
    expect(facts['windows']).toBe('20 of each log')
    expect(STUDY.converging(studyJson(spec))).toBeNull()
  })
})

describe('averages over traces', () => {
  it('are geometric means of ratios, each trace counting the same', async () => {
    const plan = planned(
      "policies: [easy, 'easy:saf']\nwindows: [{length: 100 jobs}]\nobjectives: [AVEbsld]",
      [small, other],
    )
    const { results, averages } = await resultsOf(plan)
    const ratios = ['A', 'B'].map((trace) => {
      const of = (policy: string) =>
        results.filter((row) => row['trace'] === trace && row['policy'] === policy)
      const logs = of('easy:saf').map(({ value }, k) => Math.log(Number(value) / Number(of('easy')[k].value)))
      return logs.reduce((sum, log) => sum + log, 0) / logs.length
    })
    expect(averages).toHaveLength(1)
    expect(averages[0]).toMatchObject({ policy: 'easy:saf', objective: 'AVEbsld' })
    expect(averages[0].ratio).toBeCloseTo(Math.exp((ratios[0] + ratios[1]) / 2), 12)
  })
})

describe('a split', () => {
  const SPLIT = `policies: [easy, fcfs, 'head:spt', 'head:lpt']
objectives: [meanWait, AVEbsld]
split: {by: time, train: 50%, choose: meanWait}`

  /** Busy stretches of a machine of one processor: `jobs` of a short and a long run time come together again and again. */
  function stretches(count: number, long: number, from = 0): Partial<JobRow>[] {
    return Array.from({ length: count }, (_, k) => [
      { submit: from + k * 1000, runtime: 50 },
      { submit: from + k * 1000 + 1, runtime: long },
      { submit: from + k * 1000 + 2, runtime: 10 },
    ]).flat()
  }

  it('chooses what is best in the past, and judges it on the future', async () => {
    const log = logOf([...stretches(5, 300), ...stretches(5, 300, 5000)], 1)
    const plan = planned(SPLIT, [log])
    expect(axesOf(plan.spec)).toContain('part')
    const { choices, results } = await resultsOf(plan)
    expect(choices).toHaveLength(1)
    expect(choices[0]).toMatchObject({ objective: 'meanWait', chosen: { policy: 'head:spt' } })
    const value = (part: string, policy: string) =>
      results.find(
        (row) => row['part'] === part && row['policy'] === policy && row['objective'] === 'meanWait',
      )?.value
    // Of 50, 300 and 10 s: 0 + 49 + 348 s in order of submit, 0 + 48 + 59 s with the short one first.
    expect(value('train', 'fcfs')).toBeCloseTo(397 / 3, 9)
    expect(value('train', 'head:spt')).toBeCloseTo(107 / 3, 9)
    expect(choices[0].testMedians).toEqual({
      chosen: value('test', 'head:spt'),
      baseline: value('test', 'easy'),
      hindsight: value('test', 'head:spt'),
    })
  })

  it('of traces chooses for each on the others', async () => {
    // Where run times differ, the shortest first are best; where sizes do, the smallest.
    const times = logOf(
      stretches(6, 300).map((job) => ({ ...job, size: 4 })),
      4,
    )
    const sizes = logOf(
      Array.from({ length: 6 }, (_, k) => [
        { submit: k * 1000, runtime: 50, estimate: 100, size: 4 },
        { submit: k * 1000 + 1, runtime: 100, size: 4 },
        ...Array.from({ length: 4 }, () => ({ submit: k * 1000 + 2, runtime: 100, size: 1 })),
      ]).flat(),
      4,
    )
    const plan = planned(
      `policies: [easy, head:spt, head:smallest]\nobjectives: [meanWait]\nsplit: {by: trace}`,
      [times, sizes, sizes],
    )
    const { choices, results } = await resultsOf(plan)
    expect(choices.map(({ fold, chosen }) => [fold, chosen.policy])).toEqual([
      ['without A', 'head:smallest'],
      ['without B', 'head:spt'],
      ['without C', 'head:spt'],
    ])
    expect(choices.map(({ hindsight }) => hindsight.policy)).toEqual([
      'head:spt',
      'head:smallest',
      'head:smallest',
    ])
    const value = (trace: string, policy: string) =>
      results.find((row) => row['trace'] === trace && row['policy'] === policy)?.value
    expect(choices.map(({ testMedians }) => testMedians)).toEqual([
      {
        chosen: value('A', 'head:smallest'),
        baseline: value('A', 'easy'),
        hindsight: value('A', 'head:spt'),
      },
      {
        chosen: value('B', 'head:spt'),
        baseline: value('B', 'easy'),
        hindsight: value('B', 'head:smallest'),
      },
      {
        chosen: value('C', 'head:spt'),
        baseline: value('C', 'easy'),
        hindsight: value('C', 'head:smallest'),
      },
    ])
    // Of 0 + 49 + 4·148 s and 4·48 + 149 s, over six jobs.
    expect(value('B', 'easy')).toBeCloseTo(641 / 6, 9)
    expect(value('B', 'head:smallest')).toBeCloseTo(341 / 6, 9)
  })

  it.each([11, 12, 13])(
    'keeps the future from every choice: other jobs there change nothing of it (%i)',
    async (seed) => {
      const text = `policies: [easy, 'easy:saf', 'easy:spt', fcfs, 'easy:group']
windows: [whole, {length: 40 jobs, random: 3}, {length: 6h}]
estimates: [user, tsafrir, 'uniform:3']
machines: [own, {scale: 200}]
objectives: ['AWRT1 + AWRT5', AVEbsld]
split: {by: time, choose: ['AWRT1 + AWRT5', AVEbsld]}`
      const { submit, runtime, size, user, length } = small.jobs
      const boundary = submit[0] + 0.6 * (submit[length - 1] - submit[0])
      const isTest = Array.from(submit, (second) => second >= boundary)
      expect(isTest.filter(Boolean).length).toBeGreaterThan(50)
      const random = new Random(seed)
      // Run times, sizes and users of the test part are other ones; groups are formed from the training part.
      const changed = traceWith(small, {
        jobs: replaceColumns(small.jobs, {
          runtime: runtime.map((seconds, row) => (isTest[row] ? 1 + random.int(20_000) : seconds)),
          estimate: small.jobs.estimate.map((seconds, row) => (isTest[row] ? 30_000 : seconds)),
          size: size.map((count, row) => (isTest[row] ? 1 + random.int(128) : count)),
          user: user.map((number, row) => (isTest[row] ? 1 + random.int(3) : number)),
        }),
      })
      const [one, two] = await Promise.all([small, changed].map((trace) => resultsOf(planned(text, [trace]))))
      const inTraining = ({ results }: Results) => results.filter((row) => row['part'] === 'train')
      expect(inTraining(two)).toEqual(inTraining(one))
      expect(two.results).not.toEqual(one.results)
      expect(two.choices.map(({ fold, objective, chosen }) => ({ fold, objective, chosen }))).toEqual(
        one.choices.map(({ fold, objective, chosen }) => ({ fold, objective, chosen })),
      )
      expect(two.choices.map(({ testMedians }) => testMedians)).not.toEqual(
        one.choices.map(({ testMedians }) => testMedians),
      )
    },
  )
})
