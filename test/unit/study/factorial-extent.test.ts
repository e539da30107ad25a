/** What a study may ask for at most, refused before any of it is made. */
import { describe, expect, it } from 'vitest'
import { checkExtent } from '../../../src/study/factorial/extent.js'
import { parseStudyFile } from '../../../src/study/factorial/file.js'
import { failureOf } from '../../support/failures.js'

const numbers = (count: number, write: (k: number) => string) =>
  `[${Array.from({ length: count }, (_, k) => write(k + 1)).join(', ')}]`

const asked = (text: string, first = 'traces: [demo]\npolicies: [easy]\n') =>
  checkExtent(parseStudyFile(`${first}${text}`, 'study.yaml', 'study'))

describe('the extent of a study', () => {
  it('is within bounds where files are as usual', () => {
    asked('windows: [{length: 15d, random: 100}]\nestimates: [user, actual]')
  })

  it.each([
    ['policies', `rules: ${numbers(450, (k) => `{name: r${k}, lead: ${k}}`)}`, '225000 simulations'],
    ['estimates', `estimates: ${numbers(5001, (k) => `"factor:${k}"`)}`, '5001 estimates'],
    ['objectives', `objectives: ${numbers(5001, (k) => `"AWRT + ${k}"`)}`, '5001 objectives'],
    ['traces', `machines: ${numbers(1001, (k) => `{scale: ${k + 99}}`)}`, '1001 logs and machines'],
    ['windows', 'windows: [{length: 1s, random: 100001}]', '100001 windows of one kind'],
  ])('is too large by its %s', (field, text, what) => {
    const first = `traces: [demo]\npolicies: ${field === 'policies' ? numbers(500, (k) => `"easy:(wait + ${k})"`) : '[easy]'}\n`
    const failure = failureOf(() => asked(text, first))
    expect([failure.kind, failure.detail.field]).toEqual(['study-file', field])
    expect(failure.what).toBe(`this study has ${what}`)
  })

  it('counts the jobs that are generated, on each machine', () => {
    const failure = failureOf(() =>
      asked('machines: [100, 200]\npolicies: [easy]', 'traces: [{demo: {jobs: 4000000}}]\n'),
    )
    expect(failure.what).toBe('this study has 8000000 generated jobs')
  })
})
