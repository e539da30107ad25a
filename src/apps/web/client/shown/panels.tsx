/**
 * The panels of a front: a point is chosen by a click, a region drawn by a drag (its convex hull is taken), and both by keys: a
 * cross-hair is moved by arrows, from panel to panel by Page Up and Page Down; Enter chooses, or sets a corner. With Shift what is
 * drawn is added to the last region of the panel, with Alt taken away from it; with Ctrl a corner is moved.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { formatValue } from '../../../../core/format.js'
import type { Paint } from '../../../../core/scene.js'
import { dotsImage, dotsOf, type Overlay, paintPanels, panelsScene } from '../painters/panels.js'
import { nearestTo, type Points, panelAt, panelsOf, pixelOf, valueAt, valuesAt } from '../view/panels.js'
import { convexAround, type DrawMode, type DrawnRegion, type Vertex } from '../view/regions.js'
import { useDrawing } from './drawing.js'
import { Printed } from './printed.js'

export interface PanelsProps {
  readonly points: Points
  readonly colourOf: (row: number) => Paint
  /** Changes when colours do. */
  readonly colouring: unknown
  readonly regions: readonly { readonly region: DrawnRegion; readonly colour: Paint }[]
  readonly chosen: readonly number[]
  readonly marks: Overlay['marks']
  readonly label: string
  readonly onPoint: (row: number) => void
  /** Absent where nothing is drawn. */
  readonly onRegion?: (region: DrawnRegion, mode: DrawMode) => void
  /** A region of these was given other corners. */
  readonly onCorners?: (place: number, vertices: readonly Vertex[]) => void
}

/** Pixels within which a point is meant. */
const REACH = 12
/** Pixels within which a corner is meant. */
const GRASP = 7
const STILL = 4
const STEP = 0.02
const LEAP = 0.1

interface Cursor {
  readonly panel: number
  /** Shares of the panel, to the right and upwards. */
  readonly at: Vertex
}

