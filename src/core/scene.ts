/**
 * A picture as a tree of marks, apart from how it is written: what a plot lays out and a renderer (report/formats/svg.ts) draws.
 * Lengths are pixels, from the left upper corner. Text is as it came; whoever writes it escapes it. Types only.
 */

/** Inks follow the reader's light or dark; data keep their colours, `#rrggbb`. */
export type Ink = 'ink' | 'faint' | 'rule' | 'paper'
export type Paint = Ink | `#${string}`

export interface Painted {
  /** None where left out. */
  readonly fill?: Paint
  readonly stroke?: Paint
  /** How thick the stroke is; 1 where left out. */
  readonly thick?: number
  /** Lengths of dashes and gaps, as `5 3`; a whole line where left out or empty. */
  readonly dash?: string
  /** Opacity of fill and stroke, 0 to 1. */
  readonly opacity?: number
  /** Edges on whole pixels: for shapes that touch. */
  readonly crisp?: boolean
  /** Round ends of strokes. */
  readonly round?: boolean
  /** Told of the mark where a reader points at it. */
  readonly title?: string
}

export interface TextLook {
  readonly fill: Paint
  readonly anchor: 'start' | 'middle' | 'end'
  /** Size of the letters; that of the picture where left out. */
  readonly size?: number
  readonly bold?: boolean
  /** Degrees clockwise around its place. */
  readonly turn?: number
  /** Paper around the letters. */
  readonly halo?: boolean
}

export type Mark =
  | (Painted & { readonly mark: 'path'; readonly d: string })
  | (Painted & {
      readonly mark: 'rect'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    })
  | (Painted & { readonly mark: 'circle'; readonly x: number; readonly y: number; readonly r: number })
  | (TextLook & { readonly mark: 'text'; readonly x: number; readonly y: number; readonly text: string })
  | (Painted & {
      readonly mark: 'group'
      readonly marks: readonly Mark[]
      readonly shift?: readonly [x: number, y: number]
      readonly scale?: readonly [x: number, y: number]
    })

export interface Scene {
  readonly width: number
  readonly height: number
  /** A sentence about the picture, for readers who cannot see it. */
  readonly label: string
  readonly marks: readonly Mark[]
}
