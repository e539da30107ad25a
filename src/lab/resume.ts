/** A run that was interrupted, gone on with to its end. */
import { type ResumeOptions, type RunEnd, resumeRun } from '../runtime/runs/index.js'
import { requireInvestigation } from '../study/investigations.js'
import { type EngineChoice, supervised } from './investigate.js'
import type { Ports } from './ports.js'

/** @throws QueuewrightError as `resumeRun`; `interrupted` after Ctrl-C */
export function resumeIn(
  folder: string,
  options: EngineChoice & ResumeOptions,
  ports: Ports,
): Promise<RunEnd> {
  return supervised(folder, options, ports, (work) => resumeRun(folder, requireInvestigation, work, options))
}
