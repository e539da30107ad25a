/**
 * Policies that cannot keep up with the work that comes, by the share of the machine that is in use. A mean over the log says
 * too little of them, as it grows with the log. Pure.
 */
import { formatPercent } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { type ComparedPolicy, isValue } from '../evaluation/ranking.js'
import { requireObjective } from '../sim/objectives/index.js'
import { objectiveInfo } from '../sim/objectives/info.js'
import { RECORDED } from '../sim/policy.js'

const UTILIZATION = objectiveInfo(requireObjective('UTIL'))

/** By how much a log may seem to last longer as its last jobs drain: who is behind by less may be so for that alone. */
const DRAIN = 0.05
const MOST_NAMED = 3

/**
 * Utilization is work over span, and the work is the same, but for jobs that gave up waiting: who has less in use is so much
 * later done with it, or leaves it undone. Nothing where it was not measured.
 * @param policies of one log, of which `baseline` is preferred as the one that keeps up
 * @param log as it is called; left out where there is one
 * @param told the only one that is named, if behind; left out: all
 */
export function behindLines(
  policies: readonly ComparedPolicy[],
  baseline: string,
  { log, told }: { readonly log?: string; readonly told?: string } = {},
): readonly string[] {
  const simulated = policies.flatMap(({ policy, objectives: { [UTILIZATION.name]: used } }) =>
    policy !== RECORDED && isValue(used) ? [{ policy, used }] : [],
  )
  const most = largestOf(simulated.map(({ used }) => used))
  const ahead = simulated.filter(({ used }) => used === most)
  const keeping = ahead.find(({ policy }) => policy === baseline) ?? ahead[0]
  const behind = simulated
    .filter(({ policy, used }) => used * (1 + DRAIN) < most && (told === undefined || policy === told))
    .toSorted((a, b) => a.used - b.used)
  if (behind.length === 0) return []
  const named = behind.slice(0, MOST_NAMED).map(({ policy, used }) => `${policy} ${formatPercent(used)}`)
  const rest =
    behind.length > MOST_NAMED
      ? `, ${behind.length - MOST_NAMED} more less than ${formatPercent(most / (1 + DRAIN))}`
      : ''
  const where = log === undefined ? '' : ` on ${log}`
  return [
    `Who falls behind${where}: of the machine ${keeping.policy} has ${formatPercent(most)} in use, ${named.join(', ')}${rest}. What is not done meanwhile waits on, and may grow for as long as such a load lasts.`,
  ]
}
