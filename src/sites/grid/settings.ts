/** The settings of a grid, declared once: options, help, checks and the document of settings derive from them. */
import { choice, duration, setting, someOf, whole } from '../../core/settings/index.js'
import { widthForm } from '../../workload/transform/parts.js'
import type { SITE_CHOICES } from './sharing.js'
import { GRID_POLICIES, type GridPolicy } from './simulate.js'

export const ARRIVALS = {
  turn: 'one site after the other, as in THESIS 11.3',
  share: "each site as many as is its share of the grid's nodes",
  partition: "the log's partition k is site k",
  queue: "the log's queue k is site k",
  log: 'the k-th log is of site k',
} as const
export type Arrivals = keyof typeof ARRIVALS

const WIDEST = widthForm(
  { none: '', local: 'the size of its own site', largest: 'that of the largest site' },
  'nodes',
)

export const GRID_SETTINGS = {
  policy: setting(someOf(GRID_POLICIES), {
    meaning: 'ways of sharing work that are set side by side',
    usual: GRID_POLICIES,
    usually: 'all that the sites and jobs allow',
    source: 'THESIS 11.3',
  }),
  arrivals: setting(choice(Object.keys(ARRIVALS) as Arrivals[], 'how'), {
    meaning: 'from which site jobs come',
    usual: 'turn',
  }),
  parts: setting(WIDEST, {
    meaning: 'wider jobs come in parts of so many nodes',
    usual: 'local',
    source: 'THESIS 11.3.2, modifications 1 (local), 2 (largest) and 3 (64)',
  }),
  siteChoice: setting(
    choice({
      soonest: 'the earliest planned start',
      'least-idle': 'the fewest idle nodes, as printed',
      'first-done': 'the earliest planned end',
    } satisfies Readonly<Record<(typeof SITE_CHOICES)[number], string>>),
    { meaning: 'sharing: which site a job is given to', usual: 'soonest' },
  ),
  move: setting(duration(), {
    meaning: 'sharing: what a job takes longer away from home',
    usual: 0,
    unit: 's',
  }),
  overhead: setting(whole(0, 10_000), {
    meaning: 'multi-site: percent that a job over several sites takes longer',
    usual: 30,
    unit: '%',
  }),
}

export interface GridRules {
  readonly siteChoice: (typeof SITE_CHOICES)[number]
  readonly move: number
  readonly overhead: number
}

export function gridPolicy(
  kind: (typeof GRID_POLICIES)[number],
  { siteChoice, move, overhead }: GridRules,
): GridPolicy {
  switch (kind) {
    case 'local':
      return { kind }
    case 'sharing':
      return { kind, siteChoice, move }
    default:
      return { kind, overhead }
  }
}
