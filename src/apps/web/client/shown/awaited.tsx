/** The frame of what comes later: that it is on its way, why it does not come, or what came. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { visibleText } from '../../../../core/visible.js'

/** The value that came, if any, and why nothing more did. */
export interface Answer<Value> {
  readonly result: Value | null
  readonly failure: string | null
}

export function Fault({ failure }: { readonly failure: string | null }) {
  if (failure === null) return null
  return (
    <p class="fault" role="alert">
      {visibleText(failure)}
    </p>
  )
}

export function Awaited<Value>(props: {
  readonly answer: Answer<Value>
  /** Said while nothing has come. */
  readonly waiting: string
  readonly children: (result: Value) => ComponentChildren
}) {
  const { answer, waiting, children } = props
  const { result, failure } = answer
  return (
    <>
      <Fault failure={failure} />
      {result === null ? failure === null && <p role="status">{waiting}</p> : children(result)}
    </>
  )
}

/**
 * The answer to what is asked once for each key, null where there is none yet; while the next one is on its way, the last one stays.
 * @param subject what the answers are about: where one fails, the last one stays only if it was of the same
 */
export function useAnswer<Value>(
  key: string,
  ask: () => Promise<Value | null>,
  subject = key,
): Answer<Value> {
  const [{ result, failure }, setAnswer] = useState<Answer<Value> & { readonly of: string }>({
    result: null,
    failure: null,
    of: subject,
  })
  useEffect(() => {
    let current = true
    ask().then(
      (answer) => current && setAnswer({ result: answer, failure: null, of: subject }),
      (error: Error) =>
        current &&
        setAnswer((last) => ({
          result: last.of === subject ? last.result : null,
          failure: error.message,
          of: subject,
        })),
    )
    return () => {
      current = false
    }
  }, [key])
  return { result, failure }
}
