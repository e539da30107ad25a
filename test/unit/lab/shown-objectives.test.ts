import { describe, expect, it } from 'vitest'
import { shownObjectives } from '../../../src/lab/experiments/shown-objectives.js'
import { compileObjective, objectiveNames, requireObjective } from '../../../src/sim/objectives/index.js'
import { objectiveInfo } from '../../../src/sim/objectives/info.js'
import { failureOf } from '../../support/failures.js'

const experiment = (groups: number) => ({
  objectives: objectiveNames(groups).map((name) => objectiveInfo(requireObjective(name))),
  composites: [],
})
const shown = (list: string, groups = 3) =>
  shownObjectives(experiment(groups), list, '--columns').map(({ name }) => name)

describe('objectives to be shown', () => {
  it('are those of the list, in the order of the registry', () => {
    expect(shown('maxWait, UTIL')).toEqual(['UTIL', 'maxWait'])
    expect(shown('all')).toEqual(objectiveNames(3))
    expect(shown('AWRT2')).toEqual(['AWRT2'])
  })

  it('have the response time of every user group by one word', () => {
    expect(shown('AWRT, groups, maxWait')).toEqual(['AWRT', 'AWRT1', 'AWRT2', 'AWRT3', 'maxWait'])
    expect(shown('AWRT, groups', 0)).toEqual(['AWRT'])
  })

  it('hold formulas that were asked for', () => {
    const formula = compileObjective('AWRT1 + AWRT2')
    const info = { name: formula.text, description: '', unit: '1', sense: 'min' } as const
    const measured = { objectives: [...experiment(2).objectives, info], composites: [formula] }
    expect(shownObjectives(measured, 'UTIL', 'x').map(({ name }) => name)).toEqual(['UTIL', 'AWRT1 + AWRT2'])
  })

  it('are refused where nobody measures them', () => {
    const failure = failureOf(() => shown('UTIL, maxWate'))
    expect(failure.kind).toBe('usage')
    expect(failure.message).toMatch(
      /--columns, value "maxWate", expected all, .* groups .*Did you mean maxWait/,
    )
    expect(failureOf(() => shown('AWRT9')).message).toMatch(/unknown objective/)
  })
})
