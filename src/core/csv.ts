/** Comma-separated values as RFC 4180 has them; lines end in a line feed. Pure. */

import type { DataTable } from './exhibit.js'

/** A field, in double quotes where it has to be. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Lines of fields, each with its end. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => csvField(String(cell))).join(',')}\n`).join('')
}

/** Values under their names; empty where there is none. */
export function dataCsv({ columns, rows }: DataTable): string {
  return csvLines([columns, ...rows.map((row) => row.map((value) => value ?? ''))])
}
