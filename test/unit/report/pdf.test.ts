/** Scenes as PDF: what a reader of PDF finds in them is what was drawn. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Mark, Scene } from '../../../src/core/scene.js'
import { pdfFile } from '../../../src/report/formats/pdf.js'
import { textRuns } from '../../../src/report/formats/pdf-fonts.js'
import { criticalDifferencePlot } from '../../../src/report/plots/critical-difference.js'
import { expectPdf } from './support.js'

const sceneOf = (...marks: readonly Mark[]): Scene => ({ width: 120, height: 80, label: 'A – ★', marks })

const RED = '#ff0000'
const BLUE = '#0000ff'

describe('a scene as PDF', () => {
  it('is whole, and the same for the same scene', () => {
    const scene = sceneOf({ mark: 'rect', x: 1e-9, y: 2, width: 3, height: 4, fill: RED, opacity: 0.25 })
    expectPdf(pdfFile(scene))
    expect(pdfFile(scene)).toBe(pdfFile(scene))
    expect(pdfFile(scene)).toContain('/G0 << /ca 0.25 /CA 0.25 >>')
    expect(pdfFile(scene)).toContain('/MediaBox [0 0 90 60]')
    // The label, as UTF-16.
    expect(pdfFile(scene)).toContain('/Title <feff00410020201300202605>')
  })

  it.each([
    ['M1 2L3 4H5V6h1v-2l1 1Z', '1 2 m 3 4 l 5 4 l 5 6 l 6 6 l 6 4 l 7 5 l h'],
    ['M1 2 3 4m1 1 2 2', '1 2 m 3 4 l 4 5 m 6 7 l'],
    ['m1 2h3zl1 1', '1 2 m 4 2 l h 2 3 l'],
  ])('has the path %s', (d, words) => {
    expect(pdfFile(sceneOf({ mark: 'path', d, stroke: RED }))).toContain(`1 0 0 RG 1 w ${words} S Q`)
  })

  it('draws nothing that it would draw otherwise than it should', () => {
    expect(() => pdfFile(sceneOf({ mark: 'path', d: 'M0 0C1 1 2 2 3 3' }))).toThrow(/no straight line: C/)
  })

  it('paints as groups say, and leaves out what has no paint', () => {
    const shape: Mark = { mark: 'rect', x: 0, y: 0, width: 1, height: 1 }
    const inside = (look: object) => pdfFile(sceneOf({ mark: 'group', marks: [shape], ...look }))
    expect(inside({ fill: RED })).toContain('q 1 0 0 rg 0 0 1 1 re f Q')
    expect(inside({ stroke: BLUE, thick: 0.4 })).toContain('q 0 0 1 RG 0.4 w 0 0 1 1 re S Q')
    expect(inside({ fill: RED, stroke: BLUE })).toContain('q 1 0 0 rg 0 0 1 RG 1 w 0 0 1 1 re B Q')
    expect(inside({})).toContain('q 0.1686 0.1843 0.2118 rg 0 0 1 1 re f Q')
    expect(inside({ shift: [3, 4], scale: [0.00125, 2] })).toContain('0.0013 0 0 2 3 4 cm')
  })
})

describe('the letters of a PDF', () => {
  it('are of three fonts, by their codes and widths', () => {
    // Adobe's metrics: A 667, − 549, é 556, ★ 816; of no font: 好.
    expect(textRuns('A−é★', false)).toEqual({
      runs: [
        { font: 0, codes: [65] },
        { font: 2, codes: [45] },
        { font: 0, codes: [233] },
        { font: 3, codes: [72] },
      ],
      width: (667 + 549 + 556 + 816) / 1000,
    })
    expect(textRuns('B’', true)).toEqual({ runs: [{ font: 1, codes: [66, 146] }], width: 1 })
    expect(textRuns('ł好₂ſ', false).runs).toEqual([{ font: 0, codes: [63, 63, 50, 115] }])
  })
})

const poppler = spawnSync('pdftotext', ['-v']).status === 0

describe.skipIf(!poppler && !process.env.CI)('a reader of PDF', () => {
  const read = (scene: Scene, command: string, ...options: readonly string[]): Buffer => {
    const { status, stdout, stderr } = spawnSync(command, options, { input: pdfFile(scene) })
    expect(stderr.toString()).toBe('')
    expect(status).toBe(0)
    return stdout
  }

  it('reads all texts', () => {
    const ranks = [
      { policy: 'easy:(−wait/estimate)', rank: 1.25 },
      { policy: 'plain \\ (with) signs', rank: 2 },
      { policy: 'Größe ≤ 8 → ★', rank: 3 },
    ]
    const { scene } = criticalDifferencePlot({ name: 'ranks', objective: 'AWRT' }, ranks, 9, 0.5)
    const text = read(scene, 'pdftotext', '-layout', '-', '-').toString()
    for (const { policy, rank } of ranks) expect(text).toContain(`${policy} (${rank.toFixed(2)})`)
  })

  it('sees shapes where they are, in their colours', () => {
    const scene = sceneOf(
      { mark: 'rect', x: 10, y: 10, width: 20, height: 10, fill: RED },
      {
        ...{ mark: 'group', shift: [60, 40], scale: [10, 5], fill: BLUE },
        marks: [{ mark: 'rect', x: 0, y: 0, width: 2, height: 2 }],
      },
      { mark: 'circle', x: 100, y: 60, r: 8, fill: '#00ff00' },
    )
    // 96 dots an inch: a dot a pixel.
    const ppm = read(scene, 'pdftoppm', '-r', '96', '-')
    const header = /^P6\n(\d+) (\d+)\n255\n/.exec(ppm.toString('latin1', 0, 40))
    expect(header?.slice(1)).toEqual(['120', '80'])
    const at = (x: number, y: number) => {
      const from = (header?.[0].length ?? 0) + 3 * (y * 120 + x)
      return [...ppm.subarray(from, from + 3)]
    }
    expect(at(20, 15)).toEqual([255, 0, 0])
    expect(at(20, 25)).toEqual([255, 255, 255])
    expect(at(70, 45)).toEqual([0, 0, 255])
    expect(at(85, 45)).toEqual([255, 255, 255])
    expect(at(106, 60)).toEqual([0, 255, 0])
    expect(at(106, 66)).toEqual([255, 255, 255])
  })
})
