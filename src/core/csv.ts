/** Comma-separated values as RFC 4180 has them; lines end in a line feed. Pure. */

import type { DataTable } from './exhibit.js'
import { visibleText } from './visible.js'

/** How texts begin that spreadsheets take for formulas, and would carry out (CWE-1236). */
const FORMULA = /^[=+@\t\r-]./s

/**
 * A text as a field has it: without hidden characters, and one that a spreadsheet would carry out behind an apostrophe,
 * by which it shows a text as it is. Names of logs, policies and users may be anybody's.
 */
export function csvText(text: string): string {
  const shown = visibleText(text)
  return FORMULA.test(shown) && Number.isNaN(Number(shown)) ? `'${shown}` : shown
}

/** A field, in double quotes where it has to be. */
export function csvField(text: string): string {
  const shown = csvText(text)
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** Lines of fields, each with its end. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => csvField(String(cell))).join(',')}\n`).join('')
}

/** Values under their names; empty where there is none. */
export function dataCsv({ columns, rows }: DataTable): string {
  return csvLines([columns, ...rows.map((row) => row.map((value) => value ?? ''))])
}
