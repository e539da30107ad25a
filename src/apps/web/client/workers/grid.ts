/**
 * A log whose jobs are processed by several machines: what `qw grid` computes, for pages that ask again and again. Pure; the same
 * worker has it that tries policies.
 */

import { readDocument } from '../../../../core/documents.js'
import type { Block, Picture } from '../../../../core/exhibit.js'
import { type GridStage, gridNotices, gridStageOf } from '../../../../evaluation/scenarios/grid-case.js'
import { gridCsv } from '../../../../report/formats/grid-csv.js'
import { gridPolicyName, winners, worth } from '../../../../report/pages/grid.js'
import { coverageRaster } from '../../../../report/plots/gantt-raster.js'
import { gridAllocation, gridBands, gridGantt, gridSchedule } from '../../../../report/plots/grid-gantt.js'
import type { Schedule } from '../../../../sim/schedule.js'
import {
  GRID_POLICIES,
  type GridPolicy,
  type GridSchedule,
  gainsOf,
  gridPolicy,
  measureGrid,
  WRITTEN_SITES,
  type WrittenSite,
  writtenSite,
} from '../../../../sites/grid/index.js'
import type { Dataset } from '../../../../trace/dataset.js'
import { parseGrid } from '../../../../workload/transform/sites.js'
import type { Span } from '../view/view.js'
import { type Chart, MOST_ROWS, spanOf } from './trial.js'

export type Sharing = (typeof GRID_POLICIES)[number]

/** Sites that share the jobs of a log in one way, and the part of time that is drawn. */
export interface GridAsked {
  /** A published grid, sizes, or sites as JSON. */
  readonly sites: string
  readonly sharing: Sharing
  /** Percent that a job over several sites takes longer. */
  readonly overhead: number
  readonly span: Span | null
  readonly bins: number
}

export interface Shared {
  /** Site by site who wins and who loses, beside local processing. */
  readonly gains: Block
  /** Sites whose own users gain, whose users lose, and all. */
  readonly winning: number
  readonly losing: number
  readonly sites: number
  /** Sentences on jobs that had to be split. */
  readonly notices: readonly string[]
  /** The mean of all jobs, in seconds; null where there is no work. */
  readonly awrt: number | null
  readonly alone: number | null
  readonly chart: Chart
}

export interface GridTrial {
  /** @throws QueuewrightError for what are no sites, and for jobs that have no place on them */
  shared(asked: GridAsked): Shared
  /** All ways of sharing beside each other. */
  ways(asked: GridAsked): Block
  /** The AWRT of one way of sharing; null where there is no work. */
  awrt(asked: GridAsked): number | null
  /** As `qw grid --gantt` and `--csv` write them. */
  gridGantt(asked: GridAsked): Picture
  gridCsv(asked: GridAsked): string
}

/** Into what wide jobs are split, as `qw grid` does where nobody says otherwise. */
const PARTS = 'local'
/** Schedules that are kept: local processing, the way that is looked at, and what it was compared with. */
const KEPT = 6
/** How `qw grid` shares work where nobody says otherwise. */
const USUAL = { siteChoice: 'soonest', move: 0 } as const

export function gridTrialOn(dataset: Dataset): GridTrial {
  let stage: { readonly sites: string; readonly names: readonly string[]; readonly on: GridStage } | null =
    null
  const known = new Map<string, GridSchedule>()

  const stageFor = (sites: string) => {
    if (stage?.sites !== sites) {
      const written = sitesIn(sites)
      known.clear()
      const on = gridStageOf(
        {
          ...{ data: dataset.digest, window: null, estimates: 'user' },
          ...{ sites: written, arrivals: 'turn', parts: PARTS },
        },
        dataset,
      )
      stage = { sites, names: written.map(({ name }) => name), on }
    }
    return stage
  }
  const scheduleOf = ({ sites, sharing, overhead }: GridAsked): GridSchedule => {
    const { on } = stageFor(sites)
    const policy = policyOf(sharing, overhead)
    const key = gridPolicyName(policy)
    const schedule = known.get(key) ?? on.run(policy)
    known.delete(key)
    known.set(key, schedule)
    for (const old of known.keys()) {
      if (known.size <= KEPT) break
      if (old !== 'local') known.delete(old)
    }
    return schedule
  }
  const chartOf = (schedule: GridSchedule, names: readonly string[], { span, bins }: GridAsked): Chart => {
    const shown: Schedule = gridSchedule(schedule)
    const { processors } = shown
    const whole = spanOf(shown)
    const [from, to] = span ?? whole
    const rows = Math.min(MOST_ROWS, processors)
    const raster = coverageRaster(shown, gridAllocation(schedule), { from, to, bins, rows })
    return { raster, processors, whole, bands: gridBands(schedule.sites, names) }
  }
  const outcomeOf = (asked: GridAsked) => {
    const schedule = scheduleOf(asked)
    const policy = policyOf(asked.sharing, asked.overhead)
    return { policy, schedule, measures: measureGrid(schedule) }
  }
  const named = (asked: GridAsked) => ({
    name: gridPolicyName(policyOf(asked.sharing, asked.overhead)),
    schedule: scheduleOf(asked),
  })

  return {
    shared: (asked) => {
      const { names, on } = stageFor(asked.sites)
      const alone = scheduleOf({ ...asked, sharing: 'local' })
      const { policy, schedule, measures } = outcomeOf(asked)
      const gains = gainsOf(schedule, alone)
      const ofSites = gains.filter(({ site, group }) => site !== null && group === null)
      const [block] = winners(names, { name: gridPolicyName(policy), gains })
      return {
        gains: block,
        winning: ofSites.filter(({ gain }) => gain !== null && gain > 0).length,
        losing: ofSites.filter(({ gain }) => gain !== null && gain < 0).length,
        sites: names.length,
        notices: gridNotices(on, PARTS),
        awrt: measures.awrt,
        alone: measureGrid(alone).awrt,
        chart: chartOf(schedule, names, asked),
      }
    },
    ways: (asked) => worth(GRID_POLICIES.map((sharing) => outcomeOf({ ...asked, sharing }))),
    awrt: (asked) => measureGrid(scheduleOf(asked)).awrt,
    gridGantt: (asked) => {
      const { names } = stageFor(asked.sites)
      const { name, schedule } = named(asked)
      return gridGantt({ title: `${name} on ${dataset.name}`, schedule, names, clock: dataset.clock })
    },
    gridCsv: (asked) => [...gridCsv([named(asked)], stageFor(asked.sites).names)].join(''),
  }
}

function policyOf(sharing: Sharing, overhead: number): GridPolicy {
  return gridPolicy(sharing, { ...USUAL, overhead })
}

/** @throws QueuewrightError */
export function sitesIn(text: string): readonly WrittenSite[] {
  if (text.startsWith('[')) return readDocument(WRITTEN_SITES, text, 'the sites')
  return parseGrid(text).sites.map(writtenSite)
}
