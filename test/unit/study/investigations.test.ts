/** The registry of investigations, by which runs on disk are read. */
import { expect, it } from 'vitest'
import { INVESTIGATIONS, requireInvestigation } from '../../../src/study/investigations.js'
import { failureOf } from '../../support/failures.js'

it('knows each kind by its name, once', () => {
  for (const kind of INVESTIGATIONS) expect(requireInvestigation(kind.kind)).toBe(kind)
  expect(new Set(INVESTIGATIONS.map(({ kind }) => kind)).size).toBe(INVESTIGATIONS.length)
})

it('refuses runs of a kind that there is no more, and says what took its place', () => {
  const failure = failureOf(() => requireInvestigation('tune'))
  expect(failure.kind).toBe('run-version')
  expect(failure.message).toMatch(
    /does not know; by now a tuning is a run of kind learn \(field kind, value "tune"/,
  )
  expect(failureOf(() => requireInvestigation('other')).message).toMatch(/does not know \(field kind/)
})
