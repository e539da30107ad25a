/** Files and pages of a published study that was done as a run. */
import type { Artefact, Found } from '../../evaluation/investigation.js'
import { type ReproductionFound, STUDY_FILES } from '../../study/reproduce/reproduction.js'
import { budgetInWords } from '../../study/reproduce/study.js'
import { publishedPage } from '../pages/published.js'
import { briefText } from '../render/text.js'
import { FILE_STYLE } from '../terminal/terminal.js'

/**
 * Beside its data `summary.txt`, and what is kept of its parts.
 * @param filesOf all files of a part
 */
export async function reproductionFiles(
  found: ReproductionFound,
  filesOf: (kind: string, found: Found) => Promise<readonly Artefact[]>,
): Promise<readonly Artefact[]> {
  const kept: Artefact[] = []
  for (const { part, nameOf } of found.result.kept) {
    if (part.found === null) continue
    for (const { name, content } of await filesOf(part.part.kind, part.found)) {
      const as = nameOf(name)
      if (as !== null) kept.push({ name: as, content })
    }
  }
  return [...found.files, { name: STUDY_FILES.summary, content: summaryText(found) }, ...kept]
}

function summaryText({ study, spec, result }: ReproductionFound): string {
  const { budget, seed, logs, remarks } = spec
  const page = publishedPage({
    study,
    files: logs,
    said: [`ours: ${budgetInWords(study, budget)}; seed ${seed}`, ...remarks],
    values: result.values,
    remarks: result.remarks ?? [],
  })
  return `${briefText(page, FILE_STYLE)}\n`
}
