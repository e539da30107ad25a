/** A run that was interrupted, gone on with to its end. */
import type { Found } from '../../evaluation/investigation.js'
import { type ResumeOptions, type RunEnd, resumeRun } from '../../runtime/runs/index.js'
import { requireInvestigation } from '../../study/investigations.js'
import type { Ports } from '../ports.js'
import { type EngineChoice, supervised, telling } from './investigate.js'
import { type Owed, owedOf } from './owed.js'

export interface Resumed extends RunEnd {
  /** Null where it was finished before, and owed nothing. */
  readonly found: Found | null
  /** The files that the command which began it was asked for beside its folder; null where that is written. */
  readonly owed: Owed | null
}

/** @throws QueuewrightError as `resumeRun`; `interrupted` after Ctrl-C */
export async function resumeIn(
  folder: string,
  options: EngineChoice & ResumeOptions,
  ports: Ports,
): Promise<Resumed> {
  const owed = await owedOf(folder, ports)
  let found: Found | null = null
  const kindOf = (name: string) =>
    telling(requireInvestigation(name), (each) => {
      found = each
    })
  const again = owed !== null
  const end = await supervised(folder, options, ports, (work) =>
    resumeRun(folder, kindOf, work, { ...options, again }),
  )
  return { ...end, found, owed }
}
