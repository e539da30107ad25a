/** Calls of a worker, done one after the other; of those that ask for what a page shows now only the last. Pure. */

/**
 * A slider that is dragged is followed as fast as whoever works can: what was asked for while he worked waits with him, and of that
 * only the last is done.
 * @param follows what a call is superseded by: a later one that says the same; null: nothing
 * @param soon runs something after all that has been asked for by now
 */
export function inTurns<Call>(
  follows: (call: Call) => string | null,
  work: (call: Call) => void,
  supersede: (call: Call) => void,
  soon: (run: () => void) => void,
): (call: Call) => void {
  const waiting: Call[] = []
  let due = false
  const begin = (): void => {
    if (due || waiting.length === 0) return
    due = true
    soon(() => {
      due = false
      const [call] = waiting.splice(0, 1)
      work(call)
      begin()
    })
  }
  return (call) => {
    const key = follows(call)
    const place = key === null ? -1 : waiting.findIndex((each) => follows(each) === key)
    if (place < 0) waiting.push(call)
    else supersede(waiting.splice(place, 1, call)[0])
    begin()
  }
}
