/** Objectives by the file of a preference, wherever an objective may stand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { evaluateStrategies } from '../../../src/lab/experiments/evaluate.js'
import { prepareExperiment } from '../../../src/lab/experiments/experiment.js'
import { type OpenOptions, open } from '../../../src/lab/faces/open.js'
import { soughtAxes, soughtBy } from '../../../src/lab/inputs/objectives.js'
import { planStudyFile } from '../../../src/lab/investigations/study.js'
import { QUIET } from '../../../src/lab/ports.js'
import {
  type Preference,
  preferenceObjective,
  preferenceText,
  USUAL_REGION_SETTINGS,
  writePreference,
} from '../../../src/preference/index.js'
import { STUDY, studyJson } from '../../../src/study/factorial/index.js'
import { rejectionOf } from '../../support/failures.js'
import { drive } from '../../support/investigate.js'

const folder = mkdtempSync(join(tmpdir(), 'queuewright-objectives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OBJECTIVES = ['AWRT', 'meanWait', 'maxWait']
const POLICIES = ['fcfs', 'easy', 'cons', 'easy:saf', 'easy:lxf', 'list:saf']
const OPTIONS: OpenOptions = { first: '200' }
const log = await open(undefined, OPTIONS)
const { outcomes } = await log.compare(POLICIES)
const points = outcomes.map(({ objectives }) => OBJECTIVES.map((name) => Number(objectives[name])))
const [, , saf] = [0, 1, 3].map((k) => points[k])
const FRONT = { name: 'demo', digest: 'd', objectives: OBJECTIVES, points }
const AWAY = [
  [0, 0],
  [1, 0],
  [0, 1],
] as const
const PREFERENCE: Preference = {
  name: 'short ones',
  objective: null,
  subjectTo: ['maxWait <= 100*easy'],
  regions: [
    {
      name: 'as saf',
      panel: ['AWRT', 'meanWait'],
      vertices: [
        [0.99 * saf[0], 0.99 * saf[1]],
        [1.01 * saf[0], 0.99 * saf[1]],
        [saf[0], 1.01 * saf[1]],
      ],
    },
  ],
  front: FRONT,
  settings: USUAL_REGION_SETTINGS,
}
const label = preferenceText(PREFERENCE)
const file = join(folder, 'short.json')
writeFileSync(file, writePreference(PREFERENCE))
const plain = join(folder, 'plain.json')
writeFileSync(
  plain,
  writePreference({ ...PREFERENCE, regions: [], front: null, objective: 'AWRT + meanWait' }),
)
const judgedAs = (values: Readonly<Record<string, number | null>>) =>
  preferenceObjective(PREFERENCE).judge(values)?.value

describe('a file of a preference', () => {
  it.each<[string, Partial<Preference>, string]>([
    ['regions[0].panel[1]', { regions: [{ ...PREFERENCE.regions[0], panel: ['AWRT', 'UTIL'] }] }, 'UTIL'],
    [
      'regions[0].vertices',
      { regions: [{ ...PREFERENCE.regions[0], vertices: [] }] },
      'panel AWRT × meanWait',
    ],
    ['regions[0]', { regions: [{ ...PREFERENCE.regions[0], vertices: AWAY }] }, 'panel AWRT × meanWait'],
    ['front.objectives[1]', { front: { ...FRONT, objectives: ['AWRT', 'mean', 'maxWait'] } }, 'mean'],
    ['objective', { objective: '10*nothing' }, 'nothing'],
    ['wrong.json: subjectTo', { subjectTo: ['maxWait'] }, 'maxWait'],
  ])('that is wrong at %s is refused before anything is simulated', async (field, change, value) => {
    const wrong = join(folder, 'wrong.json')
    writeFileSync(wrong, writePreference({ ...PREFERENCE, ...change }))
    const { what, detail } = await rejectionOf(soughtBy(`@${wrong}`, []))
    expect(detail.field).toContain(field)
    expect(`${what} ${detail.value}`).toContain(value)
    expect(`${detail.file ?? detail.field}`).toContain('wrong.json')
  })

  it('that was drawn on other jobs is said to be so', async () => {
    const noticesBy = async (path: string) => {
      const { trace, notices } = await prepareExperiment(undefined, [], { objective: [`@${path}`] }, QUIET)
      return {
        digest: trace.digest,
        told: notices.filter((text) => text.includes('drawn on a front of demo')),
      }
    }
    const { digest, told } = await noticesBy(file)
    expect(told).toHaveLength(1)
    const own = join(folder, 'own.json')
    writeFileSync(own, writePreference({ ...PREFERENCE, front: { ...FRONT, digest } }))
    expect((await noticesBy(own)).told).toEqual([])
  })
})

describe('an objective by the file of a preference', () => {
  it('is read with what it has to keep to, also left of a bound', async () => {
    expect(await soughtBy(`@${file}`, ['UTIL >= 50%', `@${file} <= 0.5*easy`])).toEqual({
      objective: label,
      constraints: ['UTIL >= 50%', `${label} <= 0.5*easy`, 'maxWait <= 100*easy'],
      preference: PREFERENCE,
      preferences: [PREFERENCE],
    })
    expect(await soughtBy(`@${plain}`, [])).toMatchObject({
      ...{ objective: 'AWRT + meanWait', constraints: ['maxWait <= 100*easy'], preferences: [] },
      preference: { objective: 'AWRT + meanWait' },
    })
    expect(await soughtBy('AWRT', ['AWRT <= 5'])).toMatchObject({ objective: 'AWRT', preferences: [] })
    await expect(soughtBy('@', [])).rejects.toMatchObject({ detail: { expected: '@FILE' } })
    await expect(soughtBy(`@${join(folder, 'none.json')}`, [])).rejects.toMatchObject({
      kind: 'input-unreadable',
    })
  })

  it('stands for the axes of a front, beside others', async () => {
    expect(await soughtAxes(`@${file}, UTIL,AWRT`, [`@${plain} <= 9`])).toEqual({
      objectives: [...OBJECTIVES, 'UTIL'],
      constraints: ['AWRT + meanWait <= 9', 'maxWait <= 100*easy'],
      preference: PREFERENCE,
      preferences: [PREFERENCE],
    })
    expect(await soughtAxes(`@${plain}`, [])).toMatchObject({
      ...{ objectives: ['AWRT', 'meanWait'], preference: { name: 'short ones' }, preferences: [] },
    })
    expect(await soughtAxes(null, [])).toEqual({
      ...{ objectives: null, constraints: [], preference: null, preferences: [] },
    })
    await expect(soughtAxes(`@${file},@${plain}`, [])).rejects.toMatchObject({
      detail: { field: '--objectives', expected: 'one @FILE' },
    })
  })

  it('is measured beside others, of policies and of a strategy that was learnt for it', async () => {
    const compared = await log.compare(['easy', 'easy:saf'], { objective: [`@${file}`, 'AWRT'] })
    for (const { objectives } of compared.outcomes) expect(objectives[label]).toBe(judgedAs(objectives))

    const { strategy, files } = await log.learn(
      {
        learner: 'template',
        template: 'easy:(estimate + {a}*size)',
        parameters: [{ name: 'a', least: 0, most: 9, scale: 'linear' }],
        method: 'random',
        evaluations: 3,
      },
      { objective: `@${file}`, engine: 'inline' },
    )
    expect(strategy.evidence).toMatchObject({ objective: label, constraints: ['maxWait <= 100*easy'] })
    for (const { objectives } of strategy.evidence?.measured ?? [])
      expect(objectives[label]).toBe(judgedAs(objectives))
    expect(files.map(({ name }) => name)).toContain('preference.json')

    const found = join(folder, 'strategy.json')
    writeFileSync(found, String(files.find(({ name }) => name === 'strategy.json')?.content))
    const asked = {
      ...OPTIONS,
      compare: 'fcfs',
      relativeTo: 'easy',
      engine: 'inline',
    } as const
    const named = await evaluateStrategies([found], { ...asked, objective: [`@${file}`] }, QUIET)
    expect(named.strategies[0].objective).toBe(label)
    const easy = named.evaluation.logs[0].policies.find(({ policy }) => policy === 'easy')
    expect(easy?.objectives[label]).toBe(compared.outcomes[0].objectives[label])
    const unnamed = await evaluateStrategies([found], asked, QUIET)
    expect(unnamed.notices.join()).not.toContain('drawn on a front')
    expect(unnamed.notices.join()).toContain(`was learnt for ${label}, a preference: --objective @FILE`)
  })

  it('is one of a study, whose file may say where it is', async () => {
    const study = join(folder, 'study.yaml')
    writeFileSync(
      study,
      `traces: [demo: { jobs: 200 }]\npolicies: [fcfs, easy, 'easy:saf']\nobjectives: [AWRT, '@short.json', meanWait, maxWait]\noutput: [csv]\nsplit: { by: time, train: 50%, choose: '@short.json' }\n`,
    )
    const { spec, datasets } = await planStudyFile(study, QUIET)
    expect(spec).toMatchObject({
      objectives: ['AWRT', label, 'meanWait', 'maxWait'],
      preferences: [PREFERENCE],
      notices: expect.arrayContaining([expect.stringContaining('drawn on a front of demo')]),
      split: { choose: [label] },
    })
    const { artefacts } = await drive(STUDY, studyJson(spec), datasets, () => true)
    const csv = String(artefacts.find(({ name }) => name === 'results.csv')?.content)
    const rows = csv
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
    expect(rows.filter((row) => row.includes(label))).toHaveLength(6)
  })
})
