/** The page that explains rules: what they say, and what they decided on a log. */

import {
  aside,
  type Exhibit,
  exhibit,
  facts,
  figure,
  numbers,
  type Section,
  section,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatPercent } from '../../core/format.js'
import type { DecisionMap } from '../../strategy/index.js'
import type { LogClock } from '../../trace/trace.js'
import type { Provenance } from '../model.js'
import { decisionMapPlot } from '../plots/rules-map.js'
import { type MembershipPlot, membershipPlot } from '../plots/rules-memberships.js'
import { rulesTimelinePlot } from '../plots/rules-timeline.js'
import type { Reached } from '../reached.js'
import { decisionBlocks, type ExplainedRules, reducedBlocks, ruleBlocks } from '../rules.js'
import { provenanceSection, reachedSections } from './parts.js'

export interface RulesReport extends ExplainedRules {
  /** Facts of the strategy and its evidence: label and value. */
  readonly facts: readonly (readonly [string, string])[]
  /** Empty for rigid rules. */
  readonly memberships: MembershipPlot['sets']
  /** Asked where they are shown: looking for them takes its time. */
  readonly maps: () => readonly DecisionMap[]
  /** Values of the features that a map does not vary, in words. */
  readonly others: string
  /** The log's clock, if there is one. */
  readonly clock: LogClock | null
  /** Null without a log. */
  readonly reached: Reached | null
  readonly provenance: Provenance
}

/** Apart from its looks. Equal reports give equal ones. */
export function rulesPage(report: RulesReport): Exhibit {
  const { name, title, base, log, memberships, maps, others, clock, provenance } = report
  return exhibit(`What ${name} decides`, title === name ? '' : title, [
    section('The rules', facts(report.facts), ruleBlocks(base)),
    ...(log === null ? [] : logSections(base, log)),
    ...reachedSections(report.reached),
    aside('Memberships and decisions', () => [
      ...(memberships.length === 0
        ? []
        : [
            figure(
              membershipPlot({ title: 'Membership functions', sets: memberships }),
              'A line for each rule, relative to its largest value; in the colour of what the rule favours.',
            ),
          ]),
      ...decisionFigures(maps(), others),
      ...(log === null || clock === null || log.report.count === 0
        ? []
        : [
            figure(
              rulesTimelinePlot({ title: 'Decisions over time', clock, ...log.report }),
              'In each stretch of time the shares of the policies that were chosen; empty where nothing was decided.',
            ),
          ]),
    ]),
    provenanceSection(provenance),
  ])
}

function decisionFigures(maps: readonly DecisionMap[], others: string) {
  if (maps.length === 0) return []
  return [figure(decisionMapPlot({ title: 'Decisions over two features', maps }), `The others: ${others}.`)]
}

function logSections(base: RulesReport['base'], log: NonNullable<RulesReport['log']>): readonly Section[] {
  const { name, report, reduced } = log
  const { count, changes, members } = report
  const told = facts([
    ['decisions', formatCount(count)],
    ['changes of the policy', formatCount(changes)],
  ])
  if (count === 0) return [section(`On ${name}`, told)]
  return [
    section(
      `On ${name}`,
      told,
      table(
        'Policies that were chosen',
        [...words('policy'), ...numbers('decisions', 'share')],
        members.map(({ policy, decisions, share }) => [policy, formatCount(decisions), formatPercent(share)]),
      ),
      decisionBlocks(base, report),
    ),
    section('Reduced', reducedBlocks(base, reduced)),
  ]
}
