import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../src/core/exhibit.js'
import { rect, scene, text } from '../../../src/report/plots/marks.js'
import { bullets, facts, figure, html, page, section, table } from '../../../src/report/render/markup.js'
import { expectWellFormed } from './support.js'

describe('html', () => {
  it('escapes what is put in, and lets its own results through', () => {
    const inner = html`<b>${'<script>'}</b>`
    expect(html`<p title="${'"&\''}">${[inner, 3, ' & ']}</p>`.text).toBe(
      '<p title="&quot;&amp;&#39;"><b>&lt;script&gt;</b>3 &amp; </p>',
    )
  })

  it('keeps pages whole whatever strangers write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const column = { head: text, numeric: true }
        const whole = page(text, text, [
          section(
            text,
            table(text, [column, column], [[text, text]]),
            facts([[text, text]]),
            bullets([text]),
          ),
        ])
        expectWellFormed(whole)
      }),
      { seed: 20261121, numRuns: 100 },
    )
  })
})

describe('headings of columns', () => {
  it('go on in the next line between words and behind signs, and nowhere inside a word', () => {
    const column = (head: string) => ({ head, numeric: true })
    const { text } = table('', ['meanWait', 'p95Wait', 'AVEbsld', 'AWRT', 'longest wait'].map(column), [])
    const heads = [...text.matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, head]) => head)
    expect(heads).toEqual(['mean<wbr>Wait', 'p95Wait', 'AVEbsld', 'AWRT', 'longest wait'])
  })
})

const PICTURE: Picture = {
  name: 'one',
  scene: scene(9, 9, '<x>', [
    text(1, 2, 'a & b', 'ink'),
    rect(0, 0, 1, 1, { fill: '#0072b2', stroke: 'paper' }),
  ]),
  data: {
    columns: ['name', 'value'],
    rows: [
      ['a, "b"', 0.1],
      ['c', null],
    ],
  },
}

describe('page', () => {
  const whole = page('A & B', 'sub', [section('One', figure(PICTURE, 'caption'))])

  it('needs nothing from elsewhere and no script', () => {
    expect(whole).not.toMatch(/<script|<link|src=|url\(|@import|https?:/)
    expect(whole).toMatch(/^<!DOCTYPE html>\n<html lang="en">/)
  })

  it('has one title of first rank, captions, and inks that follow light and dark', () => {
    expect(whole.match(/<h1>/g)).toHaveLength(1)
    expect(whole).toContain('<title>A &amp; B</title>')
    expect(whole).toContain('<figcaption>caption <a download="one.csv"')
    const csv = /href="data:text\/csv;charset=utf-8,([^"]+)"/.exec(whole)?.[1] ?? ''
    expect(decodeURIComponent(csv)).toBe('name,value\n"a, ""b""",0.1\nc,\n')
    expect(whole).toContain('<text x="1" y="2" fill="var(--ink)">a &amp; b</text>')
    expect(whole).toContain('fill="#0072b2" stroke="var(--paper)"')
    expect(whole).toContain('prefers-color-scheme: dark')
    expect(whole).toContain('@media print')
  })
})

describe('table', () => {
  it('names its rows and columns for readers who listen', () => {
    const { text } = table(
      'numbers',
      [
        { head: 'name', numeric: false },
        { head: 'value', numeric: true },
      ],
      [['a', '1']],
    )
    expect(text).toContain('<caption>numbers</caption>')
    expect(text).toContain('<th scope="col">name</th><th scope="col" class="number">value</th>')
    expect(text).toContain('<th scope="row">a</th><td class="number">1</td>')
  })
})
