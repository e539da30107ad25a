/** Hypervolumes to compare with: reference point (1.1, 1.1), medians of 11 seeds for NSGA-II; four decimals. */
import type { ZdtName } from '../../../optimize/index.js'

export const PUBLISHED: Readonly<Record<ZdtName, { readonly nsga2: number; readonly front: number }>> = {
  ZDT1: { nsga2: 0.8697, front: 0.8767 },
  ZDT2: { nsga2: 0.5364, front: 0.5433 },
  ZDT3: { nsga2: 1.3275, front: 1.3318 },
  ZDT4: { nsga2: 0.867, front: 0.8767 },
  ZDT6: { nsga2: 0.4932, front: 0.5079 },
}
