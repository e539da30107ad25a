/** Numbers as logs write them: `12`, `-1`, `+3`, `142.00`, `.5`, `1e6`, `2.5E+09`. */

/** 10^0 … 10^22, the powers of ten that a 64-bit float holds exactly. */
export const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/** Whether `text` (short: see the parser) is a number in the above notation and nothing else. */
export function isNumberText(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)
}
