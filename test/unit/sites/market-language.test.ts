/** The language of requests, offers and resources: read, written back, and what is wrong with it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  domainsOf,
  parseDescriptions,
  printDescriptions,
  readDescriptions,
  refusalOf,
  simulateMarket,
  USUAL_MARKET,
  type WrittenDomain,
} from '../../../src/sites/index.js'
import { JobTableBuilder } from '../../../src/trace/job-table.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { failureOf } from '../../support/failures.js'

const FIGURE = readFileSync(join(PROJECT_ROOT, 'examples', 'figure-11.16.market'), 'utf8')

const domain = (name: string, nodes: number, OperationSystem: string): WrittenDomain => ({
  ...{ name, machines: [{ nodes, attributes: { OperationSystem } }], knows: null, machineFunction: null },
})
const DOMAINS = domainsOf([domain('north', 16, 'Linux'), domain('south', 64, 'aix')])
const NAMES = ['north', 'south']

function read(text: string) {
  return readDescriptions(parseDescriptions(text, 'x.market'), DOMAINS, NAMES, 'x.market')
}

/** What comes of the first request, as a job of its own. */
function placed(text: string) {
  const { requests, domains, agreed } = read(text)
  const job = { id: 1, user: -1, group: 0, submit: 0, nodes: null, runtime: null, estimate: null }
  const terms = requests[0].terms(job, NAMES)
  const builder = new JobTableBuilder(1)
  builder.addValues(1, 0, 1, 1, 1, -1, 0)
  const { table } = builder.finish()
  const [contract] = simulateMarket(table, domains, USUAL_MARKET, new Map([[0, terms]]), agreed)
  return { contract, refusal: refusalOf(table, 0, terms, domains) }
}

const satisfiable = FIGURE.replace('900028', '901000').replace('900.89', '1e9')

describe('figure 11.16', () => {
  it('is read, and written back as the same', () => {
    const [request] = parseDescriptions(FIGURE, 'figure')
    expect([request.kind, request.name, request.at.line]).toEqual(['REQUEST', 'Req001', 3])
    expect(request.items).toHaveLength(7)
    const printed = printDescriptions([request])
    expect(printed).toContain('KEY "JobBudget" {VALUE "JobBudget" {900.89}}')
    expect(printed).toContain(
      'CONDITION {(OperationSystem EQ "Linux") && ((NumberOfProcessors >= 8) && (NumberOfProcessor <= 32))}',
    )
    expect(printDescriptions(parseDescriptions(printed, 'printed'))).toBe(printed)
  })

  it('has no offer as printed: 28 s for 344 s', () => {
    expect(placed(FIGURE)).toEqual({
      contract: null,
      refusal: 'its frame is 28 s long, and its run time at least 5 min 44 s',
    })
  })

  it('is done as soon as possible by Linux, as its first alternative wants', () => {
    const { contract } = placed(satisfiable)
    // Eight nodes: any more run longer, and −StartTime is above every −JobCost.
    expect(contract).toMatchObject({ start: 900_000, end: 900_344, utility: -900_000 })
    expect(contract?.fragments).toEqual([{ domain: 0, machine: 0, nodes: [0, 1, 2, 3, 4, 5, 6, 7] }])
  })
})

describe('requests', () => {
  it('go by keys and attributes whatever their capitals are, by formulas of one another', () => {
    const { contract } = placed(`REQUEST "a" {
      KEY "Size" {VALUE "numberofprocessors" {2 * Half}}
      KEY "More" {KEY "Nested" {VALUE "Half" {3}}}
      VALUE "RunTime" {if(OperationSystemIsOld, 5, 10 * NumberOfProcessors)}
      VALUE "OperationSystemIsOld" {0}
      VALUE "UtilityValue" {-JobCost}
    }`)
    expect(contract).toMatchObject({ start: 0, end: 60, cost: expect.any(Number) })
    expect(contract?.fragments[0].nodes).toHaveLength(6)
  })

  it('take what resources say of machines, and leave what offers have', () => {
    const text = `
      RESOURCE "south" {KEY "Cores" {VALUE "Cores" {128}}}
      OFFER "before" {
        VALUE "Domain" {"south"} VALUE "StartTime" {0} VALUE "EndTime" {50} VALUE "NumberOfProcessors" {60}
      }
      REQUEST "a" {
        VALUE "NumberOfProcessors" {10} VALUE "RunTime" {7}
        ELEMENT 1 {CONDITION {Cores >= 100 || OperationSystem EQ "BeOS"}}
      }`
    // Four nodes are left at first.
    expect(placed(text).contract).toMatchObject({ start: 50, fragments: [{ domain: 1 }] })
  })

  it('say why nobody takes them', () => {
    const of = (more: string) => placed(`REQUEST "a" {VALUE "RunTime" {5} ${more}}`).refusal
    expect(of('ELEMENT 1 {CONDITION {OperationSystem EQ "BeOS"}}')).toBe('no machine meets its conditions')
    expect(of('VALUE "StartTime" {9} VALUE "EndTime" {12}')).toMatch(/its frame is 3 s long/)
    expect(of('VALUE "JobBudget" {-1e9}')).toBe('no offer was within its budget')
  })

  it('that say what nothing uses are told', () => {
    const { notices } = read('REQUEST "a" {VALUE "JobBudgett" {5}}')
    expect(notices).toEqual([expect.stringMatching(/^request "a": JobBudgett means nothing.*JobBudget\?/)])
  })
})

