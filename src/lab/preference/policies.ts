/** Policies that a front was not compared with, such as the site's own, on the log that the front is of. */

import { type Given, settled } from '../../core/settings/index.js'
import { scenarioFields } from '../../evaluation/scenarios/scenario.js'
import type { FrontDocument } from '../../front/document.js'
import { compileObjective, measureAll } from '../../sim/objectives/index.js'
import { type ParsedPolicy, parsePolicy, RECORDED, splitPolicies } from '../../sim/policy.js'
import { SLURM_FILES } from '../../trace/index.js'
import { readLog } from '../inputs/log.js'
import { readPolicy } from '../inputs/policies.js'
import { prepareLog, type ScenarioOptions } from '../inputs/prepare.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import type { OWN_POLICIES } from './settings.js'

/** A site's own policy, by the files of its Slurm. */
const SLURMS_OWN = 'easy:multifactor'

export interface OwnPoliciesOptions extends ScenarioOptions, Given<typeof OWN_POLICIES> {}

export type FrontPolicy = FrontDocument['policies'][number]

/**
 * Simulates policies on the front's log.
 * @param path of the log
 * @returns their values of the front's objectives
 * @throws QueuewrightError as `prepareLog`; `usage` for `recorded` where the log has no waits
 */
export async function ownPolicies(
  path: string,
  { name, digest, objectives }: Pick<FrontDocument, 'name' | 'digest' | 'objectives'>,
  given: OwnPoliciesOptions,
  ports: Ports,
): Promise<readonly FrontPolicy[]> {
  const { options, own } = await atOwnSite(given)
  const asked = await askedPolicies(options, own)
  const parts = objectives.flatMap((each) => compileObjective(each.name).parts)
  const log = await readLog(path, options, scenarioFields(asked, {}, parts), ports)
  const policies =
    (options.policies ?? null) === null && !hasWaits(log.trace.fields.wait)
      ? asked.filter(({ algorithm }) => algorithm !== RECORDED)
      : asked
  const { stage, trace } = await prepareLog(log, policies, options, ports, [], parts)
  if (trace.digest !== digest)
    ports.note(
      `the front of ${name} was searched on other data than ${log.file}: policies are judged by this log`,
    )
  const names = objectives.map((each) => each.name)
  const bar = ports.steps('simulating', policies.length)
  const found: FrontPolicy[] = []
  try {
    for (const policy of policies) {
      const measured = await ports.blocking(() => stage.measured(stage.run(policy)))
      const values = measureAll(measured, names)
      found.push({ policy: policy.name, values: names.map((each) => values[each]) })
      bar.step(policy.name)
    }
  } finally {
    bar.stop()
  }
  return found
}

async function askedPolicies(
  options: OwnPoliciesOptions,
  own: string | null,
): Promise<readonly ParsedPolicy[]> {
  const { policies = null } = options
  if (policies !== null) return Promise.all(splitPolicies(policies).map(readPolicy))
  const { slurmConf } = settled(SLURM_FILES, options)
  const slurms = slurmConf === null ? [] : [SLURMS_OWN]
  return [RECORDED, ...(own === null ? slurms : [own])].map(parsePolicy)
}

function hasWaits(wait: Float64Array | undefined): boolean {
  return wait?.every((seconds) => seconds >= 0) ?? false
}
