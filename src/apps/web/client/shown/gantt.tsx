/**
 * The chart of who holds which processors, moved by pointer and by keyboard. While it moves, what there is is scaled; the sharp
 * picture follows.
 */
import { useMemo, useRef } from 'preact/hooks'
import { formatCount } from '../../../../core/format.js'
import { groupColour } from '../../../../report/plots/theme.js'
import type { LogClock } from '../../../../trace/trace.js'
import { AXIS_PIXELS, ganttScene, paintGantt, rasterImage } from '../painters/gantt.js'
import { clamped, moved, zoomed } from '../view/span.js'
import type { Span } from '../view/view.js'
import type { Chart } from '../workers/trial.js'
import { useDrawing } from './drawing.js'
import { Printed } from './printed.js'

/** The meanings of the colours of groups, from the first on; the last is that of none. */
export function Legend({ of }: { readonly of: readonly string[] }) {
  return (
    <ul class="legend">
      {of.map((said, k) => (
        <li key={said}>
          <i style={{ background: groupColour((k + 1) % of.length) }} />
          {said}
        </li>
      ))}
    </ul>
  )
}

export interface GanttProps {
  readonly chart: Chart
  /** The visible part; null: all. */
  readonly span: Span | null
  readonly clock: LogClock
  /** A sentence about the chart's content. */
  readonly label: string
  readonly onSpan: (span: Span | null, finished: boolean) => void
  /** A place of the chart was chosen. */
  readonly onPlace?: (second: number, processor: number) => void
  /** The next job of interest is wanted; absent: there are none. */
  readonly onNext?: () => void
}

const STEP = 0.2
const ZOOM = 1.6
/** Pointers that move less have chosen a place. */
const STILL = 4

export function GanttChart({ chart, span, clock, label, onSpan, onPlace, onNext }: GanttProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { raster, whole, processors } = chart
  const image = useMemo(() => rasterImage(raster), [raster])
  const seen = span ?? whole
  const drawn: Span = [raster.from, raster.to]
  const of = { ...chart, clock }
  useDrawing(canvas, (target, inks) => paintGantt(target, image, drawn, seen, of, inks), [
    image,
    ...seen,
    clock,
  ])

  const to = (next: Span | null, finished = true) => {
    const within = next === null ? null : clamped(next, whole)
    onSpan(within !== null && within[0] === whole[0] && within[1] === whole[1] ? null : within, finished)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => to(moved(seen, -STEP)),
    ArrowRight: () => to(moved(seen, STEP)),
    '+': () => to(zoomed(seen, 1 / ZOOM)),
    '=': () => to(zoomed(seen, 1 / ZOOM)),
    '-': () => to(zoomed(seen, ZOOM)),
    Home: () => to([whole[0], whole[0] + seen[1] - seen[0]]),
    End: () => to([whole[1] - (seen[1] - seen[0]), whole[1]]),
    '0': () => to(null),
    ...(onNext && { j: onNext }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  const onPointerDown = (event: PointerEvent) => {
    const target = canvas.current
    if (target === null || event.button !== 0) return
    const [x, from] = [event.clientX, seen]
    let last: Span | null = null
    target.setPointerCapture(event.pointerId)
    target.onpointermove = ({ clientX }) => {
      if (last === null && Math.abs(clientX - x) < STILL) return
      last = clamped(moved(from, (x - clientX) / target.clientWidth), whole)
      to(last, false)
    }
    target.onpointerup = ({ offsetX, offsetY }) => {
      target.onpointermove = null
      target.onpointerup = null
      if (last !== null) {
        to(last)
        return
      }
      const share = offsetY / (target.clientHeight - AXIS_PIXELS)
      if (share > 1) return
      const processor = Math.min(
        processors - 1,
        Math.floor(share * raster.rows) * Math.ceil(processors / raster.rows),
      )
      onPlace?.(from[0] + (offsetX / target.clientWidth) * (from[1] - from[0]), processor)
    }
  }
  const button = (name: string, text: string, key: string) => (
    <button type="button" aria-label={name} onClick={keys[key]}>
      {text}
    </button>
  )
  return (
    <figure class="gantt">
      <Printed scene={() => canvas.current && ganttScene(canvas.current, raster, of, label)} />
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      />
      <figcaption>
        Time to the right, {formatCount(processors)} processors downwards.
        <span class="saving">
          {button('earlier', '←', 'ArrowLeft')}
          {button('later', '→', 'ArrowRight')}
          {button('closer', '+', '+')}
          {button('wider', '−', '-')}
          {button('all', 'all', '0')}
          {onNext && button('next changed job', 'next changed job', 'j')}
        </span>
      </figcaption>
    </figure>
  )
}
