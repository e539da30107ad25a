/** Instance files that are damaged: each is refused with its file, the place in it, and what would do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { recompute } from '../../../src/lab/sites/instances.js'
import { PROJECT_ROOT } from '../../support/data.js'

type Key = string | number

/** The instance with the value at a path replaced; left out where it is undefined. */
function changed(name: string, path: readonly Key[], value: unknown): string {
  const file = join(PROJECT_ROOT, 'test', 'fixtures', 'sites', `${name}.json.gz`)
  const instance = JSON.parse(gunzipSync(readFileSync(file)).toString())
  const owner = path.slice(0, -1).reduce((here, key) => here[key], instance)
  owner[path[path.length - 1]] = value
  return JSON.stringify(instance)
}

const GRID = 'grid-small-1'
const TRADE = 'market-small-4'
const OFFERS = 'market-small-1'
const CLUSTERS = 'mc-small-2'

const REFUSED: readonly (readonly [name: string, path: readonly Key[], value: unknown, message: RegExp])[] = [
  [GRID, ['sites', 0], 0, /sites\[0\], value 0, expected a whole number from 1 to/],
  [GRID, ['sites', 0], 1e12, /sites\[0\], value 1000000000000, .* to 2147483647/],
  [GRID, ['sites'], [], /field sites, .*expected 1 to 2000 values/],
  [GRID, ['jobs', 1, 0], 1, /two jobs have one number .*jobs\[1\]\[0\], value 1.*apart/],
  [GRID, ['jobs', 0, 4], 0, /jobs\[0\]\[4\], value 0/],
  [GRID, ['jobs', 0, 2], -1, /jobs\[0\]\[2\], value -1/],
  [GRID, ['modification'], 4, /modification, value 4, expected 1, 2, 3/],
  [GRID, ['runs', 4, 'overhead'], 12.5, /runs\[4\]\.overhead, value 12\.5/],
  [GRID, ['runs', 4, 'overhead'], 1e15, /runs\[4\]\.overhead, .*0 to 10000/],
  [GRID, ['runs', 1, 'siteChoice'], 'sooner', /runs\[1\]\.siteChoice, value "sooner".*soonest\?/],
  [GRID, ['system'], 'gird', /system, value "gird".*Did you mean grid/],

  [TRADE, ['domains', 0, 'knows', 0], 7, /an unknown domain .*domains\[0\]\.knows\[0\], value 7, .*0 to 2/],
  [TRADE, ['domains', 0, 'machines'], [], /domains\[0\]\.machines/],
  [TRADE, ['domains', 0, 'machines', 0], 0, /domains\[0\]\.machines\[0\], value 0/],
  [TRADE, ['domains', 0, 'machines', 0], 1e9, /domains, value 1000000010, .*131072 nodes.*Name fewer/],
  [TRADE, ['requests', '8', 'home'], 3, /an unknown domain .*requests\.8\.home, value 3, .*0 to 2/],
  [TRADE, ['requests', '99'], { hops: 1 }, /a job that there is not .*requests\.99/],
  [TRADE, ['requests', '8', 'hops'], -1, /requests\.8\.hops, value -1/],
  [TRADE, ['requests', '8', 'homee'], 1, /requests\.8\.homee.*Did you mean home\?/],
  [TRADE, ['jobs', 1, 0], 1, /two jobs have one number .*jobs\[1\]\[0\]/],
  [TRADE, ['jobs', 1, 1], 30, /out of order .*jobs\[2\], value 3.*by submit, then number/],
  [TRADE, ['settings', 'mf'], 7, /settings\.mf, value 7/],
  [TRADE, ['settings', 'steps'], 1e9, /settings\.steps, .*1 to 1000/],
  [TRADE, ['settings', 'latency'], -1, /settings\.latency, value -1/],
  [TRADE, ['kind'], 'offer', /kind, value "offer".*Did you mean offers\?/],

  [OFFERS, ['nodes'], 1e9, /nodes, value 1000000000, .*131072/],
  [OFFERS, ['reservations', 0, 0], 7, /reservations\[0\]\[0\], value 7, .*a node from 0 to 6/],
  [OFFERS, ['reservations', 0, 2], -1, /reservations\[0\]\[2\], value -1/],
  [OFFERS, ['reservations', 1, 2], 1, /reservations\[1\]\[2\], value 1, .*from 60, where it begins/],
  [OFFERS, ['reservations', 1, 1], 5, /reserved twice .*reservations\[1\], value 0.*do not overlap/],
  [OFFERS, ['terms', 0, 'nodes', 2], 9, /terms\[0\]\.nodes\[2\], value 9, .*different nodes that are idle/],
  [OFFERS, ['terms', 0, 'nodes', 1], 0, /terms\[0\]\.nodes\[1\], value 0/],
  [OFFERS, ['terms', 0, 'start'], 0, /terms\[0\]\.nodes\[0\], value 0, .*idle all the while/],
  [OFFERS, ['maxOffers'], 0, /maxOffers, value 0/],

  [CLUSTERS, ['links', 0], -1, /links\[0\], value -1, expected a bandwidth above 0/],
  [CLUSTERS, ['links'], [100], /links, value 1, expected 2, one a cluster/],
  [CLUSTERS, ['clusters', 0, 0, 1], 0, /clusters\[0\]\[0\]\[1\], value 0/],
  [CLUSTERS, ['clusters', 0, 0, 0], -2, /clusters\[0\]\[0\]\[0\], value -2, expected a power above 0/],
  [CLUSTERS, ['jobs', 0, 3], 1.5, /jobs\[0\]\.sigma, value 1\.5, expected 0 to 1.*share/],
  [CLUSTERS, ['jobs', 0, 3], -0.1, /jobs\[0\]\.sigma, value -0\.1/],
  [CLUSTERS, ['jobs', 0, 4], -150, /jobs\[0\]\.bandwidth, value -150, .*do not talk have 0/],
  [CLUSTERS, ['jobs', 0, 1], 5, /jobs\[0\]\.tasks, value 5, expected 1 to 4.*Leave the job out/],
  [CLUSTERS, ['jobs', 1, 0], 1, /two jobs have one number .*jobs\[1\]\[0\]/],
  [CLUSTERS, ['runs', 0, 'order'], [0, 0], /runs\[0\]\.order, .*each of the 2 jobs once/],
  [CLUSTERS, ['runs', 0, 'nodes', 0], [0, 4], /runs\[0\]\.nodes\[0\]\[1\], value 4, .*below 4/],
  [CLUSTERS, ['runs', 0, 'nodes', 0], [0, 0], /runs\[0\]\.nodes\[0\], .*2 different nodes/],
  [CLUSTERS, ['runs', 6, 'draws'], [1, 0.1], /runs\[6\]\.draws\[0\], value 1, .*below 1/],
  [CLUSTERS, ['runs', 6, 'draws'], [0.9], /runs\[6\]\.draws, .*more than 1 draws/],
  [CLUSTERS, ['runs', 0, 'packet'], 0, /runs\[0\]\.packet, value 0/],
]

describe('damaged instances', () => {
  it.each(REFUSED)('%s with %j as %j', (name, path, value, message) => {
    let failure: unknown
    try {
      recompute(changed(name, path, value), 'own.json')
    } catch (error) {
      failure = error
    }
    expect(failure).toBeInstanceOf(QueuewrightError)
    const { kind, message: told } = failure as QueuewrightError
    expect(kind).toBe('input-document')
    expect(told).toMatch(/^own\.json: /)
    expect(told).not.toContain('\n')
    expect(told).toMatch(message)
  })
})
