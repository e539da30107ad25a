/** How closely a site, as its document describes it, follows what a log recorded there. */

import type { Given } from '../../core/settings/index.js'
import { agreementOf } from '../../evaluation/recorded-agreement.js'
import { fieldIn } from '../../evaluation/scenarios/scenario.js'
import type { LogFidelityReport } from '../../report/pages/log-fidelity.js'
import { inputName, openInput, STANDARD_STREAM } from '../../runtime/index.js'
import { RECORDED, SLURM } from '../../sim/policy.js'
import { type ComparedJob, runAgreement } from '../../sim/slurm/index.js'
import { sizeClass, sizeLabel } from '../../trace/job-ranges.js'
import { numbersByName } from '../../trace/slurm-conf/index.js'
import { prepareExperiment, runPolicies, violationsOf } from '../experiments/experiment.js'
import type { SIMULATING } from '../experiments/experiment-settings.js'
import { type LogSource, narrowed } from '../inputs/log.js'
import { readPolicy } from '../inputs/policies.js'
import { readingFor, type ScenarioOptions } from '../inputs/prepare.js'
import { readSiteDocument } from '../inputs/site-document.js'
import { importAccounting } from '../logs/import.js'
import type { Ports } from '../ports.js'
import type { FIDELITY } from './fidelity.js'

export type LogFidelityOptions = ScenarioOptions & Given<typeof FIDELITY & typeof SIMULATING>

/**
 * @param site the document of a site, or Slurm's own (docs/machine.md)
 * @param log what was recorded there: a log with waits, or Slurm's accounting
 * @throws QueuewrightError as `readSiteDocument`, `importAccounting` and `prepareExperiment`; where the log has no waits
 */
export async function measureLogFidelity(
  site: string,
  log: string,
  given: LogFidelityOptions,
  ports: Ports,
): Promise<LogFidelityReport> {
  const document = await readSiteDocument({ site })
  const own = document?.scheduling.policy ?? (document?.slurmConf === undefined ? 'easy' : SLURM)
  const policy = await readPolicy(given.policy ?? own)
  const asRecorded = await readPolicy(RECORDED)
  const options = { ...given, ...(document && { site: document }) }
  const source = await recordedLog(log, readingFor([policy], given), ports)
  const experiment = await prepareExperiment(source, [policy, asRecorded], options, ports, ['queue'])
  const { trace, stage, scenario } = experiment
  const recorded = stage.run(asRecorded)
  const [{ schedule }] = await runPolicies(experiment, [policy], {}, ports)
  const all = stage.judged ?? Int32Array.from(recorded.start.keys())
  const rows = all.filter((row) => !Number.isNaN(recorded.start[row]))
  const kinds = (['partition', 'queue'] as const).map((kind) => ({
    of: named(trace.header, kind),
    field: fieldIn(trace, stage.prepared, kind),
  }))
  const { jobs } = schedule
  const compared = Array.from(rows, (row): ComparedJob => {
    const ready = jobs.submit[row]
    return {
      classes: [
        ...kinds.flatMap(({ of, field }) => (field[row] >= 0 ? [of(field[row])] : [])),
        `size ${sizeLabel(sizeClass(jobs.size[row]))}`,
      ],
      recorded: { ready, start: recorded.start[row] },
      simulated: [{ ready, start: schedule.start[row] }],
    }
  })
  return {
    ...{ site: inputName(site), log: inputName(log), policy: policy.name, machine: scenario.machine },
    ...runAgreement(compared),
    agreement: agreementOf(jobs, rows, scenario.machine, recorded, schedule),
    broken: brokenRules(violationsOf(recorded, asRecorded, experiment)),
    notices: experiment.notices,
  }
}

/** The names that a log's header has for the numbers of a field. */
function named(header: readonly string[], field: 'partition' | 'queue'): (number: number) => string {
  const kind = field === 'partition' ? 'Partition' : 'Queue'
  const names = new Map<number, string>()
  for (const [name, numbers] of numbersByName(header, kind)) for (const each of numbers) names.set(each, name)
  return (number) => `${field} ${names.get(number) ?? number}`
}

function brokenRules(violations: readonly { readonly rule: string; readonly message: string }[]) {
  const rules = new Map<string, { rule: string; starts: number; example: string }>()
  for (const { rule, message } of violations) {
    const known = rules.get(rule)
    if (known === undefined) rules.set(rule, { rule, starts: 1, example: message })
    else known.starts++
  }
  return [...rules.values()].sort((a, b) => b.starts - a.starts)
}

/** A log as it is read, or one made of accounting, with the names that the document may use. */
async function recordedLog(path: string, given: LogFidelityOptions, ports: Ports): Promise<LogSource> {
  if (!(await isAccounting(path))) return path
  const from = ports.clock()
  const saltFile = given.saltFile ?? undefined
  const settings = { keepNames: true, ...(given.zone !== undefined && { zone: given.zone }) }
  const { logs } = await importAccounting(path, settings, saltFile, ports)
  const file = inputName(path)
  return { file, ...narrowed(logs[0].trace, given, file), seconds: (ports.clock() - from) / 1000 }
}

/** Accounting begins with the names of columns or of fields, or is a document of Slurm's; logs begin with comments or numbers. */
async function isAccounting(path: string): Promise<boolean> {
  if (path === STANDARD_STREAM) return false
  for await (const chunk of openInput(path)) {
    const start = new TextDecoder().decode(chunk.subarray(0, 4096)).trimStart()
    if (start !== '') return /^(?:[A-Za-z]|\{\s*"meta")/.test(start)
  }
  return false
}
