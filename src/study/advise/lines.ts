/** The lines of batch systems that put waiting jobs into just the order of a policy, job for job; none where only others come near. */
import { QueuewrightError } from '../../core/errors.js'
import { type Exported, multifactorFiles, openPbs, orderForm, slurmSettings } from '../../deploy/index.js'
import { multifactorSettings, namedOrder, orderExpression } from '../../sim/orders/index.js'
import { policyParts, SLURM } from '../../sim/policy.js'
import type { System } from './spec.js'

/** By systems, none of which may have any. */
export type BatchLines = Readonly<Record<System, readonly string[] | null>>

const NONE: BatchLines = { slurm: null, openpbs: null }

/** @param processors of the machine, which sizes are shares of in Slurm */
export function linesFor(policy: string, processors: number): BatchLines {
  const parts = policyParts(policy)
  // Neither has a backfill order of its own.
  if (parts === null || parts.backfill !== null) return NONE
  const formula = orderExpression(parts.order)
  if (formula !== null) {
    const form = orderForm(formula)
    return {
      slurm: exactly(() => slurmSettings(form, { processors, conf: null })),
      // Slurm's own schedulers are nowhere else.
      openpbs: parts.algorithm === SLURM ? null : exactly(() => openPbs(form)),
    }
  }
  const named = namedOrder(parts.order)
  const settings = named === null ? null : multifactorSettings(named)
  return settings === null ? NONE : { ...NONE, slurm: exactly(() => multifactorFiles(settings, null)) }
}

function exactly(exported: () => Exported): readonly string[] | null {
  try {
    const { exact, files } = exported()
    return exact ? files[0].text.trimEnd().split('\n') : null
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'not-exportable') return null
    throw error
  }
}
