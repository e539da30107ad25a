/**
 * The lines of batch systems that put waiting jobs into just the order of a policy, job for job; none where only others come near. And
 * the forms by which a policy comes there else.
 */
import { QueuewrightError } from '../../core/errors.js'
import {
  type Exported,
  multifactorFiles,
  openPbs,
  orderForm,
  requireJobForm,
  requireWeights,
  slurmSettings,
  type Target,
} from '../../deploy/index.js'
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
  const made = unlessRefused(exported)
  return made?.exact ? made.files[0].text.trimEnd().split('\n') : null
}

/**
 * The form of `qw export-policy` by which a policy comes to a batch system: its lines, else weights that come near them, else what is
 * set job by job; null where none can say it.
 */
export function exportTarget(policy: string, lines: BatchLines, system: System): Target | null {
  if (lines[system] !== null) return system
  const parts = policyParts(policy)
  const formula = parts === null ? null : orderExpression(parts.order)
  if (formula === null) return null
  const form = orderForm(formula)
  const isSaid = (attempt: () => unknown) => unlessRefused(() => [attempt()]) !== null
  if (system === 'openpbs') {
    return parts?.algorithm !== SLURM && isSaid(() => openPbs(form)) ? system : null
  }
  if (isSaid(() => requireWeights(form))) return system
  return isSaid(() => requireJobForm(form)) ? 'lua' : null
}

/** The result; null where no batch system can say it. */
function unlessRefused<Made>(made: () => Made): Made | null {
  try {
    return made()
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'not-exportable') return null
    throw error
  }
}
