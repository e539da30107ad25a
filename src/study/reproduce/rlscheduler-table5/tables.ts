/**
 * Table 5 of D. Zhang, D. Dai, Y. He, F. S. Bao and B. Xie, RLScheduler, SC 2020, for its two model workloads; with the
 * two decimals of the released artefact's README (github.com/DIR-LAB/deep-batch-scheduler), which the paper rounds to
 * five digits. Means over ten windows.
 */
export const WORKLOADS = { 'Lublin-1': 'lublin_256.swf.gz', 'Lublin-2': 'lublin_256_new2.swf.gz' } as const
export type Workload = keyof typeof WORKLOADS
export const WORKLOAD_NAMES = Object.keys(WORKLOADS) as readonly Workload[]

export const MODES = ['heads only', 'backfilling'] as const
export type Mode = (typeof MODES)[number]

export const PUBLISHED_COLUMNS = ['FCFS', 'WFP3', 'UNICEP', 'SJF', 'F1', 'RL'] as const

export const TABLE_5: Readonly<
  Record<Workload, Readonly<Record<Mode, Readonly<Record<(typeof PUBLISHED_COLUMNS)[number], number>>>>>
> = {
  'Lublin-1': {
    'heads only': { FCFS: 7273.77, WFP3: 19753.53, UNICEP: 22274.74, SJF: 277.35, F1: 258.37, RL: 254.67 },
    backfilling: { FCFS: 235.82, WFP3: 133.87, UNICEP: 307.23, SJF: 73.31, F1: 75.07, RL: 58.64 },
  },
  'Lublin-2': {
    'heads only': { FCFS: 7842.47, WFP3: 9523.18, UNICEP: 11265.31, SJF: 787.89, F1: 698.34, RL: 724.51 },
    backfilling: { FCFS: 247.61, WFP3: 318.35, UNICEP: 379.59, SJF: 91.99, F1: 148.25, RL: 118.79 },
  },
}

/**
 * First jobs of the windows, from 0: NumPy's `randint(1024, 10000 − 1024 − 1)` after gym's `seeding.np_random(1)`, with
 * which the artefact makes the tables.
 */
export const WINDOW_STARTS: readonly number[] = [1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085]
