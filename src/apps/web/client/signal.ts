/**
 * Values that pages show. Whoever changes one has what is seen made anew, once for all changes of a moment; what did not change of
 * it costs little, and parts that cost much stand still (shown/still.ts).
 */
import { useLayoutEffect, useState } from 'preact/hooks'

export interface Signal<Value> {
  value: Value
}

const watchers = new Set<() => void>()

export function signal<Value>(first: Value): Signal<Value> {
  let now = first
  return {
    get value() {
      return now
    },
    set value(next) {
      if (Object.is(next, now)) return
      now = next
      for (const told of watchers) told()
    },
  }
}

/** Has the component, and all below it, made anew when a signal changes. */
export function useSignals(): void {
  const [, again] = useState({})
  useLayoutEffect(() => {
    const told = () => again({})
    watchers.add(told)
    return () => void watchers.delete(told)
  }, [])
}
