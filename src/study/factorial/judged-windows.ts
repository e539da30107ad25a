/** The windows of a log that are simulated: those that its rules cut, but for those in which no job would be judged. */
import { QueuewrightError } from '../../core/errors.js'
import type { Random } from '../../core/random.js'
import { type Scenario, stageOf } from '../../evaluation/scenarios/scenario.js'
import { trimRows } from '../../sim/breakdown.js'
import type { Dataset, Trace } from '../../trace/index.js'
import type { RuleSet, StudyDesign } from './design.js'
import { type Block, cellsOf, type StudyWindow } from './spec.js'
import { cutWindows, type LogPart } from './windows.js'

interface PartWindows {
  readonly windows: readonly Omit<StudyWindow, 'without'>[]
  readonly missing: readonly { readonly count: number; readonly text: string; readonly reason: string }[]
}

export function windowsOf(
  design: Pick<StudyDesign, 'windows'>,
  { jobs }: Trace,
  processors: number,
  rules: readonly RuleSet[],
  part: LogPart,
  random: Random,
): PartWindows {
  const windows: PartWindows['windows'][number][] = []
  const missing: PartWindows['missing'][number][] = []
  const names = new Set<string>()
  for (const rule of design.windows) {
    const text = rule.kind === 'whole' ? 'of the whole' : `of the windows of ${rule.text}`
    const cut = cutWindows(jobs.submit, part, rule, random.fork(rule.kind === 'whole' ? '' : rule.text))
    if (cut.missing !== null) missing.push({ count: cut.missing.windows, text, reason: cut.missing.reason })
    let empty = 0
    for (const { name: given, from, to } of cut.windows) {
      const { trimming } = rule
      const judged = rules.every((set) => {
        const drop = set.oversize === 'drop'
        const submit = jobs.submit
          .subarray(from, to)
          .filter((_, k) => !drop || jobs.size[from + k] <= processors)
        return judges(submit, trimming)
      })
      if (!judged) {
        empty++
        continue
      }
      // The same jobs with other margins are another window.
      let name = given
      for (let k = 2; names.has(name); k++) name = `${given} (${k})`
      names.add(name)
      windows.push({ name, part: part.name, from, to, trimming })
    }
    if (empty > 0) missing.push({ count: empty, text, reason: 'warm-up and cool-down leave no job to judge' })
  }
  return { windows, missing }
}

function judges(submit: Float64Array, trimming: StudyWindow['trimming']): boolean {
  if (submit.length === 0) return false
  try {
    trimRows({ submit, length: submit.length }, trimming)
    return true
  } catch (error) {
    if (error instanceof QueuewrightError) return false
    throw error
  }
}

interface ClassWindows {
  readonly windows: readonly StudyWindow[]
  /** How many are not there, by the reason. */
  readonly missing: ReadonlyMap<string, number>
}

/** The windows of a block in which there are jobs of the class that is judged, under all rules and estimates. */
export function judgedWindows(design: StudyDesign, block: Block, dataset: Dataset): ClassWindows {
  const missing = new Map<string, number>()
  const { judge } = design
  if (judge === undefined) return { windows: block.windows, missing }
  const policies = block.policies.slice(0, 1)
  const windows = block.windows.filter((window) => {
    const cells = cellsOf({ ...design, blocks: [{ ...block, windows: [window], policies }] })
    const [lack] = cells.flatMap(({ on }) => ('scenario' in on ? lacksOf(on.scenario, dataset) : []))
    if (lack === undefined) return true
    const reason = `${lack} (judge: ${judge})`
    missing.set(reason, (missing.get(reason) ?? 0) + 1)
    return false
  })
  return { windows, missing }
}

function lacksOf(scenario: Scenario, dataset: Dataset): readonly string[] {
  try {
    stageOf(scenario, dataset)
    return []
  } catch (error) {
    if (error instanceof QueuewrightError) return [error.what]
    throw error
  }
}
