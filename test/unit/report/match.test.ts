import { describe, expect, it } from 'vitest'
import type { MatchInfo, MatchPointInfo } from '../../../src/report/match.js'
import { matchPage as matchExhibit } from '../../../src/report/pages/match.js'
import { matchPlot as matchPicture } from '../../../src/report/plots/match.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { drawn, expectPicture, expectWellFormed, inTerminal, paged, textsOf } from './support.js'

const matchPage = paged(matchExhibit)

const matchPlot = drawn(matchPicture)

function point(factor: number, deviation: number, level = 'fine'): MatchPointInfo {
  const AWWT = 1000 * (1 + deviation)
  const AWRT = 50_000 * (1 + deviation)
  return {
    factor,
    level,
    jobs: 12_345,
    UTIL: 0.7,
    AWRT,
    AWWT,
    deviationAWRT: deviation,
    deviationAWWT: deviation,
    deviation: Math.abs(deviation),
  }
}

const BEST = point(2.48, 0.004)
const MATCH: MatchInfo = {
  policy: 'easy',
  from: 430,
  to: 1024,
  copied: 50,
  seed: 1,
  precise: 1024 / 430,
  reference: { jobs: 5000, UTIL: 0.66, AWRT: 50_000, AWWT: 1000 },
  best: BEST,
  history: [point(2.38, -0.15, 'coarse'), point(2.5, 0.07, 'coarse'), BEST, point(2.47, -0.02)],
  bracketed: true,
}

const PROVENANCE = { version: '1', command: 'qw scale' }
const matchText = (match: MatchInfo) =>
  inTerminal(matchExhibit({ trace: demoTrace({ jobs: 5 }), match, provenance: PROVENANCE }), { width: 100 })

describe('a match in a terminal', () => {
  it('has the result, every factor in order with the best marked, and bars', () => {
    const text = matchText(MATCH)
    expect(text).toContain('f = 2.48: AWWT 1,004 s (+0.4 %), AWRT 50,200 s (+0.4 %)')
    expect(text).toContain('430 to 1,024 processors, f₀ = 2.3814')
    const rows = text.split('\n').filter((line) => /^2\.\d\d .*(coarse|fine)/.test(line))
    expect(rows.map((line) => line.slice(0, 4))).toEqual(['2.38', '2.47', '2.48', '2.50'])
    expect(rows.filter((line) => line.includes('★'))).toEqual([expect.stringMatching(/^2\.48 .* 0\.40 % ★$/)])
    const bars = text
      .split('\n')
      .filter((line) => /\(AWWT .*\)$/.test(line) && !/coarse|fine|best/.test(line))
    const lengths = bars.map((line) => [...line].filter((sign) => '▏▎▍▌▋▊▉█'.includes(sign)).length)
    expect(lengths[0]).toBe(Math.max(...lengths))
    expect(lengths[2]).toBe(Math.min(...lengths))
    expect(text).not.toMatch(/No factor/)
  })

  it('says where no factor met both sides', () => {
    expect(matchText({ ...MATCH, bracketed: false })).toMatch(/No factor from 2\.38 to 2\.50/)
  })
})

describe('matchPlot', () => {
  it('shows both deviations, the ratio of the machines and the best factor', () => {
    const svg = matchPlot(MATCH)
    expectPicture(svg)
    const texts = textsOf(svg)
    for (const text of ['AWWT', 'AWRT', 'f₀ 2.38', 'f 2.48', 'factor f']) expect(texts).toContain(text)
    expect(matchPlot(MATCH)).toBe(svg)
    expect(matchPlot({ ...MATCH, best: MATCH.history[3] })).not.toBe(svg)
  })
})

describe('matchPage', () => {
  it('is a page with the plot, the table and where it came from', () => {
    const trace = demoTrace({ jobs: 5 })
    const provenance = { version: '1', command: 'queuewright scale <x> --match easy' }
    const page = matchPage({ trace, match: MATCH, provenance })
    expectWellFormed(page)
    expect(page).toContain('<title>Scaling demo-1 to 1,024 processors</title>')
    expect(page).toContain('0.40 % ★')
    expect(page).toContain('queuewright scale &lt;x&gt; --match easy')
    expect(page).toContain(trace.digest)
    expect(page.match(/<th scope="row">2\.\d\d<\/th>/g)).toHaveLength(4)
  })
})
