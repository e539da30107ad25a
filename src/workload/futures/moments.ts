/** Instants at which somebody waited, as whoever waits asks: of a log that is idle for days the busy hours alone. */

/**
 * Instants evenly spread over the time in which somebody waited, ascending, seconds; none where nobody did.
 * @param submit of all jobs, ascending
 * @param start of all jobs; NaN where none is known yet
 */
export function momentsOfWaiting(
  { submit, start }: { readonly submit: Float64Array; readonly start: Float64Array },
  from: number,
  until: number,
  count: number,
): readonly number[] {
  const spans: { begin: number; end: number }[] = []
  for (let row = 0; row < submit.length; row++) {
    const begin = Math.max(from, submit[row])
    const end = start[row] < until ? start[row] : until
    const last = spans.at(-1)
    if (!(begin < end)) continue
    if (last !== undefined && begin <= last.end) last.end = Math.max(last.end, end)
    else spans.push({ begin, end })
  }
  const total = spans.reduce((sum, { begin, end }) => sum + end - begin, 0)
  const moments: number[] = []
  const mark = () => (total * (moments.length + 0.5)) / count
  let before = 0
  for (const { begin, end } of spans) {
    const after = before + end - begin
    while (moments.length < count && mark() <= after) moments.push(begin + mark() - before)
    before = after
  }
  return moments
}
