/**
 * The exhibit: a result as it is shown, apart from its looks: sections of facts, tables, figures and sentences. Whoever
 * has a result makes it; how it looks as a page, in a terminal, in Markdown, LaTeX or JSON, is the business of one
 * renderer each (report/render/). Text is as it came. Pure.
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
  /** The same in characters, where that says something. */
  readonly sketch?: (style: TextStyle) => string
}

/** The characters that a text may have, and how many beside each other. */
export interface TextStyle {
  /** Columns that a line may take. */
  readonly width: number
  /** Block and line characters; ASCII where false. */
  readonly unicode: boolean
  /** ANSI colours. */
  readonly colour: boolean
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
  /** The tone of a change, which is the second line if there is one. */
  readonly tone?: Tone
}

export type Tone = 'better' | 'worse'

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
  /** For the record, and not for who only wants the result: a terminal leaves it out, as it does details. */
  readonly aside?: true
  /** A part of the result that is not its answer: folded away where that can be; a terminal shows it. */
  readonly folded?: true
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

/** A section that is folded away where that can be. */
export function folded(heading: string, ...content: readonly Blocks[]): Section {
  return { ...section(heading, ...content), folded: true }
}

/** For the record: how something was made, what else there is. It is made where it is shown. */
export function aside(heading: string, content: () => readonly Blocks[]): Section {
  return {
    heading,
    aside: true,
    get blocks() {
      return content().flat()
    },
  }
}

export function facts(list: readonly (readonly [name: string, value: Cell])[]): Block {
  return { kind: 'facts', facts: list }
}

/** Columns of text. */
export function words(...heads: readonly string[]): readonly Column[] {
  return heads.map((head) => ({ head, numeric: false }))
}

/** Columns of numbers. */
export function numbers(...heads: readonly string[]): readonly Column[] {
  return heads.map((head) => ({ head, numeric: true }))
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
export function valueCell(text: string, best: boolean, below?: string, tone?: Tone): Cell {
  if (!best && below === undefined) return text
  return {
    text: best ? `${text} ★` : text,
    best,
    ...(below === undefined ? {} : { below }),
    ...(tone === undefined ? {} : { tone }),
  }
}

export function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

export function richly(cell: Cell): RichCell {
  return typeof cell === 'string' ? { text: cell } : cell
}

/** The pictures of all sections, also of what is folded away. */
export function picturesOf({ sections }: Exhibit): readonly Picture[] {
  const within = (blocks: readonly Block[]): readonly Picture[] =>
    blocks.flatMap((block) => {
      if (block.kind === 'figure') return [block.picture]
      return block.kind === 'details' ? within(block.blocks) : []
    })
  return sections.flatMap(({ blocks }) => within(blocks))
}
