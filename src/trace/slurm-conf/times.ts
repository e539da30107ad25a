/**
 * Times of slurm.conf: `minutes`, `minutes:seconds`, `hours:minutes:seconds`, `days-hours`, `days-hours:minutes` and
 * `days-hours:minutes:seconds`. Slurm keeps those of the priority in whole minutes, rounded up (time_str2mins).
 */

/** Seconds, a multiple of 60; null for what is no such time. */
export function parseSlurmTime(text: string): number | null {
  const match = /^(?:(\d+)-)?(\d+)(?::(\d+))?(?::(\d+))?$/.exec(text.trim())
  if (match === null) return null
  const [, days, ...clock] = match
  const parts = clock.filter((part) => part !== undefined).map(Number)
  // Without days the last of two numbers is seconds and a single one is minutes; with days they begin with hours.
  const [hours, minutes = 0, seconds = 0] =
    days !== undefined || parts.length === 3 ? parts : [0, parts[0], parts[1] ?? 0]
  const total = Number(days ?? 0) * 86_400 + hours * 3_600 + minutes * 60 + seconds
  return Math.ceil(total / 60) * 60
}
