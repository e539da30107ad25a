/**
 * Colours that mean something are told apart by everybody: as people without one kind of cones see them, by the matrices of
 * Machado, Oliveira and Fernandes (2009, severity 1) that browsers simulate with, and by contrast with the ground (WCAG 2).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  BLUE,
  changeColour,
  GREY,
  groupColour,
  INK_COLOURS,
  ORANGE,
  SERIES_COLOURS,
  VERMILION,
} from '../../../src/report/plots/theme.js'
import { STYLE } from '../../../src/report/render/style.js'
import { PROJECT_ROOT } from '../../support/data.js'

type Triple = readonly [number, number, number]

const EYES: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Of linear sRGB. */
const TO_XYZ: readonly Triple[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
const WHITE: Triple = [0.95047, 1, 1.08883]

const times = (matrix: readonly Triple[], [a, b, c]: Triple): Triple =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple

function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Triple
}

/** CIE L*a*b*. */
function lab(colour: Triple): Triple {
  const [x, y, z] = times(TO_XYZ, colour).map((part, k) => {
    const share = part / WHITE[k]
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116
  })
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** How far two colours are apart for the eyes that tell them apart worst. */
function apart(one: string, other: string): number {
  const seen = (eyes: readonly Triple[], colour: string) =>
    lab(times(eyes, linear(colour)).map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple)
  const distances = Object.values(EYES).map((eyes) => {
    const [a, b] = [seen(eyes, one), seen(eyes, other)]
    return Math.hypot(...a.map((part, k) => part - b[k]))
  })
  return Math.min(...distances)
}

function contrast(one: string, other: string): number {
  const [light, dark] = [one, other]
    .map((colour) => times(TO_XYZ, linear(colour))[1] + 0.05)
    .sort((a, b) => b - a)
  return light / dark
}

/** The grounds of pages, light and dark, and inks of the same scheme. */
function inkIn(style: string, name: string): readonly [light: string, dark: string] {
  const [light, dark] = [...style.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map(
    ([, colour]) => colour,
  )
  return [light, dark]
}

const GROUNDS = inkIn(STYLE, 'paper')
const SOURCES = join(PROJECT_ROOT, 'src')
const PALETTES = ['report/plots/theme.ts', 'report/render/style.ts']
const sheet = readFileSync(join(SOURCES, 'apps/web/client/style.css'), 'utf8')

/** A just noticeable difference is 2.3. */
const APART = 15
/** Where two colours alone carry what a picture says. */
const FAR_APART = 20

describe('the palette', () => {
  it('measures as is known: black and white, and red and green for who sees no red', () => {
    expect(apart('#000000', '#ffffff')).toBeCloseTo(100, 3)
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 3)
    expect(apart('#0072b2', '#0072b2')).toBe(0)
    // Taken for each other under deuteranopia, however far apart for others.
    expect(apart('#cc79a7', '#8a919c')).toBeLessThan(5)
  })

  it('tells every two series apart, and all from the ground, light or dark', () => {
    for (const [k, colour] of SERIES_COLOURS.entries()) {
      for (const other of SERIES_COLOURS.slice(0, k)) {
        expect(apart(colour, other), `${colour} and ${other}`).toBeGreaterThan(APART)
      }
      for (const ground of GROUNDS)
        expect(contrast(colour, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
    expect(GROUNDS[0]).toBe(INK_COLOURS.paper)
  })

  it('tells earlier, later and unchanged apart more than that', () => {
    const [same, earlier, later] = [0, 1, 2].map(groupColour)
    expect([same, earlier, later]).toEqual([GREY, BLUE, ORANGE])
    for (const [one, other] of [
      [earlier, later],
      [earlier, same],
      [later, same],
      [ORANGE, VERMILION],
      [changeColour(-0.3, 'min'), changeColour(0.3, 'min')],
    ]) {
      expect(apart(one, other), `${one} and ${other}`).toBeGreaterThan(FAR_APART)
    }
  })

  it('has the words for better and worse apart, and readable', () => {
    const [better, worse] = ['better', 'worse'].map((name) => inkIn(sheet, name))
    for (const [scheme, ground] of GROUNDS.entries()) {
      expect(apart(better[scheme], worse[scheme])).toBeGreaterThan(FAR_APART)
      for (const ink of [better, worse]) expect(contrast(ink[scheme], ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('stands in one place: no other module or sheet has colours of its own', () => {
    const stray = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        !PALETTES.includes(name) &&
        /#[0-9a-f]{6}\b/.test(readFileSync(join(SOURCES, name), 'utf8')),
    )
    expect(stray).toEqual([])
    // Of the sheet's colours each has a name.
    expect(sheet.match(/^(?!\s*--\w+:).*#[0-9a-f]{3,6}\b/gm)).toBeNull()
  })
})
