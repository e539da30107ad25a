/** Following what changes faster than it can be worked out. Pure. */

/**
 * Does one thing at a time, and of what was asked for meanwhile only the last: a slider that is dragged is followed as fast as
 * the simulations come, never later. The next is begun before the last one's result is told, so that whoever works does not wait
 * for what is drawn of it.
 */
export function latestOnly<Asked, Result>(
  work: (asked: Asked) => Promise<Result>,
  tell: (asked: Asked, result: Result | Error) => void,
): (asked: Asked) => void {
  let next: { readonly asked: Asked } | null = null
  let busy = false
  const begin = (): void => {
    if (busy || next === null) return
    const { asked } = next
    next = null
    busy = true
    const ended = (result: Result | Error) => {
      busy = false
      begin()
      tell(asked, result)
    }
    work(asked).then(ended, (error: Error) => ended(error))
  }
  return (asked) => {
    next = { asked }
    begin()
  }
}
