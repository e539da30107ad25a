import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatHosts, parseHosts } from '../../../src/core/hostlist.js'

describe('lists of hosts', () => {
  it.each([
    ['n1', ['n1']],
    ['login,n[08-11,300]', ['login', 'n08', 'n09', 'n10', 'n11', 'n300']],
    ['r[1-2]n[1-2]', ['r1n1', 'r1n2', 'r2n1', 'r2n2']],
    ['a[1,3]-ib, b', ['a1-ib', 'a3-ib', 'b']],
  ])('%s', (text, hosts) => {
    expect(parseHosts(text)).toEqual(hosts)
  })

  it.each(['', 'n[', 'n[1-', 'n[2-1]', 'n[a-b]', 'n]1[', 'n 1', 'n1,,n2', 'n[1-2', 'n[]'])(
    'refuses %j',
    (text) => {
      expect(() => parseHosts(text)).toThrow('no list of hosts')
    },
  )

  it('does not write out what no machine has', () => {
    expect(() => parseHosts('n[0-999999999]')).toThrow('no list of hosts')
    expect(() => parseHosts('[1-100][1-100][1-100]')).toThrow('no list of hosts')
  })

  it('writes neighbours together', () => {
    expect(formatHosts(['n001', 'n002', 'n003', 'n300', 'login', 'n7'])).toBe('n[001-003,300],login,n7')
    expect(formatHosts(['n9', 'n10', 'n11'])).toBe('n[9-11]')
  })

  it('reads what it writes', () => {
    const name = fc
      .tuple(fc.constantFrom('n', 'gpu-', 'r1c'), fc.nat(30), fc.boolean())
      .map(([prefix, number, zeros]) => prefix + (zeros ? String(number).padStart(3, '0') : number))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        expect(parseHosts(formatHosts(names))).toEqual(names)
      }),
      { seed: 20261123 },
    )
  })
})
