/** Pictures in files: SVG as it is, PNG by the ending of the file's name. */
import { QueuewrightError } from '../../core/errors.js'
import { writeOutput } from '../../runtime/index.js'
import type { Terminal } from './terminal.js'

export type Picture = 'svg' | 'png'

/**
 * What the name of a file says.
 * @param option what the command calls it
 * @throws QueuewrightError `usage`
 */
export function pictureKind(file: string, option: string): Picture {
  const ending = /\.(svg|png)$/i.exec(file)?.[1].toLowerCase()
  if (ending === 'svg' || ending === 'png') return ending
  throw new QueuewrightError('usage', 'unknown kind of picture', {
    field: option,
    value: file,
    expected: 'a file name that ends in .svg or .png',
  })
}

export async function writePicture(
  file: string,
  kind: Picture,
  svg: string,
  terminal: Terminal,
): Promise<void> {
  if (kind === 'svg') return writeOutput(file, [svg])
  const { pngOf } = await import('../../report/png.js')
  const image = await pngOf(svg)
  for (const notice of image.notices) terminal.note(notice)
  await writeOutput(file, [image.bytes])
}
