/**
 * The fonts that every reader of PDF has by itself, and the widths of their signs in thousandths of the size (Adobe Core 14 Font
 * Metrics): Helvetica by its encoding WinAnsi, and for signs that it lacks Symbol and ZapfDingbats by their own.
 */

/** By the numbers of runs. */
export const FONT_NAMES = ['Helvetica', 'Helvetica-Bold', 'Symbol', 'ZapfDingbats'] as const

const [REGULAR, BOLD, SYMBOL, DINGBATS] = [0, 1, 2, 3]

/** Widths of signs 32 to 126, then of 160 to 255. */
const HELVETICA = widths(
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 10*556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
  '278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 6*667 1000 722 4*667 4*278 722 722 5*778 584 778 4*722 667 667 611 6*556 889 500 4*556 4*278 556 556 5*556 584 611 4*556 500 556 500',
)
const HELVETICA_BOLD = widths(
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 10*556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
  '278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 6*722 1000 722 4*667 4*278 722 722 5*778 584 778 4*722 667 667 611 6*556 889 556 4*556 4*278 611 611 5*611 584 611 4*611 556 611 556',
)

/** @param latin of signs 160 to 255; `4*667` is 667 four times */
function widths(ascii: string, latin: string): ReadonlyMap<number, number> {
  const listed = (text: string) =>
    text.split(' ').flatMap((each) => {
      const [times, width] = each.includes('*') ? each.split('*').map(Number) : [1, Number(each)]
      return new Array<number>(times).fill(width)
    })
  const from = (first: number, text: string) => listed(text).map((width, k) => [first + k, width] as const)
  return new Map([...from(32, ascii), ...from(160, latin)])
}

interface Sign {
  readonly font: number
  readonly code: number
  readonly width: number
}

/** Signs of WinAnsi that stand elsewhere than in Unicode. */
const PUNCTUATION: Readonly<Record<string, readonly [code: number, width: number, bold: number]>> = {
  '–': [150, 556, 556],
  '—': [151, 1000, 1000],
  '…': [133, 1000, 1000],
  '•': [149, 350, 350],
  '’': [146, 222, 278],
}

const SIGNS: Readonly<Record<string, Sign>> = {
  '−': { font: SYMBOL, code: 45, width: 549 },
  '≤': { font: SYMBOL, code: 163, width: 549 },
  '≥': { font: SYMBOL, code: 179, width: 549 },
  '≈': { font: SYMBOL, code: 187, width: 549 },
  '∞': { font: SYMBOL, code: 165, width: 713 },
  '←': { font: SYMBOL, code: 172, width: 987 },
  '→': { font: SYMBOL, code: 174, width: 987 },
  Σ: { font: SYMBOL, code: 83, width: 592 },
  ε: { font: SYMBOL, code: 101, width: 439 },
  θ: { font: SYMBOL, code: 113, width: 521 },
  '★': { font: DINGBATS, code: 72, width: 816 },
}

/** Signs of one font in a row. */
export interface TextRun {
  /** Its place in `FONT_NAMES`. */
  readonly font: number
  readonly codes: readonly number[]
}

/** The text in these fonts; signs that none has by the letters that they are made of, else as `?`. @returns its width at size 1 too */
export function textRuns(
  text: string,
  bold: boolean,
): { readonly runs: readonly TextRun[]; readonly width: number } {
  const runs: { readonly font: number; readonly codes: number[] }[] = []
  let width = 0
  for (const character of text) {
    const sign = signOf(character, bold) ?? signOf(character.normalize('NFKD')[0], bold) ?? letter(63, bold)
    if (runs.at(-1)?.font !== sign.font) runs.push({ font: sign.font, codes: [] })
    runs[runs.length - 1].codes.push(sign.code)
    width += sign.width / 1000
  }
  return { runs, width }
}

function signOf(character: string, bold: boolean): Sign | null {
  const code = character.codePointAt(0) ?? 0
  if ((bold ? HELVETICA_BOLD : HELVETICA).has(code)) return letter(code, bold)
  if (!Object.hasOwn(PUNCTUATION, character)) return SIGNS[character] ?? null
  const [place, ...wide] = PUNCTUATION[character]
  return { font: bold ? BOLD : REGULAR, code: place, width: wide[bold ? 1 : 0] }
}

function letter(code: number, bold: boolean): Sign {
  const width = (bold ? HELVETICA_BOLD : HELVETICA).get(code) ?? 0
  return { font: bold ? BOLD : REGULAR, code, width }
}
