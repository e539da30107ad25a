/** The published tables of one method. */
import type { ThesisLog } from '../../thesis-logs.js'
import type { PublishedRow } from '../../thesis-values.js'

/**
 * The source of a base: the log itself, CTC, or all six logs by the mean of their objectives
 * (SDSC95 among them).
 */
export type Training = 'SOPT' | 'SOPT(CTC)' | 'ALLOPT'

export type TrainingRows = Readonly<Partial<Record<Training, Readonly<Record<ThesisLog, PublishedRow>>>>>

export interface MethodTables {
  /** Seconds, UTIL in %, the objective. */
  readonly rows: TrainingRows
  /** 100·(EASY − value) / EASY of each column, in %; that of UTIL is positive where it falls. */
  readonly improvements: TrainingRows
}
