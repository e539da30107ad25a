/** A model fitted to a log. */

import { type Exhibit, exhibit, facts, section } from '../../core/exhibit.js'
import { formatCount, formatPercent, formatSeconds, plural } from '../../core/format.js'
import type { WorkloadModel } from '../../workload/model/index.js'

/** @param kept where the model is, for the reader */
export function modelPage(
  { evidence, archetypes, machine, regulation }: WorkloadModel,
  kept: string,
): Exhibit {
  return exhibit(`Workload model of ${evidence.log}`, '', [
    section(
      'The model',
      facts([
        ['kept in', kept],
        ['fitted to', `${plural(evidence.jobs, 'job')} over ${formatSeconds(evidence.seconds)}`],
        ['sessions', formatCount(evidence.sessions)],
        ['users', `${formatCount(evidence.users)} in ${plural(archetypes.length, 'archetype')}`],
        [
          'offered load',
          machine === null ? 'unknown, as the machine is' : formatPercent(evidence.work / machine),
        ],
        [
          'moved to common values',
          `${plural(evidence.movedSizes, 'size')}, ${plural(evidence.movedEstimates, 'requested time')}`,
        ],
        ['self-regulation', String(regulation)],
      ]),
    ),
  ])
}
