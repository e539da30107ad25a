/**
 * Policies in the words of a batch system: which orders Slurm's weights, OpenPBS's formula and a script at submission can
 * say, as files, with the way back. Knows orders as expressions and nothing of where they came from.
 */
export type { Exported, ExportedFile, Target } from './exported.js'
export { type LuaFacts, luaScript, requireJobForm } from './lua.js'
export { FROM_PBS, openPbs } from './openpbs.js'
export { JOB_NAMES, type OrderForm, orderForm, withoutTime } from './order-form.js'
export { parsePython } from './python.js'
export { multifactorFiles, slurmSettings } from './slurm.js'
