/** Scenes as elements of the page: the marks that report/formats/svg.ts writes into files, without any markup made of text. */
import type { ComponentChild } from 'preact'
import type { Ink, Mark, Paint, Painted, Scene } from '../../../../core/scene.js'
import { visibleText } from '../../../../core/visible.js'
import { pixels } from '../../../../report/formats/svg.js'
import { FONT_SIZE, INK_COLOURS } from '../../../../report/plots/theme.js'

export function SceneSvg({ scene }: { readonly scene: Scene }) {
  const { width, height, label, marks } = scene
  return (
    <svg
      role="img"
      aria-label={visibleText(label)}
      width={pixels(width)}
      height={pixels(height)}
      viewBox={`0 0 ${pixels(width)} ${pixels(height)}`}
      font-size={FONT_SIZE}
    >
      <rect width="100%" height="100%" fill="var(--paper)" />
      {marks.map(element)}
    </svg>
  )
}

function element(mark: Mark): ComponentChild {
  switch (mark.mark) {
    case 'path':
      return (
        <path {...paint(mark)} d={mark.d}>
          {titled(mark)}
        </path>
      )
    case 'rect': {
      const { x, y, width, height } = mark
      return (
        <rect x={pixels(x)} y={pixels(y)} width={pixels(width)} height={pixels(height)} {...paint(mark)}>
          {titled(mark)}
        </rect>
      )
    }
    case 'circle':
      return (
        <circle cx={pixels(mark.x)} cy={pixels(mark.y)} r={pixels(mark.r)} {...paint(mark)}>
          {titled(mark)}
        </circle>
      )
    case 'text':
      return textElement(mark)
    case 'group': {
      const { shift, scale, marks } = mark
      const moves = [
        ...(shift === undefined ? [] : [`translate(${shift.map(pixels).join(' ')})`]),
        ...(scale === undefined ? [] : [`scale(${scale.map(pixels).join(' ')})`]),
      ]
      return (
        <g {...(moves.length === 0 ? {} : { transform: moves.join(' ') })} {...paint(mark)}>
          {titled(mark)}
          {marks.map(element)}
        </g>
      )
    }
  }
}

function textElement(mark: Mark & { readonly mark: 'text' }): ComponentChild {
  const { x, y, text, fill, anchor, size, bold, turn, halo } = mark
  const [left, top] = [pixels(x), pixels(y)]
  return (
    <text
      x={left}
      y={top}
      fill={colour(fill)}
      text-anchor={anchor}
      {...(size === undefined ? {} : { 'font-size': size })}
      {...(bold ? { 'font-weight': 'bold' } : {})}
      {...(turn === undefined ? {} : { transform: `rotate(${turn} ${left} ${top})` })}
      {...(halo
        ? { stroke: 'var(--paper)', 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }
        : {})}
    >
      {visibleText(text)}
    </text>
  )
}

/** As report/formats/svg.ts has it: groups hand their paint down. */
function paint({
  fill,
  stroke,
  thick,
  dash,
  opacity,
  crisp,
  round,
}: Painted): Record<string, string | number> {
  return {
    ...(fill === undefined ? (stroke === undefined ? {} : { fill: 'none' }) : { fill: colour(fill) }),
    ...(stroke === undefined ? {} : { stroke: colour(stroke) }),
    ...(thick === undefined ? {} : { 'stroke-width': pixels(thick) }),
    ...(dash === undefined || dash === '' ? {} : { 'stroke-dasharray': dash }),
    ...(opacity === undefined || opacity === 1 ? {} : { opacity }),
    ...(crisp ? { 'shape-rendering': 'crispEdges' } : {}),
    ...(round ? { 'stroke-linecap': 'round' } : {}),
  }
}

function titled({ title }: Painted): ComponentChild {
  return title === undefined ? null : <title>{visibleText(title)}</title>
}

function colour(paint: Paint): string {
  return paint in INK_COLOURS ? `var(--${paint as Ink})` : paint
}
