import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { pngOf } from '../../../src/report/formats/png.js'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'

const installed = await import('@resvg/resvg-js').then(
  () => true,
  () => false,
)

describe('pngOf', () => {
  it.skipIf(!installed)('draws at twice the size', async () => {
    const image = await pngOf(SVG)
    expect([image.width, image.height]).toEqual([80, 40])
    expect([...image.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  })

  it('says what to do where resvg is not installed', async () => {
    const failure = await pngOf(SVG, () => Promise.reject(new Error('Cannot find package'))).catch(
      (error) => error,
    )
    expect(failure).toBeInstanceOf(QueuewrightError)
    expect(failure.kind).toBe('usage')
    expect(failure.message).toContain('npm install @resvg/resvg-js')
    expect(failure.message).toContain('.svg')
  })

  it.skipIf(!installed)('reports pictures without text where there is no font', async () => {
    const resvg = await import('@resvg/resvg-js')
    class Fontless extends resvg.Resvg {
      constructor(svg: string | Buffer, options?: ConstructorParameters<typeof resvg.Resvg>[1]) {
        super(svg, { ...options, font: { loadSystemFonts: false } })
      }
    }
    const image = await pngOf(SVG, () => Promise.resolve({ ...resvg, Resvg: Fontless }))
    expect(image.notices.join()).toContain('fonts-dejavu-core')
  })
})
