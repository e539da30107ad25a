/**
 * Published values of greedy strategies learnt for the regions of figure 8.7 on CTC: C. Franke, doctoral thesis, Dortmund
 * 2006, tables 10.1 and 10.2 (CTC) and H.1 and H.2 (applied to the others), seconds and improvements over EASY in %. Rows
 * of strategies learnt for the linear objective, of H.3, H.4 and of standard algorithms are those of thesis-greedy. Of
 * KTH and SDSC00 figure 10.1 says -260 and -400 %, as the tables do. Table H.1 has KTH's rows for CTC.
 */
import type { ThesisLog } from '../thesis-logs.js'
import type { PublishedRow } from '../thesis-values.js'

export const REGION_ROWS: Readonly<Record<ThesisLog, PublishedRow>> = {
  CTC: [55444.01, 53569.68, 63350.92, 58753.23, 51106.22, 37509.74, 66.99, 789100.5],
  KTH: [654651.62, 140146.21, 529618.99, 772436.29, 1155975.5, 786146.82, 71.36, 3519938.06],
  LANL: [15073.44, 12315.83, 13766.07, 14668.02, 19678.65, 30805.13, 57.27, 178222.55],
  SDSC00: [1535197.6, 470185.88, 1234798.1, 1884381.7, 2422670.8, 2156024.4, 78.31, 9641051.2],
  SDSC96: [48573.59, 44841.31, 47005.92, 92547.13, 48558.91, 78962.25, 61.14, 636436.81],
}

/** On LANL over an EASY of objective 186,326, which is printed nowhere: by table F.1 the objective's is -3.88 %. */
export const REGION_IMPROVEMENTS: typeof REGION_ROWS = {
  CTC: [-4.24, 10.24, 2.5, -16.77, -10.81, -17.75, 0, 7.89],
  KTH: [-799.97, -113.05, -562.62, -1310.81, -1447.36, -1861.47, 0.77, -260.09],
  LANL: [-8.34, 3.36, 6.49, -32.05, -48.25, -39.59, 0, 4.35],
  SDSC00: [-1269.3, -235.09, -838.46, -1818.39, -2641.06, -2817.52, 7.49, -399.68],
  SDSC96: [-1.98, -0.18, -4.68, -9.5, -0.87, -10.02, -0.07, -1.47],
}

/** Over CONS, of LANL alone, as of greedy strategies (thesis-greedy/tables.ts). */
const OVER_CONS: Partial<typeof REGION_ROWS> = {
  LANL: [-7.82, 3.55, 6.97, -31.54, -47.08, -38.54, 0, 4.63],
}

/** Improvements as they are printed, over one of the standard strategies. */
export function regionsOver(base: 'EASY' | 'CONS' | 'FCFS'): Partial<typeof REGION_ROWS> {
  return { EASY: REGION_IMPROVEMENTS, CONS: OVER_CONS, FCFS: {} }[base]
}
