/** A small model written by hand, for tests of what is generated from models. */
import {
  type Archetype,
  MODEL_KIND,
  MODEL_VERSION,
  PATIENCE_CLASSES,
  PROGRESS_EDGES,
  REQUEST_EDGES,
  SESSION_WORK_EDGES,
  WORK_QUANTILES,
  type WorkloadModel,
} from '../../../../src/workload/model/workload-model.js'

const DAY = 86_400
const WORK_CLASSES = WORK_QUANTILES.length + 1

/** Eight in ten sessions are in office hours. */
const WEEK = Array.from({ length: 168 }, (_, hour) => {
  const office = hour < 120 && hour % 24 >= 8 && hour % 24 < 18
  return office ? (0.8 * 168) / 50 : (0.2 * 168) / 118
})

/** Users who come for ever, one session a day, two jobs each in the mean. */
export const REGULARS: Archetype = {
  users: 20,
  jobs: 8000,
  sessions: 4000,
  arrivals: 0.02,
  present: 20,
  leaving: 0.001,
  cycles: [DAY / 2, DAY, (3 * DAY) / 2],
  cyclesAfter: SESSION_WORK_EDGES.map(() => []).concat([[]]),
  persistence: 0,
  goesOn: new Array<number>(WORK_CLASSES).fill(0.5),
  pauses: [5, 60],
  patience: new Array<number>(PATIENCE_CLASSES).fill(0.5),
  within: { all: 0.4, kind: 0.2, size: 0.1, none: 0.3, run: 0 },
  across: { all: 0.1, kind: 0.1, size: 0.2, none: 0.6, run: 0 },
  concentration: { kinds: 4, runs: 2 },
  kinds: [
    [1, [[3600, [10, 30, 25, 20, -2, 5]]]],
    [
      8,
      [
        [7200, [30, 20]],
        [14_400, [35, 15, -1, 5]],
      ],
    ],
    [32, [[-1, [38, 5]]]],
  ],
}

/** Users who come once. */
export const VISITORS: Archetype = {
  ...REGULARS,
  users: 200,
  jobs: 400,
  sessions: 200,
  arrivals: 1,
  present: 0,
  leaving: 1,
  cycles: [],
}

export const MODEL: WorkloadModel = {
  kind: MODEL_KIND,
  version: MODEL_VERSION,
  evidence: {
    log: 'by-hand',
    digest: '0'.repeat(64),
    jobs: 8400,
    users: 220,
    sessions: 4200,
    seconds: 200 * DAY,
    lastSubmit: Date.UTC(2024, 5, 6, 15) / 1000,
    work: 12,
    withoutUser: 0,
    withoutWait: 0,
    movedSizes: 0,
    movedEstimates: 0,
    settings: { leastUsers: 5, sessionPause: 3600, absence: 50 * DAY },
  },
  machine: 64,
  zone: 'Europe/Stockholm',
  week: WEEK,
  work: [20, 100, 500, 1000, 5000, 10_000, 20_000, 50_000, 100_000],
  goingOn: [0, ...PROGRESS_EDGES].map(() => new Array<number>(WORK_CLASSES).fill(0)),
  regulation: 0,
  waits: Array.from({ length: PATIENCE_CLASSES }, () => [0, 30, 300]),
  thinks: [10, 120, 900],
  overruns: [0, ...REQUEST_EDGES].map(() => [1, 1.02]),
  archetypes: [REGULARS, VISITORS],
}
