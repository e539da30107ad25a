/** The fields of logs that a study goes by. */
import { GRID_FIELDS } from '../../evaluation/scenarios/grid-case.js'
import { scenarioFields, scenarioNames } from '../../evaluation/scenarios/scenario.js'
import { objectivesBy } from '../../evaluation/searches/preferred.js'
import { facilityFields } from '../../sim/facility/index.js'
import type { ClassName, NamedObjective } from '../../sim/objectives/index.js'
import { parsePolicy } from '../../sim/policy.js'
import type { LogField } from '../../trace/index.js'
import type { StudyDesign } from './design.js'

/** Fields that the logs of a study are to be read with. */
export function studyFields({
  policies,
  ways,
  rules,
  machines,
  objectives,
  preferences = [],
  judge,
}: Pick<
  StudyDesign,
  'policies' | 'ways' | 'rules' | 'machines' | 'objectives' | 'preferences' | 'judge'
>): readonly LogField[] {
  if (ways !== undefined) return GRID_FIELDS
  const parsed = policies.map(parsePolicy)
  const parts = partsOf({ objectives, preferences })
  const asked = judge === undefined ? {} : { judge }
  const sites = machines.flatMap((each) =>
    each.kind === 'site' && each.document !== null ? facilityFields(each.document.facility) : [],
  )
  return [
    ...new Set([...rules.flatMap((each) => scenarioFields(parsed, { ...each, ...asked }, parts)), ...sites]),
  ]
}

/** Names in classes of a study. */
export function studyNames({
  judge,
  ...design
}: MeasuredIn & Pick<StudyDesign, 'judge'>): readonly ClassName[] {
  return scenarioNames(judge === undefined ? {} : { judge }, partsOf(design))
}

type MeasuredIn = Pick<StudyDesign, 'objectives' | 'preferences'>

/** Files of preferences name no classes before they are read. */
function partsOf({ objectives, preferences = [] }: MeasuredIn): readonly NamedObjective[] {
  const measured = objectives.filter((text) => !text.startsWith('@')).map(objectivesBy(preferences))
  return measured.flatMap(({ parts }) => parts)
}
