/**
 * Policies that cannot keep up with the work that comes, by the share of the machine that is in use. A mean over the log says
 * too little of them, as it grows with the log. Pure.
 */
import { formatPercent } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { type ComparedPolicy, isValue } from '../../evaluation/results/ranking.js'
import { requireObjective } from '../../sim/objectives/index.js'
import { objectiveInfo } from '../../sim/objectives/info.js'
import { RECORDED } from '../../sim/policy.js'

const UTILIZATION = objectiveInfo(requireObjective('UTIL'))

/** By how much a log may seem to last longer as its last jobs drain: who is behind by less may be so for that alone. */
const DRAIN = 0.05
const MOST_NAMED = 3

/**
 * Utilization is work over span, and the work is the same, but for jobs that gave up waiting: who has less in use is so much
 * later done with it, or leaves it undone. Nothing where it was not measured.
 * @param policies of one log, beside `baseline`, or whoever has most in use if that is behind itself
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
  const isBehind = ({ used }: { readonly used: number }) => used * (1 + DRAIN) < most
  const behind = simulated
    .filter((each) => isBehind(each) && (told === undefined || each.policy === told))
    .toSorted((a, b) => a.used - b.used)
  const before = simulated.find(({ policy }) => policy === baseline)
  const keeping =
    before === undefined || isBehind(before) ? simulated.find(({ used }) => used === most) : before
  if (behind.length === 0 || keeping === undefined) return []
  const named = behind.slice(0, MOST_NAMED).map(({ policy, used }) => `${policy} ${formatPercent(used)}`)
  const rest =
    behind.length > MOST_NAMED
      ? `, ${behind.length - MOST_NAMED} more less than ${formatPercent(most / (1 + DRAIN))}`
      : ''
  const where = log === undefined ? '' : ` on ${log}`
  return [
    `Who falls behind${where}: of the machine ${keeping.policy} has ${formatPercent(keeping.used)} in use, ${named.join(', ')}${rest}. What is not done meanwhile waits on, and may grow for as long as such a load lasts.`,
  ]
}
