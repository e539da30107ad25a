/**
 * AVEbsld of EASY and its relatives in the study of run-time predictions by E. Gaussier, D. Glesser, V. Reis and
 * D. Trystram, Improving Backfilling by using Machine Learning to predict Running Times, SC 2015.
 */
export const LOGS = { CTC: 'CTC-SP2', KTH: 'KTH-SP2', SDSC: 'SDSC-SP2' } as const
export type Log = keyof typeof LOGS
export const LOG_NAMES = Object.keys(LOGS) as readonly Log[]

export const MACHINES: Readonly<Record<Log, number>> = { CTC: 338, KTH: 100, SDSC: 128 }

/** The four schedulers of which schedules are at hand, and how their files end. */
export const SCHEDULERS = {
  EASY: 'EASY',
  'EASY++': 'EASYpp-tsafrir',
  'EASY++, true run times': 'EASYpp-clairvoyant',
  'EASY, true run times': 'EASYpred-clairvoyant',
} as const
export type Scheduler = keyof typeof SCHEDULERS
export const SCHEDULER_NAMES = Object.keys(SCHEDULERS) as readonly Scheduler[]

export const SLOWDOWNS: Readonly<Record<Log, Readonly<Record<Scheduler, number>>>> = {
  CTC: { EASY: 49.57, 'EASY++': 85.77, 'EASY++, true run times': 17.57, 'EASY, true run times': 37.17 },
  KTH: { EASY: 92.58, 'EASY++': 63.5, 'EASY++, true run times': 49.85, 'EASY, true run times': 71.72 },
  SDSC: { EASY: 87.87, 'EASY++': 79.4, 'EASY++, true run times': 56.84, 'EASY, true run times': 70.48 },
}
