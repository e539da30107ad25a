import { describe, expect, it } from 'vitest'
import { modelText, parseModel } from '../../../../src/workload/model/document.js'
import { failureOf } from '../../../support/failures.js'
import { MODEL, REGULARS } from './support.js'

/** The model's document with the value at `path` (names and numbers, separated by points) replaced. */
function changed(path: string, value: unknown): string {
  const document = JSON.parse(modelText(MODEL))
  const names = path.split('.')
  const last = names.pop()!
  const parent = names.reduce((part, name) => part[name], document)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return JSON.stringify(document)
}

describe('the document of a model', () => {
  it('reads back as it was written', () => {
    expect(parseModel(modelText(MODEL), 'm.json')).toEqual(MODEL)
    const other = {
      ...MODEL,
      machine: null,
      zone: -18_000,
      evidence: { ...MODEL.evidence, lastSubmit: null },
    }
    expect(parseModel(modelText(other), 'm.json')).toEqual(other)
  })

  it('has one archetype a line', () => {
    const lines = modelText(MODEL).split('\n')
    expect(lines.filter((line) => line.includes('"kinds":[['))).toHaveLength(MODEL.archetypes.length)
  })

  it.each([
    ['{', 'not a JSON document', undefined],
    ['[]', 'no workload model', 'kind'],
    [changed('kind', 'queuewright-beta-model'), 'qw model fit', 'kind'],
    [changed('version', 2), 'a newer version', 'version'],
    [changed('machine', 0), '', 'machine'],
    [changed('zone', 'Mars/Olympus'), '', 'zone'],
    [changed('week', [1, 2]), '', 'week'],
    [changed('week.5', 0), '', 'week[5]'],
    [changed('waits', []), '', 'waits'],
    [changed('overruns', []), '', 'overruns'],
    [changed('work.3', 1), '', 'work'],
    [changed('goingOn.0.0', 99), '', 'goingOn[0][0]'],
    [changed('goingOn', []), '', 'goingOn'],
    [changed('regulation', -1), '', 'regulation'],
    [changed('thinks', [3, 2]), '', 'thinks'],
    [changed('evidence', undefined), '', 'evidence'],
    [changed('evidence.log', 7), '', 'evidence.log'],
    [changed('evidence.work', 'much'), '', 'evidence.work'],
    [changed('evidence.settings.absence', null), '', 'evidence.settings.absence'],
    [changed('archetypes', []), '', 'archetypes'],
    [changed('archetypes.0.leaving', 0), '', 'archetypes[0].leaving'],
    [changed('archetypes.1.present', -1), '', 'archetypes[1].present'],
    [changed('archetypes.0.cycles', []), '', 'archetypes[0].cycles'],
    [changed('archetypes.0.cyclesAfter', []), '', 'archetypes[0].cyclesAfter'],
    [changed('archetypes.0.persistence', 100), '', 'archetypes[0].persistence'],
    [changed('archetypes.0.goesOn', [0.5]), '', 'archetypes[0].goesOn'],
    [changed('archetypes.0.patience', [2]), '', 'archetypes[0].patience'],
    [changed('archetypes.0.within.all', 0.9), '', 'archetypes[0].within'],
    [changed('archetypes.0.concentration.runs', -1), '', 'archetypes[0].concentration.runs'],
    [changed('archetypes.0.kinds', []), '', 'archetypes[0].kinds'],
    [changed('archetypes.0.kinds', [...REGULARS.kinds].reverse()), '', 'archetypes[0].kinds'],
    [changed('archetypes.0.kinds.0.0', 1.5), '', 'archetypes[0].kinds[0][0]'],
    [changed('archetypes.0.kinds.0.1', []), '', 'archetypes[0].kinds[0][1]'],
    [changed('archetypes.0.kinds.0.1.0.1', [3]), '', 'archetypes[0].kinds[0][1][0][1]'],
    [changed('archetypes.0.kinds.0.1.0.1', [300, 1]), '', 'archetypes[0].kinds[0][1][0][1]'],
    [changed('archetypes.0.kinds.0.1.0.1', [3, 0]), '', 'archetypes[0].kinds[0][1][0][1]'],
  ])('is refused: %.40s…', (text, words, field) => {
    const failure = failureOf(() => parseModel(text, 'm.json'))
    expect([failure.kind, failure.detail.file, failure.detail.field]).toEqual([
      'input-document',
      'm.json',
      field,
    ])
    expect(failure.message).toContain(words)
  })
})
