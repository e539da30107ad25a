/**
 * Policies in the words of a batch system: which orders Slurm's weights, OpenPBS's formula and a script at submission can
 * say, as files, with the way back. Knows orders as expressions and nothing of where they came from.
 *
 * ```ts
 * import { openPbs, orderForm, slurmSettings } from 'queuewright/deploy'
 *
 * const form = orderForm('30*size - wait')
 * for (const { name, text } of slurmSettings(form, { processors: 128, conf: null }).files) console.log(name, text)
 * console.log(openPbs(form).order)
 * ```
 * @module
 */
export type { Exported, ExportedFile, Target } from './exported.js'
export { type LuaFacts, luaScript, requireJobForm } from './lua.js'
export { FROM_PBS, openPbs } from './openpbs.js'
export { JOB_NAMES, type OrderForm, orderForm, withoutTime } from './order-form.js'
export { parsePython } from './python.js'
export { multifactorFiles, requireWeights, slurmSettings } from './slurm.js'
export { requireConf } from './slurm-conf.js'
export { QOS_FILE, qosOf, type UserGroups } from './slurm-groups.js'
