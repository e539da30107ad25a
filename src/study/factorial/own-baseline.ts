/** The baseline of a study on the machine of a site: what that site goes by, as in a comparison, where the file names none. */
import { policyName } from '../../sim/policy.js'
import type { StudyDesign } from './design.js'

/**
 * The design with the site's own policy among its policies, and as its baseline.
 * @param design with the documents of its sites
 * @returns it as it is where its file names a baseline, or where its machines are not those of sites with one policy
 */
export function withOwnBaseline(design: StudyDesign): StudyDesign {
  const { machines, policies, baselineNamed } = design
  const owns = machines.map((rule) =>
    rule.kind === 'site' ? (rule.document?.scheduling.policy ?? null) : null,
  )
  const [own] = owns
  if (baselineNamed || own === null || owns.some((other) => other !== own)) return design
  const known = policies.find((policy) => policyName(policy) === policyName(own))
  return { ...design, policies: known === undefined ? [own, ...policies] : policies, baseline: known ?? own }
}
