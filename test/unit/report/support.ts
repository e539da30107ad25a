/** What the tests of this room share: schedules made by hand, and checks on the text of pictures. */
import { expect } from 'vitest'
import type { Exhibit, Picture } from '../../../src/core/exhibit.js'
import { pdfFile } from '../../../src/report/formats/pdf.js'
import { svgFile, svgOnPage } from '../../../src/report/formats/svg.js'
import { exhibitHtml } from '../../../src/report/render/html.js'
import { briefText } from '../../../src/report/render/text.js'
import { PLAIN_STYLE, type TerminalStyle } from '../../../src/report/terminal/terminal.js'
import type { Schedule } from '../../../src/sim/schedule.js'
import { JobTableBuilder } from '../../../src/trace/job-table.js'

/** What a terminal shows of it. */
export function inTerminal(exhibit: Exhibit, style: Partial<TerminalStyle> = {}): string {
  return briefText(exhibit, { ...PLAIN_STYLE, ...style })
}

export interface MadeJob {
  readonly submit: number
  readonly wait: number
  readonly runtime: number
  readonly size: number
  readonly estimate?: number
  readonly user?: number
  readonly group?: number
}

/** Jobs must come in order of submit. */
export function scheduleOf(jobs: readonly MadeJob[], processors: number): Schedule {
  const builder = new JobTableBuilder()
  jobs.forEach(({ submit, runtime, size, estimate = runtime, user = 1, group = 1 }, k) => {
    builder.addValues(k + 1, submit, runtime, estimate, size, user, group)
  })
  const start = Float64Array.from(jobs, ({ submit, wait }) => submit + wait)
  return { jobs: builder.finish().table, processors, start }
}

/** Every tag of XML or of our HTML is closed, in order, and attributes are quoted and unique. */
export function expectWellFormed(markup: string): void {
  const open: string[] = []
  const text = markup.replace(/^<!DOCTYPE html>\n/, '')
  for (const [tag, close, name, attributes, empty] of text.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|<[^>]*>?/g,
  )) {
    expect(name, `malformed: ${tag.slice(0, 200)}`).toBeDefined()
    if (close === '/') expect(open.pop()).toBe(name)
    else if (empty !== '/' && name !== 'meta' && name !== 'wbr') open.push(name)
    const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map(([, attribute]) => attribute)
    expect(new Set(names).size, tag.slice(0, 200)).toBe(names.length)
  }
  expect(open).toEqual([])
}

/** A picture that is whole, holds no failed arithmetic, and has a name for those who cannot see it. */
export function expectPicture(svg: string): void {
  expectWellFormed(svg)
  expect(svg).not.toMatch(/NaN|undefined|Infinity|\[object/)
  expect(svg).toMatch(/^<svg role="img" aria-label="[^"]+"/)
  expect(svg).not.toMatch(/<style|style=/)
}

/** A PDF whose parts are where its table says, and whose drawing holds no failed arithmetic and ends as it began. */
export function expectPdf(pdf: string): void {
  expect(pdf.slice(0, 9)).toBe('%PDF-1.7\n')
  expect(/^[\n -~]*%%EOF\n$/.test(pdf)).toBe(true)
  const table = pdf.slice(Number(/startxref\n(\d+)\n/.exec(pdf)?.[1]))
  const places = [...table.matchAll(/(\d{10}) 00000 n \n/g)].map(([, place]) => Number(place))
  expect(table).toMatch(new RegExp(`^xref\\n0 ${places.length + 1}\\n0000000000 65535 f \\n0`))
  expect(places.map((place) => pdf.slice(place, place + 7))).toEqual(places.map((_, k) => `${k + 1} 0 obj`))
  const begin = pdf.indexOf('stream\n') + 'stream\n'.length
  const end = begin + Number(/\/Length (\d+) >>\nstream\n/.exec(pdf)?.[1])
  expect(pdf.slice(end, end + 18)).toBe('\nendstream\nendobj\n')
  const words = pdf
    .slice(begin, end)
    .replace(/\((?:[^\\)]|\\.)*\)/g, '')
    .split(/\s+/)
  expect(words.filter((word) => /NaN|undefined|Infinity|object|\de/.test(word))).toEqual([])
  let depth = 0
  for (const word of words) {
    if (word === 'q') depth++
    if (word === 'Q' && --depth < 0) break
  }
  expect(depth).toBe(0)
}

/** A plot as its file has it; as PDF it can be drawn too. */
export function drawn<Given extends unknown[]>(
  plot: (...given: Given) => Picture,
): (...given: Given) => string {
  return (...given) => {
    const { scene } = plot(...given)
    expectPdf(pdfFile(scene))
    return svgFile(scene)
  }
}

/** A plot as a page has it. */
export function onPage<Given extends unknown[]>(
  plot: (...given: Given) => Picture,
): (...given: Given) => string {
  return (...given) => svgOnPage(plot(...given).scene)
}

/** An exhibit as its page has it. */
export function paged<Given extends unknown[]>(
  made: (...given: Given) => Exhibit,
): (...given: Given) => string {
  return (...given) => exhibitHtml(made(...given)).replaceAll('\u00a0', ' ')
}

/** What a reader reads in a picture. */
export function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
}
