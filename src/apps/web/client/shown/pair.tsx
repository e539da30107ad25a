/** Two policies beside each other, of which one may be turned: what Try and Compare have in common. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatCount, plural } from '../../../../core/format.js'
import { shellLine, shellWord } from '../../../../core/shell.js'
import { parsePolicy } from '../../../../sim/policy.js'
import { type LogOptionWords, logWords, type ServedLog } from '../../protocol/messages.js'
import { go, moving } from '../state.js'
import type { View } from '../view/view.js'
import { SupersededError } from '../workers/simulator.js'
import type { Counts, Pair, Tried } from '../workers/trial.js'
import type { Answer } from './awaited.js'
import { TextField } from './field.js'

export type PairView = Extract<View, { readonly page: 'try' | 'compare' }>

/** Columns of a chart: more than a cell for each pixel says nothing, and while something moves half of them will do. */
export const BINS = { settled: 800, moving: 400 } as const

export function pairOf({ policy, against, span }: PairView): Pair {
  return { policy, against, span, bins: moving.value ? BINS.moving : BINS.settled }
}

/** The result of the last pair that was simulated, while the next one is; and why there is none of the present one. */
export interface Followed<Result> extends Answer<Result> {
  readonly busy: boolean
}

/**
 * Follows `asked` as fast as `work` goes, which is told of each at once and leaves out what is no longer wanted.
 * @param key of what is asked, by which changes are seen
 */
export function useLatest<Asked, Result>(
  asked: Asked,
  key: string,
  work: (asked: Asked) => Promise<Result>,
): Followed<Result> {
  const [followed, setFollowed] = useState<Followed<Result>>({ result: null, failure: null, busy: true })
  const latest = useRef('')
  useEffect(() => {
    latest.current = key
    const busy = () => latest.current !== key
    setFollowed((before) => ({ ...before, busy: true }))
    work(asked).then(
      (result) => setFollowed({ result, failure: null, busy: busy() }),
      (error: Error) => {
        if (!(error instanceof SupersededError))
          setFollowed((before) => ({ ...before, failure: error.message, busy: busy() }))
      },
    )
  }, [key])
  return followed
}

/** A policy as text, taken when it is one. */
export function PolicyField(props: {
  readonly name: string
  readonly policy: string
  readonly onPolicy: (policy: string) => void
}) {
  const { name, policy, onPolicy } = props
  const [fault, setFault] = useState<string | null>(null)
  const take = (text: string) => {
    const fault = faultOf(text)
    setFault(fault)
    if (fault === null) onPolicy(text.trim())
  }
  return <TextField name={name} value={policy} fault={fault} onValue={take} />
}

function faultOf(text: string): string | null {
  try {
    parsePolicy(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Both policies of a view, as fields. */
export function PolicyFields({ view }: { readonly view: PairView }) {
  return (
    <div class="fields">
      <PolicyField name="policy" policy={view.policy} onPolicy={(policy) => go({ ...view, policy })} />
      <PolicyField name="against" policy={view.against} onPolicy={(against) => go({ ...view, against })} />
    </div>
  )
}

/** How many jobs start when, in words that are told when they change. */
export function CountsLine({ counts, pair }: { readonly counts: Counts; readonly pair: Pair }) {
  const { earlier, same, later } = counts
  return (
    <p role="status" class="counts">
      Under {pair.policy}{' '}
      <strong class="better">{plural(earlier, 'job starts', 'jobs start')} earlier</strong>,{' '}
      <strong class="worse">{formatCount(later)} later</strong>, {formatCount(same)} as under {pair.against}.
    </p>
  )
}

/** A sentence about the whole chart for who cannot see it. */
export function chartLabel({ counts, chart }: Tried, pair: Pair): string {
  const { earlier, same, later } = counts
  return `Who holds which of ${formatCount(chart.processors)} processors when under ${pair.policy}: ${plural(earlier, 'job starts', 'jobs start')} earlier than under ${pair.against}, ${formatCount(later)} later, ${formatCount(same)} at the same instant`
}

export function Command({ words }: { readonly words: string }) {
  return (
    <p class="command">
      The same from the command line: <code>{words}</code>{' '}
      <button type="button" onClick={() => void navigator.clipboard.writeText(words)}>
        Copy
      </button>
    </p>
  )
}

/** The log as commands name it, behind a blank. */
export function fileWord(log: ServedLog, by: keyof LogOptionWords = 'simulate'): string {
  const words = logWords(log, by)
  return words.length === 0 ? '' : ` ${shellLine(words)}`
}

export { shellLine, shellWord }
