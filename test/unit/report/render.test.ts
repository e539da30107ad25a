/** One exhibit in every format. */
import { describe, expect, it } from 'vitest'
import {
  code,
  details,
  type Exhibit,
  exhibit,
  facts,
  figure,
  heading,
  section,
  sentences,
  table,
  valueCell,
} from '../../../src/core/exhibit.js'
import { circle, scene } from '../../../src/report/plots/marks.js'
import { rendered, reportFormat } from '../../../src/report/render/index.js'
import { expectWellFormed } from './support.js'

const EVIL = 'a_b & 50 % <i>|*x*\u0007\u202e'
const PICTURE = {
  name: 'dot',
  scene: scene(9, 9, 'one dot', [circle(4, 4, 2, { fill: '#0072b2' })]),
  data: {
    columns: ['x', 'y'],
    rows: [
      [1, 2.5],
      [3, null],
    ],
  },
}
const SHOWN: Exhibit = exhibit('Title', 'below it', [
  section(
    'First',
    facts([
      ['command', code('qw x `y`')],
      [EVIL, 'fact'],
    ]),
    table(
      'Values',
      [
        { head: 'policy', numeric: false },
        { head: 'AWRT', numeric: true },
      ],
      [
        ['easy', valueCell('1,200 s', false, 'baseline')],
        [EVIL, { text: '−3 %', fill: '#de2d26' }],
        ['[cons]', valueCell('900 s', true, '−25 %')],
      ],
    ),
    heading('Further'),
    sentences(['One.', EVIL]),
    details('More', { kind: 'verbatim', text: 'a  b\nc' }),
  ),
  section('Second', figure(PICTURE, 'A dot'), sentences([])),
])

describe('formats', () => {
  it('follow from the ending of the name', () => {
    const names = ['a.md', 'a.TEX', 'b.json', 'c.txt', 'd.html', 'e.md.gz', 'report', 'x.htm']
    expect(names.map(reportFormat)).toEqual(['md', 'tex', 'json', 'txt', 'html', 'md', 'html', 'html'])
    expect(['./v1.2/report', 'report.gz'].map(reportFormat)).toEqual(['html', 'html'])
    for (const name of ['x.doc', 'x.pdf', 'x.pdf.gz']) {
      expect(() => reportFormat(name)).toThrow(/unknown format of a report/)
    }
  })

  it('give the same bytes each time, and hold nothing that steers', () => {
    for (const format of ['html', 'md', 'tex', 'txt'] as const) {
      const text = rendered(SHOWN, format)
      expect(rendered(SHOWN, format)).toBe(text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
      expect(text, format).not.toMatch(/[\u0007\u202e]/)
    }
  })
})

describe('HTML', () => {
  it('is a page without a style of its own in any element', () => {
    const page = rendered(SHOWN, 'html')
    expectWellFormed(page)
    expect(page).not.toMatch(/ style=/)
    expect(page).toContain('.on-de2d26 { background: #de2d26;')
    expect(page).toContain('<span class="heat on-de2d26">−3\u00a0%</span>')
    expect(page).toContain('<span class="best">900\u00a0s ★</span><span class="change">−25\u00a0%</span>')
    expect(page).toContain('<summary>More</summary>\n<pre>a  b\nc</pre>')
  })
})

describe('Markdown', () => {
  it('has its tables, and nothing of strangers as markup', () => {
    const text = rendered(SHOWN, 'md')
    expect(text).toContain('# Title\n\nbelow it\n\n## First\n\n- **command**: `` qw x `y` ``\n')
    expect(text).toContain('| policy | AWRT |\n| --- | ---: |\n| easy | 1,200 s<br>baseline |\n')
    expect(text).toContain('| \\[cons\\] | **900 s ★**<br>−25 % |')
    expect(text).toContain('- a\\_b \\& 50 % \\<i\\>\\|\\*x\\*��\n')
    expect(text).toContain('    a  b\n    c')
    expect(text).toContain('*A dot*\n\none dot\n\n| x | y |\n| ---: | ---: |\n| 1 | 2.5 |\n| 3 | – |\n')
  })
})

describe('LaTeX', () => {
  it('is a document with tables as booktabs has them', () => {
    const text = rendered(SHOWN, 'tex')
    expect(text).toMatch(/^\\documentclass\{article\}[\s\S]*\\begin\{document\}[\s\S]*\\end\{document\}\n$/)
    expect(text).toContain('\\begin{longtable}{@{}lr@{}}')
    expect(text).toContain('\\toprule\npolicy & AWRT \\\\\n\\midrule\n\\endhead\neasy & 1,200 s \\\\\n')
    expect(text).toContain(' & {\\footnotesize baseline} \\\\')
    // A row that begins with a bracket must not become an option of the one before.
    expect(text).toContain('\n{[}cons{]} & \\textbf{900 s $\\bigstar$} \\\\')
    expect(text).toContain('a\\_b \\& 50 \\% \\textless{}i\\textgreater{}\\textbar{}{*}x{*}??')
    for (const [, name] of text.matchAll(/\\begin\{(\w+)\}/g)) expect(text).toContain(`\\end{${name}}`)
    // Outside of the commands of its own it is ASCII and Latin 1.
    expect([...text].filter((sign) => sign > '\u00ff')).toEqual([])
  })
})

describe('JSON', () => {
  it('has text as it came and figures as their values', () => {
    const { title, sections } = JSON.parse(rendered(SHOWN, 'json'))
    expect(title).toBe('Title')
    expect(sections[0].blocks[0].facts[1]).toEqual([EVIL, 'fact'])
    expect(sections[1].blocks).toEqual([
      {
        kind: 'figure',
        name: 'dot',
        caption: 'A dot',
        columns: ['x', 'y'],
        rows: [
          [1, 2.5],
          [3, null],
        ],
      },
    ])
  })
})

describe('text', () => {
  it('is for a terminal', () => {
    const lines = rendered(SHOWN, 'txt').split('\n')
    expect(lines.slice(0, 6)).toEqual(['Title', '', 'below it', '', 'First', '═════'])
    expect(lines.find((line) => line.startsWith('easy'))).toMatch(/^easy {2,}1,200 s$/)
    expect(lines).toContain('- One.')
  })
})
