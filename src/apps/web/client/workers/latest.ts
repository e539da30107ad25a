/** Following what changes faster than it can be worked out. Pure. */

/**
 * Does one thing at a time, and of what was asked for meanwhile only the last: a slider that is dragged is followed as fast as
 * the simulations come, never later.
 */
export function latestOnly<Asked, Result>(
  work: (asked: Asked) => Promise<Result>,
  tell: (asked: Asked, result: Result | Error) => void,
): (asked: Asked) => void {
  let next: { readonly asked: Asked } | null = null
  let busy = false
  const run = async (): Promise<void> => {
    busy = true
    while (next !== null) {
      const { asked } = next
      next = null
      const result = await work(asked).catch((error: Error) => error)
      tell(asked, result)
    }
    busy = false
  }
  return (asked) => {
    next = { asked }
    if (!busy) void run()
  }
}
