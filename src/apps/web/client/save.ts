/** Files that the page makes: a picture as SVG or PNG, values as CSV. */
import { dataCsv } from '../../../core/csv.js'
import type { Picture } from '../../../core/exhibit.js'
import { svgFile } from '../../../report/formats/svg.js'

/** Pixels of a PNG for each of the picture. */
const PNG_SCALE = 2

export function save(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Browsers read it after this call.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export function saveSvg({ name, scene }: Picture): void {
  save(`${name}.svg`, svgFile(scene), 'image/svg+xml')
}

export function saveCsv({ name, data }: Picture): void {
  save(`${name}.csv`, dataCsv(data), 'text/csv')
}

export async function savePng({ name, scene }: Picture): Promise<void> {
  await saveAsPng(name, svgFile(scene))
}

/** @param svg a picture's file, which says how large it is */
export async function saveAsPng(name: string, svg: BlobPart): Promise<void> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width * PNG_SCALE
    canvas.height = image.height * PNG_SCALE
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (png !== null) save(`${name}.png`, png)
  } finally {
    URL.revokeObjectURL(address)
  }
}
