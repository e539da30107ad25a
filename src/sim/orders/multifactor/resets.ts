/** When usage is forgotten (PriorityUsageResetPeriod): at local midnight, of every day or of the first of a period. */
import { Calendar, type CalendarClock } from '../../../core/calendar.js'
import type { ResetPeriod } from '../../../trace/slurm-conf/index.js'

const SUNDAY = 6

/** The first reset after an instant, both in seconds from the log's zero; Infinity for `none`. */
export function resetsOf(period: ResetPeriod, clock: CalendarClock): (after: number) => number {
  if (period === 'none') return () => Number.POSITIVE_INFINITY
  const calendar = new Calendar(clock)
  return (after) => {
    const { year, month, day, weekday } = calendar.localParts(after)
    switch (period) {
      case 'daily':
        return calendar.secondOf(year, month, day + 1)
      case 'weekly':
        return calendar.secondOf(year, month, day + (weekday === SUNDAY ? 7 : SUNDAY - weekday))
      case 'monthly':
        return calendar.secondOf(year, month + 1, 1)
      case 'quarterly':
        return calendar.secondOf(year, month + 3 - ((month - 1) % 3), 1)
      case 'yearly':
        return calendar.secondOf(year + 1, 1, 1)
    }
  }
}
