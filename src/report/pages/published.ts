/**
 * A published study beside what was computed here: for every cell of its tables the published value, ours, and the
 * difference. Pure.
 */

import {
  type Block,
  type Exhibit,
  exhibit,
  facts,
  numbers,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatChange, formatNumber, NO_VALUE } from '../../core/format.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import type { PublishedValue } from '../../study/reproduce/published-value.js'
import type { ReproducedFile } from '../../study/reproduce/tables.js'

/** Two numbers below this fit a column beside each other. */
const SHORT = 1000

export interface Reproduced {
  readonly study: { readonly title: string; readonly source: string }
  readonly files: readonly ReproducedFile[]
  /** Sentences about our side: draws, seeds, budget. */
  readonly said: readonly string[]
  readonly values: readonly PublishedValue[]
  /** Conclusions from the values. */
  readonly remarks: readonly string[]
}

/** The study's tables, and what was read for them. */
export function publishedPage({ study, files, said, values, remarks }: Reproduced): Exhibit {
  const machineText = (machine: number | null) => (machine === null ? '' : `, ${machine} processors`)
  return exhibit(study.title, study.source, [
    section(
      'What was computed',
      ...(files.length === 0
        ? []
        : [
            facts(
              files.flatMap(({ name, file, machine, digest }) => [
                [name, `${file}${machineText(machine)}`] as const,
                ['', `digest ${digest}`] as const,
              ]),
            ),
          ]),
      ...sentences(said),
    ),
    section('Published, and ours', publishedTables(values), sentences(remarks)),
  ])
}

/**
 * All tables, one after the other. A row of the source takes lines `published`, `ours`, `difference` (relative; of percentages in
 * points, pp) and, where ours is of several draws, `draws`: the least and the largest where both are short, else half
 * their distance relative to the median. A row of which nothing was published has no difference, and what was published is not repeated in the
 * next row.
 */
export function publishedTables(values: readonly PublishedValue[]): readonly Block[] {
  return unique(values.map(({ table: name }) => name)).map((name) => {
    const of = values.filter((value) => value.table === name)
    const columns = unique(of.map(({ column }) => column))
    return table(
      name,
      [...words('row', ''), ...numbers(...columns)],
      linesOf(of, columns).map(([row, kind, cells]) => [row, kind, ...cells]),
    )
  })
}

/** One line of a table: the row's name where it begins, what the line is, a cell for each column. */
type Line = readonly [row: string, kind: string, cells: readonly string[]]

function linesOf(values: readonly PublishedValue[], columns: readonly string[]): readonly Line[] {
  const lines: Line[] = []
  let above = ''
  for (const row of unique(values.map((value) => value.row))) {
    const cells = columns.map((column) =>
      values.find((value) => value.row === row && value.column === column),
    )
    const anyPublished = cells.some((value) => value !== undefined && value.published !== null)
    const publishedHere = JSON.stringify(cells.map((value) => value?.published ?? null))
    const kinds: (readonly [string, (value: PublishedValue) => string])[] = [
      ['ours', ({ ours, decimals }) => (ours === null ? NO_VALUE : plainNumber(ours, decimals))],
    ]
    if (anyPublished) kinds.push(['difference', differenceText])
    if (anyPublished && publishedHere !== above) {
      kinds.unshift([
        'published',
        ({ published }) => (published === null ? NO_VALUE : plainNumber(published)),
      ])
    }
    above = publishedHere
    if (cells.some((value) => value !== undefined && value.least !== value.most))
      kinds.push(['draws', spreadText])
    for (const [k, [kind, textOf]] of kinds.entries()) {
      const texts = cells.map((value) => (value === undefined ? '' : textOf(value)))
      lines.push([k === 0 ? row : '', kind, texts])
    }
  }
  return lines
}

function differenceText({ ours, published, decimals, percentage = false }: PublishedValue): string {
  if (!percentage) return changeText(relativeChange(ours, published))
  if (ours === null || published === null) return NO_VALUE
  const points = ours - published
  if (Number(points.toFixed(decimals)) === 0) return '±0 pp'
  return `${points > 0 ? '+' : ''}${plainNumber(points, decimals)} pp`
}

function changeText(change: number | null): string {
  return change === null ? NO_VALUE : formatChange(change)
}

function spreadText({ ours, least, most, decimals }: PublishedValue): string {
  if (ours === null || least === null || most === null) return NO_VALUE
  if (most < SHORT) return `${least.toFixed(decimals)}–${most.toFixed(decimals)}`
  const half = Math.abs((most - least) / 2 / ours)
  return `±${formatNumber(Number((half * 100).toFixed(1)))} %`
}

/** With thousands separators and, where given, so many decimals. */
function plainNumber(value: number, decimals?: number): string {
  if (!Number.isFinite(value)) return NO_VALUE
  const [whole, fraction] = (decimals === undefined ? String(value) : value.toFixed(decimals)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