const request = (inner: string) => `REQUEST "a" {\n  ${inner}\n}`

describe('what is wrong', () => {
  it.each([
    [request('VALUE "RunTime" {43*+)}'), 'formula-syntax', 2, /unexpected "\)" at column 24/],
    [request('VALUE "RunTime" {\n 2 +\n  foo(1)}'), 'formula-name', 4, /unknown function foo at column 3/],
    [request('VALUE "RunTime" {}'), 'formula-syntax', 2, /empty formula at column 20/],
    ['REQUEST "a" {VALUE "RunTime" {5', 'input-document', 1, /no end at column 31.*"}"/],
    [request('VALUE "RunTime" {{5}}'), 'input-document', 2, /unexpected "\{" at column 20/],
    [request('KEY Hops {}'), 'input-document', 2, /unexpected "H" at column 7.*quotation/],
    [request('ELEMNT 1 {}'), 'input-document', 2, /unexpected "ELEMNT" at column 3.*ELEMENT\?/],
    [request('ELEMENT x {}'), 'input-document', 2, /unexpected "x" at column 11/],
    [request('ELEMENT 1 {CONDITION {(a > 1}}'), 'input-document', 2, /parenthesis.*column 25/],
    [request('ELEMENT 1 {CONDITION {a > 1)}}'), 'input-document', 2, /unexpected "\)" at column 30/],
    [request('ELEMENT 1 {CONDITION {a > 1 && }}'), 'input-document', 2, /a condition is missing/],
    [request('ELEMENT 1 {CONDITION {Os EQ Linux}}'), 'formula-syntax', 2, /unexpected "EQ" at column 28/],
    ['REQEST "a" {}', 'input-document', 1, /unexpected "REQEST".*REQUEST\?/],
    ['REQUEST "a" {', 'input-document', 1, /unexpected end at column 14/],
    [request('KEY "k" {'.repeat(60)), 'input-document', 2, /nested too deep/],
    [
      request(`ELEMENT 1 {CONDITION {${'(a && '.repeat(60)}a${')'.repeat(60)}}}`),
      'input-document',
      2,
      /too deep/,
    ],
    [request(`VALUE "RunTime" {${'('.repeat(600)}}`), 'formula-syntax', 2, /too deep at column/],
    [
      request(`VALUE "RunTime" {${'1 + '.repeat(9000)}1}`),
      'formula-syntax',
      2,
      /formula of 36001 characters/,
    ],
  ])('%# is told with file, line and column', (text, kind, line, message) => {
    const error = failureOf(() => parseDescriptions(text, 'x.market'))
    expect(error).toMatchObject({ kind, detail: { file: 'x.market', line } })
    expect(error.message).toMatch(message)
  })

  it.each([
    [request('VALUE "Hops" {1} VALUE "HOPS" {2}'), /said twice/],
    [request('VALUE "Hops" {1.5}'), /Hops cannot be.*whole number/],
    [request('VALUE "EndTime" {-5}'), /EndTime cannot be.*0 or more/],
    [request('VALUE "RunTime" {Spede}'), /unknown name Spede/],
    [`${request('')}\n${request('')}`, /two requests have one name/],
    ['OFFER "o" {VALUE "Domain" {"mars"}}', /an offer that is nobody's.*"mars".*Domains: north, south/],
    ['OFFER "o" {VALUE "StartTime" {5}}', /an offer that is nobody's/],
    ['OFFER "o" {VALUE "Domain" {"north"} VALUE "Request" {"x"}}', /for a request that nobody makes/],
    ['OFFER "o" {VALUE "Domain" {"north"}}', /does not say all.*StartTime/],
    [
      'OFFER "o" {VALUE "Domain" {"north"} VALUE "StartTime" {1} VALUE "EndTime" {2} VALUE "NumberOfProcessors" {17}}',
      /NumberOfProcessors cannot be.*1 to 16/,
    ],
    ['RESOURCE "mars" {}', /a resource that is nobody's/],
    ['RESOURCE "north/2" {}', /an unknown machine.*north\/1 to north\/1/],
  ])('%# is refused with file and line', (text, message) => {
    const error = failureOf(() => read(text))
    expect(error.detail).toMatchObject({ file: 'x.market', line: expect.any(Number) })
    expect(error.message).toMatch(message)
  })

  it.each([
    ['VALUE "RunTime" {1/(NumberOfProcessors - 1)}', /RunTime is Infinity.*Guard a division/],
    ['VALUE "RunTime" {A} VALUE "A" {B} VALUE "B" {A + 1}', /depends on itself/],
    ['VALUE "RunTime" {"long"}', /RunTime is a text/],
    ['VALUE "RunTime" {-3}', /RunTime cannot be/],
    ['VALUE "NumberOfProcessors" {3}', /"a" says no run time.*name the log/],
    ['VALUE "RunTime" {3} VALUE "Home" {"mars"}', /an unknown domain.*mars/],
    ['VALUE "RunTime" {3} VALUE "UtilityValue" {1/StartTime}', /UtilityValue is Infinity/],
  ])('%s fails where it is evaluated', (inner, message) => {
    const error = failureOf(() => placed(request(inner)))
    expect(error.detail).toMatchObject({ file: 'x.market', line: expect.any(Number) })
    expect(error.message).toMatch(message)
  })
})
