/** Pictures in files, by the endings of their names: SVG, PNG, or as CSV the values that they draw. */
import { dataCsv } from '../../core/csv.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Picture } from '../../core/exhibit.js'
import { writeOutput } from '../../runtime/index.js'
import type { Terminal } from './terminal.js'

export type PictureKind = 'svg' | 'png' | 'csv'

/**
 * The kind of picture that a file's name says.
 * @param option what the command calls it
 * @throws QueuewrightError `usage`
 */
export function pictureKind(file: string, option: string): PictureKind {
  const ending = /\.(svg|png|csv)$/i.exec(file)?.[1].toLowerCase()
  if (ending === 'svg' || ending === 'png' || ending === 'csv') return ending
  throw new QueuewrightError('usage', 'unknown kind of picture', {
    field: option,
    value: file,
    expected: 'a file name that ends in .svg, .png or .csv',
  })
}

export async function writePicture(
  file: string,
  kind: PictureKind,
  { scene, data }: Picture,
  terminal: Terminal,
): Promise<void> {
  if (kind === 'csv') return writeOutput(file, [dataCsv(data)])
  const { svgFile } = await import('../../report/svg.js')
  const svg = svgFile(scene)
  if (kind === 'svg') return writeOutput(file, [svg])
  const { pngOf } = await import('../../report/png.js')
  const image = await pngOf(svg)
  for (const notice of image.notices) terminal.note(notice)
  await writeOutput(file, [image.bytes])
}
