/** Pictures in files, by the endings of their names: SVG, PDF, PNG, or as CSV the values that they draw. */
import { dataCsv } from '../../core/csv.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Picture } from '../../core/exhibit.js'
import { writeOutput } from '../../runtime/index.js'
import type { Terminal } from './terminal.js'

const KINDS = ['svg', 'pdf', 'png', 'csv'] as const
export type PictureKind = (typeof KINDS)[number]

/**
 * The kind of picture that a file's name says.
 * @param option what the command calls it
 * @throws QueuewrightError `usage`
 */
export function pictureKind(file: string, option: string): PictureKind {
  const ending = KINDS.find((kind) => file.toLowerCase().endsWith(`.${kind}`))
  if (ending !== undefined) return ending
  throw new QueuewrightError('usage', 'unknown kind of picture', {
    field: option,
    value: file,
    expected: 'a file name that ends in .svg, .pdf, .png or .csv',
  })
}

export async function writePicture(
  file: string,
  kind: PictureKind,
  { scene, data }: Picture,
  terminal: Terminal,
): Promise<void> {
  if (kind === 'csv') return writeOutput(file, [dataCsv(data)])
  if (kind === 'pdf') {
    const { pdfFile } = await import('../../report/formats/pdf.js')
    return writeOutput(file, [pdfFile(scene)])
  }
  const { svgFile } = await import('../../report/formats/svg.js')
  const svg = svgFile(scene)
  if (kind === 'svg') return writeOutput(file, [svg])
  const { pngOf } = await import('../../report/formats/png.js')
  const image = await pngOf(svg)
  for (const notice of image.notices) terminal.note(notice)
  await writeOutput(file, [image.bytes])
}
