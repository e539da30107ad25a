/** What the tests of this room share: schedules made by hand, and checks on the text of pictures. */
import { expect } from 'vitest'
import type { Exhibit, Picture } from '../../../src/core/exhibit.js'
import { exhibitHtml } from '../../../src/report/render/html.js'
import { briefText } from '../../../src/report/render/text.js'
import { svgFile, svgOnPage } from '../../../src/report/svg.js'
import { PLAIN_STYLE, type TerminalStyle } from '../../../src/report/terminal.js'
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

/** A plot as its file has it. */
export function drawn<Given extends unknown[]>(
  plot: (...given: Given) => Picture,
): (...given: Given) => string {
  return (...given) => svgFile(plot(...given).scene)
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
  return (...given) => exhibitHtml(made(...given))
}

/** What a reader reads in a picture. */
export function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
}
