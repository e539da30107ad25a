/** Study files: the full product of axes (traces, windows, machines, policies, estimates, rules), simulated and judged. */

export {
  type MachineRule,
  machineLabel,
  OUTPUT_KINDS,
  type OutputKind,
  type SeveralContent,
  type SeveralRule,
  type Split,
  type StudyDesign,
  type TraceSource,
} from './design.js'
export { checkExtent } from './extent.js'
export { leftOutLine, studyFacts } from './facts.js'
export { studyFields } from './fields.js'
export { parseStudyFile, studyJsonSchema } from './file.js'
export { STUDY } from './investigation.js'
export type { StudiedLog } from './made-block.js'
export { withOwnBaseline } from './own-baseline.js'
export { planStudy, type StudyPlan } from './plan.js'
export { recordedIn } from './recorded.js'
export { countCells, type LeftOut, type StudySpec, studyJson } from './spec.js'
export { readYaml, writeYaml, type YamlDocument } from './yaml-document.js'
