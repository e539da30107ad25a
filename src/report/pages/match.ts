/** The page of a search for the factor of a scaling. */

import { type Exhibit, exhibit, facts, figure, section, sentences, table } from '../../core/exhibit.js'
import { formatCount } from '../../core/format.js'
import type { Trace } from '../../trace/trace.js'
import {
  byFactor,
  cells,
  changedCells,
  factorText,
  MATCH_HEADS,
  type MatchInfo,
  matchFacts,
  matchWarnings,
  percent,
} from '../match.js'
import type { Provenance } from '../model.js'
import { matchPlot } from '../plots/match.js'
import { digestFacts, provenanceSection } from './parts.js'

export interface MatchReport {
  /** The log that is scaled. */
  readonly trace: Trace
  readonly match: MatchInfo
  readonly provenance: Provenance
}

/** The report, apart from its looks. Equal reports give equal ones. */
export function matchPage({ trace, match, provenance }: MatchReport): Exhibit {
  const { from, to, policy, best, reference, history } = match
  return exhibit(
    `Scaling ${trace.name} to ${formatCount(to)} processors`,
    `The factor at which ${policy} on ${formatCount(to)} processors gives the waits of the original on ${formatCount(from)}`,
    [
      section('Result', facts(matchFacts(match)), sentences(matchWarnings(match))),
      section(
        'The search',
        table(
          'All factors tried; ★ marks the best',
          MATCH_HEADS.map((head) => ({ head, numeric: head !== 'level' })),
          [
            ['', 'original', ...cells(reference), ''],
            ...byFactor(history).map((point) => [
              factorText(point),
              point.level,
              ...changedCells(point),
              `${percent(point.deviation)}${point === best ? ' ★' : ''}`,
            ]),
          ],
        ),
        figure(
          matchPlot(match),
          'Deviation of the weighted wait (AWWT) and response time (AWRT) from the original, for each factor tried.',
        ),
      ),
      provenanceSection(provenance, digestFacts([[trace.name, trace.digest]])),
    ],
  )
}
