/**
 * Table 4 of D. Carastan-Santos and R. Y. de Camargo, Obtaining Dynamic Scheduling Policies with Simulation and Machine
 * Learning, SC 2017, as printed: medians of AVEbsld over ten windows. Checked against statements of its text
 * (test/unit/study).
 */

/** The table's columns, and the queue order of each. F1 to F4 with the coefficients of the released program. */
export const COLUMNS = {
  FCFS: 'submit',
  WFP: 'wfp3',
  UNI: 'unicef',
  SPT: 'spt',
  F4: 'f4-raw',
  F3: 'f3-raw',
  F2: 'f2-raw',
  F1: 'f1-raw',
} as const

/**
 * UNI as the released program has it: 1e-20 s are added to the wait, so that of jobs that have not waited the one of
 * least log2(n)·r goes first.
 */
export const RELEASED_UNI = '(-(wait + 1e-20)/(log2(size)*estimate))'

export type Column = keyof typeof COLUMNS
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly Column[]

/** r, e and the last third of the table. */
export const MODES = ['actual run times', 'estimates', 'backfilling'] as const
export type Mode = (typeof MODES)[number]

/** A workload of the table: the platform and what it was filled with. */
export const WORKLOADS = ['Lublin 256', 'Lublin 1024', 'Curie', 'ANL', 'SDSC-Blue', 'CTC'] as const
export type Workload = (typeof WORKLOADS)[number]

/** In the order of `COLUMN_NAMES`. */
export type Row = readonly [number, number, number, number, number, number, number, number]

export const TABLE_4: Readonly<Record<Workload, Readonly<Record<Mode, Row>>>> = {
  'Lublin 256': {
    'actual run times': [5846.87, 3630.66, 1799.74, 943.59, 583.89, 89.93, 29.65, 29.58],
    estimates: [5846.87, 6021.69, 3561.56, 4415.27, 719.88, 405.68, 207.05, 33.03],
    backfilling: [842.66, 654.81, 470.72, 623.86, 329.49, 163.74, 45.72, 32.82],
  },
  'Lublin 1024': {
    'actual run times': [10315.62, 7759.03, 4310.26, 4061.44, 1518.73, 831.18, 244.8, 217.13],
    estimates: [10315.62, 9713.4, 5930.5, 7573.58, 2605.45, 2065.47, 1292.64, 249.8],
    backfilling: [3018.94, 3792.4, 2804.38, 3024.49, 1571.95, 1055.82, 490.77, 223.52],
  },
  Curie: {
    'actual run times': [227.67, 182.95, 93.76, 132.59, 20.25, 10.66, 3.58, 10.38],
    estimates: [227.67, 251.54, 135.53, 213.03, 48.45, 24.98, 12.47, 21.85],
    backfilling: [59.03, 49.23, 24.35, 35.72, 24.54, 23.91, 18.69, 21.73],
  },
  ANL: {
    'actual run times': [30.04, 11.78, 6.03, 3.34, 1.94, 1.71, 1.87, 2.14],
    estimates: [30.04, 17.82, 11.42, 5.44, 4.15, 3.15, 2.57, 2.64],
    backfilling: [8.56, 6.0, 4.01, 3.7, 3.52, 2.87, 2.54, 2.64],
  },
  'SDSC-Blue': {
    'actual run times': [299.83, 44.4, 20.37, 21.77, 14.33, 10.38, 4.31, 10.22],
    estimates: [299.83, 94.87, 39.69, 36.42, 24.26, 10.16, 9.88, 12.14],
    backfilling: [36.4, 17.76, 13.07, 10.2, 9.37, 10.18, 9.66, 11.97],
  },
  CTC: {
    'actual run times': [439.72, 309.72, 29.87, 87.55, 19.02, 14.06, 5.32, 10.27],
    estimates: [439.72, 369.93, 98.58, 290.39, 31.23, 21.58, 13.78, 15.14],
    backfilling: [74.96, 54.32, 24.06, 17.32, 14.12, 14.4, 10.77, 14.07],
  },
}

/**
 * How many of the largest values the released scripts take out of a Curie policy's ten before the median: they do so
 * for the plot, on a list that the median is then taken of. In the order of `COLUMN_NAMES`. Under UNI the scripts as
 * released take out one with estimates and none with backfilling; the printed medians come out with two.
 */
export const CURIE_OUTLIERS: Readonly<Record<Mode, Row>> = {
  'actual run times': [2, 2, 2, 2, 0, 0, 0, 0],
  estimates: [2, 2, 2, 2, 0, 0, 0, 0],
  backfilling: [0, 1, 2, 1, 0, 0, 0, 0],
}
