/** Work that may go on beside other work, and work that has to be alone; first come, first served. */
export interface Gate {
  readonly shared: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>
}

export function gate(): Gate {
  /** Settles when the last work that is alone has ended. */
  let lastAlone: Promise<unknown> = Promise.resolve()
  /** Work since then that is not. */
  const beside = new Set<Promise<unknown>>()
  return {
    shared: (work) => {
      const result = lastAlone.then(work)
      beside.add(result)
      const ended = () => beside.delete(result)
      result.then(ended, ended)
      return result
    },
    alone: (work) => {
      const result = Promise.allSettled([lastAlone, ...beside]).then(work)
      beside.clear()
      lastAlone = result.then(noop, noop)
      return result
    },
  }
}

function noop(): void {}
