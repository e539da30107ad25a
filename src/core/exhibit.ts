/**
 * What is shown of a result, apart from its looks: sections of facts, tables, figures and sentences. Whoever has a result makes
 * it; how it looks as a page, in a terminal, in Markdown, LaTeX or JSON, is the business of one renderer each
 * (report/render/). Text is as it came. Pure.
 */
import type { Paint, Scene } from './scene.js'

/** A name and what is said of it. */
export type Fact = readonly [name: string, value: string]

/** Values under named columns, unrounded. */
export interface DataTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** A picture with the values that it draws. */
export interface Picture {
  /** Short and plain, for the names of files; unique on its page. */
  readonly name: string
  readonly scene: Scene
  readonly data: DataTable
}

/** A text that stands out or has a second line. */
export interface RichCell {
  readonly text: string
  /** Smaller, below the text. */
  readonly below?: string
  /** The best of its kind. */
  readonly best?: boolean
  /** To be typed as it is: a command, a digest. */
  readonly code?: boolean
  /** Behind the text, which takes whatever ink can be read on it. */
  readonly fill?: Paint
}

export type Cell = string | RichCell

export interface Column {
  readonly head: string
  /** Numbers stand to the right. */
  readonly numeric: boolean
}

export type Block =
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: Cell])[] }
  | {
      readonly kind: 'table'
      readonly caption: string
      readonly columns: readonly Column[]
      /** The first cell of a row names it. */
      readonly rows: readonly (readonly Cell[])[]
    }
  | { readonly kind: 'figure'; readonly picture: Picture; readonly caption: string }
  | { readonly kind: 'sentences'; readonly sentences: readonly string[] }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'verbatim'; readonly text: string }
  /** For those who want to know: folded away where that can be. */
  | { readonly kind: 'details'; readonly summary: string; readonly blocks: readonly Block[] }

export interface Section {
  readonly heading: string
  readonly blocks: readonly Block[]
}

export interface Exhibit {
  readonly title: string
  readonly subtitle: string
  readonly sections: readonly Section[]
}

type Blocks = Block | readonly Block[]

export function exhibit(title: string, subtitle: string, sections: readonly Section[]): Exhibit {
  return { title, subtitle, sections }
}

/** Empty lists are left out. */
export function section(heading: string, ...content: readonly Blocks[]): Section {
  return { heading, blocks: content.flat() }
}

export function facts(list: readonly (readonly [name: string, value: Cell])[]): Block {
  return { kind: 'facts', facts: list }
}

export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Block {
  return { kind: 'table', caption, columns, rows }
}

export function figure(picture: Picture, caption: string): Block {
  return { kind: 'figure', picture, caption }
}

/** One an item; nothing where there are none. */
export function sentences(list: readonly string[]): readonly Block[] {
  return list.length === 0 ? [] : [{ kind: 'sentences', sentences: list }]
}

export function heading(text: string): Block {
  return { kind: 'heading', text }
}

export function details(summary: string, ...content: readonly Blocks[]): Block {
  return { kind: 'details', summary, blocks: content.flat() }
}

export function code(text: string): Cell {
  return { text, code: true }
}

/** The best of its kind is marked where the reader may see no colours. */
export function valueCell(text: string, best: boolean, below?: string): Cell {
  if (!best && below === undefined) return text
  return { text: best ? `${text} ★` : text, best, ...(below === undefined ? {} : { below }) }
}

export function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

export function richly(cell: Cell): RichCell {
  return typeof cell === 'string' ? { text: cell } : cell
}
