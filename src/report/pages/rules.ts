/** The page that explains rules: what they say, and what they decided on a log. */

import {
  code,
  type Exhibit,
  exhibit,
  facts,
  figure,
  type Section,
  section,
  table,
} from '../../core/exhibit.js'
import { formatCount, formatNumber, formatPercent } from '../../core/format.js'
import type { DecisionMap } from '../../strategy/index.js'
import type { LogClock } from '../../trace/trace.js'
import type { Provenance } from '../model.js'
import { decisionMapPlot } from '../plots/rules-map.js'
import { type MembershipPlot, membershipPlot } from '../plots/rules-memberships.js'
import { rulesTimelinePlot } from '../plots/rules-timeline.js'
import type { Reached } from '../reached.js'
import { type ExplainedRules, rulesText } from '../rules-text.js'
import type { TerminalStyle } from '../terminal.js'
import { reachedSections } from './parts.js'

export interface RulesReport extends ExplainedRules {
  /** What is known of the strategy and its evidence: label and value. */
  readonly facts: readonly (readonly [string, string])[]
  /** Empty for rigid rules. */
  readonly memberships: MembershipPlot['sets']
  readonly maps: readonly DecisionMap[]
  /** Values of the features that a map does not vary, in words. */
  readonly others: string
  /** Of the log, if there is one. */
  readonly clock: LogClock | null
  /** Null without a log. */
  readonly reached: Reached | null
  readonly provenance: Provenance
}

const PLAIN: TerminalStyle = { width: 120, unicode: true, colour: false }

/** Apart from its looks. Equal reports give equal ones. */
export function rulesPage(report: RulesReport): Exhibit {
  const { name, title, base, log, memberships, maps, others, clock, provenance } = report
  return exhibit(`What ${name} decides`, title, [
    section(
      'The rules',
      facts(report.facts),
      { kind: 'verbatim', text: rulesText({ name, title, base, log: null }, PLAIN) },
      ...(memberships.length === 0
        ? []
        : [
            figure(
              membershipPlot({ title: 'Membership functions', sets: memberships }),
              'A line for each rule, relative to its largest value; in the colour of what the rule favours.',
            ),
          ]),
    ),
    ...(maps.length === 0
      ? []
      : [
          section(
            'What is decided',
            figure(decisionMapPlot({ title: 'Decisions over two features', maps }), `The others: ${others}.`),
          ),
        ]),
    ...(log === null ? [] : [logSection(log, clock)]),
    ...reachedSections(report.reached),
    section(
      'How this was made',
      facts([
        ['program', `Queuewright ${provenance.version}`],
        ['command', code(provenance.command)],
      ]),
    ),
  ])
}

function logSection({ name, report }: NonNullable<RulesReport['log']>, clock: LogClock | null): Section {
  const { count, changes, members, features, timeline } = report
  const numeric = (head: string) => ({ head, numeric: true })
  return section(
    `On ${name}`,
    facts([
      ['decisions', formatCount(count)],
      ['changes of the policy', formatCount(changes)],
    ]),
    table(
      'Policies that were chosen',
      [{ head: 'policy', numeric: false }, numeric('decisions'), numeric('share')],
      members.map(({ policy, decisions, share }) => [policy, formatCount(decisions), formatPercent(share)]),
    ),
    ...(clock === null || count === 0
      ? []
      : [
          figure(
            rulesTimelinePlot({ title: 'Decisions over time', members, timeline, clock }),
            'In each stretch of time the shares of the policies that were chosen; empty where nothing was decided.',
          ),
        ]),
    table(
      'Features when it was decided',
      [{ head: 'feature', numeric: false }, ...['least', '5 %', 'median', '95 %', 'most'].map(numeric)],
      features.map(({ feature, least, low, median, high, most }) => [
        feature,
        ...[least, low, median, high, most].map(formatNumber),
      ]),
    ),
  )
}
