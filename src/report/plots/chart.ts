/**
 * ECharts on the server: an option in, an SVG string out, the same bytes for the same option.
 *
 * ECharts is loaded on the first call only; whoever imports this module pays nothing for it. Its output is cleaned
 * of what only a live page needs (hover styles, pointer events, data attributes), and the ids it takes from a
 * counter of the process are replaced by ids of the plot, so that output does not depend on what was drawn before
 * and several plots can share a page.
 */
import type { EChartsOption } from 'echarts'
import { FAINT_INK, FONT, FONT_SIZE, INK, PAPER, PLOT_WIDTH, RULE } from './theme.js'

export interface PlotFrame {
  /** A name for the plot's inner ids, unique on its page: letters, digits and hyphens. */
  readonly id: string
  /** What the picture shows, in a sentence, for readers who cannot see it. */
  readonly label: string
  /** Pixels; `PLOT_WIDTH` where left out. */
  readonly width?: number
  readonly height: number
}

/** The chart as SVG. */
export async function renderChart(option: EChartsOption, frame: PlotFrame): Promise<string> {
  const { init, setPlatformAPI } = await import('echarts/dist/echarts.esm.min.mjs')
  setPlatformAPI({ measureText: (text, font) => ({ width: textPixels(text, fontPixels(font)) }) })
  const { width = PLOT_WIDTH, height } = frame
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({
      animation: false,
      backgroundColor: PAPER,
      textStyle: { fontFamily: FONT, fontSize: FONT_SIZE, color: INK },
      ...option,
    })
    return cleaned(chart.renderToSVGString(), frame)
  } finally {
    chart.dispose()
  }
}

/**
 * The width of a text in DejaVu Sans, the widest of the usual fonts, near enough to keep labels apart and inside.
 * There is no screen here to measure on.
 */
export function textPixels(text: string, size = FONT_SIZE): number {
  let widths = 0
  // Wide scripts start about here; ECharts takes the height of a line from the width of such a character.
  for (const character of text) widths += (character.codePointAt(0) ?? 0) < 0x2e80 ? 0.62 : 1
  return widths * size
}

function fontPixels(font: string | undefined): number {
  return Number(/([\d.]+)px/.exec(font ?? '')?.[1] ?? FONT_SIZE)
}

/** Whether labels fit side by side below a plot, else turned by 40 degrees, and the height they then take. */
export function labelFit(labels: readonly string[]): { readonly turned: boolean; readonly pixels: number } {
  const widest = Math.max(0, ...labels.map((label) => textPixels(label)))
  const turned = (widest + 8) * labels.length > PLOT_WIDTH - 100
  return { turned, pixels: turned ? Math.min(120, 16 + widest * 0.65) : 18 }
}

function cleaned(svg: string, frame: PlotFrame): string {
  const body = svg
    .replace(/<style\s*>[\s\S]*?<\/style>\n?/, '')
    .replace(/ class="zr\d+-cls-\d+"/g, '')
    .replace(/ ecmeta_\w+="[^"]*"/g, '')
    .replaceAll(' pointer-events="visible"', '')
    .replace(/zr\d+-/g, `${frame.id}-`)
  return labelled(body, frame.label)
}

/** The SVG as one image with a name for assistive technology. */
export function labelled(svg: string, label: string): string {
  return svg.replace(/^<svg /, `<svg role="img" aria-label="${escapeXml(label)}" `)
}

/** Text for XML content and attributes; characters that XML forbids are left out. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for these
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  )
}

/** Axis parts that all plots share. */
export const AXIS_STYLE = {
  axisLine: { show: true, lineStyle: { color: FAINT_INK } },
  axisTick: { show: true, lineStyle: { color: FAINT_INK } },
  axisLabel: { color: INK },
  splitLine: { show: true, lineStyle: { color: RULE } },
  nameTextStyle: { color: INK },
} as const

/** A value axis with marks at given places only. */
export function markedAxis(
  marks: readonly { readonly at: number; readonly label: string }[],
  min: number,
  max: number,
) {
  const places = marks.map(({ at }) => at)
  const labels = new Map(marks.map(({ at, label }) => [at, label]))
  return {
    type: 'value' as const,
    min,
    max,
    ...AXIS_STYLE,
    axisTick: { ...AXIS_STYLE.axisTick, customValues: places },
    axisLabel: {
      ...AXIS_STYLE.axisLabel,
      customValues: places,
      hideOverlap: true,
      formatter: (value: number) => labels.get(value) ?? '',
    },
  }
}