export function FrontPanels(props: PanelsProps) {
  const { points, colourOf, colouring, regions, chosen, marks, label, onPoint, onRegion, onCorners } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(1000)
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const [drawing, setDrawing] = useState<Overlay['drawing']>(null)
  const [whole, setWhole] = useState(false)
  const panels = useMemo(() => panelsOf(points, width, whole), [points, width, whole])
  const dots = useMemo(() => dotsOf(points.count, colourOf), [points, colouring])
  const image = useMemo(() => dotsImage(panels, dots, devicePixelRatio), [panels, dots])
  const axesOf = (panel: number) => panels.places[panel].axes
  const outlines = regions.map(({ region, colour }) => {
    const [x, y] = region.panel
    const isOn = (h: number, v: number) => points.names[h] === x && points.names[v] === y
    const panel = region.hidden ? -1 : panels.places.findIndex(({ axes: [h, v] }) => isOn(h, v) || isOn(v, h))
    const turned = panel >= 0 && points.names[axesOf(panel)[0]] !== x
    return { panel, turned, colour, vertices: region.vertices.map((vertex) => exchanged(vertex, turned)) }
  })
  const valuesOfCursor = ({ panel, at }: Cursor): Vertex => {
    const [h, v] = axesOf(panel)
    return [valueAt(panels.axes[h].scale, at[0]), valueAt(panels.axes[v].scale, at[1])]
  }
  const over: Overlay = {
    ...{ chosen, marks, drawing, outlines },
    cross: cursor === null ? null : { panel: cursor.panel, at: valuesOfCursor(cursor) },
  }
  useDrawing(canvas, (target, inks) => paintPanels(target, image, panels, over, inks), [over])
  useEffect(() => {
    const holder = canvas.current?.parentElement
    if (!holder) return
    const watch = new ResizeObserver(() => setWidth(Math.max(320, holder.clientWidth)))
    watch.observe(holder)
    return () => watch.disconnect()
  }, [])

  const finish = (panel: number, vertices: readonly Vertex[], mode: DrawMode) => {
    setDrawing(null)
    const corners = convexAround(vertices)
    if (corners === null) return
    const [h, v] = axesOf(panel)
    onRegion?.({ panel: [points.names[h], points.names[v]], vertices: corners }, mode)
  }
  /** The corner of a region at a pixel of a panel, the region drawn last first. */
  const cornerAt = (panel: number, [x, y]: Vertex) =>
    outlines
      .flatMap(({ panel: own, vertices }, place) =>
        own !== panel
          ? []
          : vertices.map((vertex, corner) => {
              const [px, py] = pixelOf(panels, panels.places[panel], vertex)
              return { place, corner, far: Math.hypot(px - x, py - y) }
            }),
      )
      .findLast(({ far }) => far <= GRASP)
  const choose = (panel: number, pixel: Vertex, reach: number) => {
    const row = nearestTo(panels, panel, pixel, reach)
    if (row !== null) onPoint(row)
  }
  const onPointerDown = (event: PointerEvent) => {
    const target = canvas.current
    const from: Vertex = [event.offsetX, event.offsetY]
    const panel = panelAt(panels, from)
    if (target === null || event.button !== 0 || panel < 0) return
    const start = valuesAt(panels, panels.places[panel], from)
    // Regions begin at corners of others: who means the corner itself holds Ctrl.
    const isHeld = event.ctrlKey || event.metaKey
    const grasped = isHeld && onCorners !== undefined ? cornerAt(panel, from) : undefined
    const held = grasped === undefined ? null : outlines[grasped.place]
    let path: readonly Vertex[] = [start]
    let far = false
    target.setPointerCapture(event.pointerId)
    target.onpointermove = ({ offsetX, offsetY }) => {
      far ||= Math.hypot(offsetX - from[0], offsetY - from[1]) >= STILL
      if (!far || onRegion === undefined) return
      const { x, y, width, height } = panels.places[panel]
      const at = valuesAt(panels, panels.places[panel], [
        Math.min(x + width, Math.max(x, offsetX)),
        Math.min(y + height, Math.max(y, offsetY)),
      ])
      path = grasped === undefined || held === null ? [...path, at] : held.vertices.with(grasped.corner, at)
      setDrawing({ panel, vertices: convexAround(path) ?? path })
    }
    target.onpointerup = ({ shiftKey, altKey }) => {
      target.onpointermove = null
      target.onpointerup = null
      if (!far) {
        choose(panel, from, REACH)
      } else if (grasped !== undefined && held !== null) {
        setDrawing(null)
        const corners = convexAround(path)
        if (corners !== null)
          onCorners?.(
            grasped.place,
            corners.map((vertex) => exchanged(vertex, held.turned)),
          )
      } else if (onRegion !== undefined) finish(panel, path, drawModeOf(shiftKey, altKey))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== 'Enter')) return
    const now = cursor ?? { panel: 0, at: [0.5, 0.5] as const }
    const step = event.shiftKey ? LEAP : STEP
    const moved = (right: number, up: number) =>
      setCursor({
        panel: now.panel,
        at: [Math.min(1, Math.max(0, now.at[0] + right)), Math.min(1, Math.max(0, now.at[1] + up))],
      })
    const count = panels.places.length
    const turn = (by: number) => {
      setDrawing(null)
      setCursor({ panel: (now.panel + by + count) % count, at: [0.5, 0.5] })
    }
    const corners = drawing?.panel === now.panel ? drawing.vertices : []
    const enter = () => {
      const at = valuesOfCursor(now)
      if (onRegion === undefined) {
        const [x, y] = pixelOf(panels, panels.places[now.panel], at)
        choose(now.panel, [x, y], panels.width)
        return
      }
      // A corner that is set twice ends the region; so does the last one, set with Shift or Alt.
      const last = corners.at(-1)
      const mode = drawModeOf(event.shiftKey, event.altKey)
      const ends = last !== undefined && last[0] === at[0] && last[1] === at[1]
      if (ends || mode !== 'new') finish(now.panel, [...corners, at], mode)
      else setDrawing({ panel: now.panel, vertices: [...corners, at] })
    }
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => moved(-step, 0),
      ArrowRight: () => moved(step, 0),
      ArrowUp: () => moved(0, step),
      ArrowDown: () => moved(0, -step),
      PageUp: () => turn(-1),
      PageDown: () => turn(1),
      Enter: enter,
      Backspace: () =>
        setDrawing(corners.length < 2 ? null : { panel: now.panel, vertices: corners.slice(0, -1) }),
      Escape: () => setDrawing(null),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <figure>
      <div class="wide panels">
        <Printed scene={() => panelsScene(panels, dots, over, label)} />
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          tabIndex={0}
          style={{ width: `${panels.width}px`, aspectRatio: `${panels.width} / ${panels.height}` }}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
        />
      </div>
      <figcaption>
        {onRegion === undefined
          ? 'Click a schedule to see it.'
          : 'Draw round the schedules that you want; the convex polygon around what you draw is taken. Shift adds to the last region of the panel, Alt takes away from it; with Ctrl a corner is dragged.'}{' '}
        By keys: arrows move a cross-hair (with Shift further), Page Up and Page Down change the panel,{' '}
        {onRegion === undefined
          ? 'Enter chooses the nearest schedule.'
          : 'Enter sets a corner and, twice at one place, ends the region; Shift with Enter sets the last corner and adds, Alt takes away; Backspace takes a corner back, Esc all.'}
        {(panels.beyond > 0 || whole) && (
          <>
            {' '}
            <button type="button" aria-pressed={whole} onClick={() => setWhole(!whole)}>
              {whole ? 'Axes for most' : `Axes for all: ${panels.beyond} lie beyond, at the edges`}
            </button>
          </>
        )}
        <span role="status" class="counts">
          {cursor !== null && ` ${toldOf(cursor)}`}
        </span>
      </figcaption>
    </figure>
  )

  function toldOf(at: Cursor): string {
    const [h, v] = axesOf(at.panel)
    const [x, y] = valuesOfCursor(at)
    const corners = drawing === null ? '' : `; ${drawing.vertices.length} corners`
    return `${points.names[h]} ${formatValue(x, points.units[h])}, ${points.names[v]} ${formatValue(y, points.units[v])}${corners}`
  }
}

function drawModeOf(shift: boolean, alt: boolean): DrawMode {
  return alt ? 'less' : shift ? 'more' : 'new'
}

function exchanged([x, y]: Vertex, turned: boolean): Vertex {
  return turned ? [y, x] : [x, y]
}
