/** Readers of what is written of several sites and of fronts: grids, instances, front documents and preferences. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect } from 'vitest'
import { parseJson } from '../../../src/core/documents.js'
import { Place } from '../../../src/core/place.js'
import { readFront } from '../../../src/front/document.js'
import { prefer } from '../../../src/lab/preference/prefer.js'
import { recompute } from '../../../src/lab/sites/instances.js'
import { readMarketFunctions, writeMarketFunctions } from '../../../src/learn/index.js'
import { readPreference, writePreference } from '../../../src/preference/index.js'
import { processorsOf, SITE_DOCUMENT } from '../../../src/sim/facility/index.js'
import {
  domainsOf,
  GRID_DOCUMENT,
  gridSiteOf,
  MARKET_DOCUMENT,
  parseDescriptions,
  printDescriptions,
  readDescriptions,
} from '../../../src/sites/index.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { jsonDamage, lineDamage } from '../damage.js'
import { fuzzed } from '../reader.js'

const grid = JSON.stringify({
  format: 'queuewright-grid',
  version: 1,
  sites: [
    { name: 'north', nodes: 64 },
    { name: 'south', nodes: 48, speed: 1.5, policy: 'easy:spt', 'largest-job': 32, partitions: [1, 2] },
  ],
})

const market = JSON.stringify({
  format: 'queuewright-market',
  version: 1,
  domains: [
    {
      name: 'north',
      machines: [16, { nodes: 8, attributes: { OperationSystem: 'AIX', Cores: 4 } }],
      knows: ['south'],
    },
    { name: 'south', machines: [32], 'machine-function': 'RunTime * NumberOfProcessors' },
  ],
})
const functions = writeMarketFunctions({
  ...{ version: 1, name: 'f', machineFunction: 'RunTime', utilityFunction: '-JobCost', objective: 'AWRT' },
  ...{ method: 'm', seed: 1, evaluations: 2, trace: 't', digest: 'd' },
  measured: [
    { name: 'learnt', machineFunction: 'MF1', utilityFunction: 'UF1', train: 1.5, test: null, unplaced: 0 },
  ],
})
const { domains } = MARKET_DOCUMENT.decode(JSON.parse(market), Place.of('market.json'))
const requests = `${readFileSync(join(PROJECT_ROOT, 'examples', 'figure-11.16.market'), 'utf8')}
RESOURCE "south" {KEY "Cores" {VALUE "Cores" {128}}}
OFFER "before" {
  VALUE "Domain" {"south"} VALUE "StartTime" {0} VALUE "EndTime" {50} VALUE "NumberOfProcessors" {30} # nodes
}
`

/** Instances of all systems that are small enough to be computed often. */
const MOST_BYTES = 30_000
const instances = ['sites', 'regions']
  .map((folder) => join(PROJECT_ROOT, 'test', 'fixtures', folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.json(\.gz)?$/.test(file))
  .map((file) =>
    (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)).toString('utf8'),
  )
  .filter((text) => text.length <= MOST_BYTES)

const points = Array.from({ length: 9 }, (_, k) => {
  const angle = (k / 8) * (Math.PI / 2)
  return [1e5 * (1 - Math.sin(angle)), 1e5 * (1 - Math.cos(angle)), 0.6 + 0.01 * k]
})
const site = JSON.stringify({
  format: 'queuewright-site',
  version: 1,
  name: 'ours',
  partitions: [
    { name: 'debug', processors: '0-3, 9', queues: [1], partitions: [4] },
    { name: 'batch', processors: '2-63' },
  ],
  priorities: [{ queue: 1, priority: -3 }],
  limits: [
    { kind: 'user-jobs', value: 4 },
    { kind: 'queue-jobs', queue: 1, value: 2 },
    { kind: 'running', users: ['ann', 4], groups: [2], queues: ['high'], each: 'user', jobs: 3, gpus: 0 },
  ],
  maintenance: { every: '7d', start: 90, duration: '1h30m' },
  scheduling: { policy: 'cons:wfp3', compress: 'none', 'pass-interval': 30 },
})

const nodeSite = JSON.stringify({
  format: 'queuewright-site',
  version: 2,
  name: 'nodes',
  nodes: [
    { names: 'n[01-12,20],login', cores: 8, memory: '16G' },
    { names: 'g1,g2', cores: 16, gpus: 4, weight: 5 },
  ],
  packing: 'consecutive',
  reservations: [
    {
      name: 'course',
      nodes: 'n[01-04]',
      start: 3600,
      end: '2026-03-01T08:00:00Z',
      users: ['ann'],
      groups: [3],
    },
    { name: 'kept', nodes: 'g1', start: 0, end: 9 },
  ],
  partitions: [
    { name: 'batch', nodes: 'n[01-12,20],g[1-2]', tier: 1 },
    {
      name: 'io',
      nodes: 'login',
      partitions: ['io', 4],
      queues: [2],
      exclusive: true,
      'max-nodes': 1,
      'max-time': '1d',
      'memory-per-core': '1G',
      allow: { groups: ['bio', 3] },
      deny: { users: [7], queues: ['low'] },
    },
  ],
})

const front = JSON.stringify({
  ...{ format: 'queuewright-front', version: 1, name: 'quarter', digest: 'd', evaluations: 100 },
  objectives: [
    { name: 'AWRT1', sense: 'min' },
    { name: 'AWRT2', sense: 'min' },
    { name: 'UTIL', sense: 'max' },
  ],
  policies: [{ policy: 'easy', values: [40_000, null, 0.65] }],
  points: points.map((values, k) => ({ evaluation: k + 1, source: 0, values, madeBy: `order ${k}` })),
})
const REGION = 'middle = AWRT1,AWRT2: 2e4,2e4 4e4,2e4 4e4,4e4 2e4,4e4'

/** What a preference on the front in this text says. */
async function preferOn(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'queuewright-fuzz-'))
  try {
    writeFileSync(join(folder, 'front.json'), text)
    return await prefer(folder, { region: [REGION], subjectTo: ['maxWait <= 14d'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const preference = writePreference((await preferOn(front)).preference)

export const SITE_READERS = [
  fuzzed({
    name: 'sites',
    valid: fc.constantFrom(site, nodeSite),
    damage: jsonDamage,
    read: (text) => {
      const written = SITE_DOCUMENT.decode(parseJson(text, 'site.json'), Place.of('site.json'))
      expect(processorsOf(written.facility)).toBeGreaterThan(0)
      expect(SITE_DOCUMENT.decode(SITE_DOCUMENT.encode(written), Place.of('site.json'))).toEqual(written)
    },
  }),
  fuzzed({
    name: 'files of grids',
    valid: fc.constant(grid),
    damage: jsonDamage,
    read: (text) => {
      const written = GRID_DOCUMENT.decode(parseJson(text, 'grid.json'), Place.of('grid.json'))
      for (const site of written.sites) if (!site.policy.startsWith('@')) gridSiteOf(site)
      expect(GRID_DOCUMENT.decode(GRID_DOCUMENT.encode(written), Place.of('grid.json'))).toEqual(written)
    },
  }),
  fuzzed({
    name: 'files of markets',
    valid: fc.constant(market),
    damage: jsonDamage,
    read: (text) => {
      const written = MARKET_DOCUMENT.decode(parseJson(text, 'market.json'), Place.of('market.json'))
      domainsOf(written.domains)
      expect(MARKET_DOCUMENT.decode(MARKET_DOCUMENT.encode(written), Place.of('market.json'))).toEqual(
        written,
      )
    },
  }),
  fuzzed({
    name: 'functions of markets',
    valid: fc.constant(functions),
    damage: jsonDamage,
    read: (text) => {
      const read = readMarketFunctions(text, 'functions.json')
      expect(readMarketFunctions(writeMarketFunctions(read), 'functions.json')).toEqual(read)
    },
  }),
  fuzzed({
    name: 'requests, offers and resources',
    valid: fc.constant(requests),
    damage: lineDamage(/[\s{}(),]/),
    read: (text) => {
      const read = parseDescriptions(text, 'x.market')
      const printed = printDescriptions(read)
      expect(printDescriptions(parseDescriptions(printed, 'printed'))).toBe(printed)
      const names = domains.map(({ name }) => name)
      const job = { id: 1, user: 1, group: 1, submit: 0, nodes: null, runtime: null, estimate: null }
      const found = readDescriptions(read, domainsOf(domains), names, 'x.market')
      for (const { terms } of found.requests) terms(job, names).ways?.({ OperationSystem: 'AIX' }, 16)
    },
  }),
  fuzzed({
    name: 'instances',
    valid: fc.constantFrom(...instances),
    damage: jsonDamage,
    read: (text) => expect(recompute(JSON.stringify(recompute(text, 'i.json')), 'i.json')).toBeDefined(),
  }),
  fuzzed({
    name: 'fronts',
    valid: fc.constant(front),
    damage: jsonDamage,
    read: async (text) => {
      readFront(text, 'front.json')
      await preferOn(text)
    },
  }),
  fuzzed({
    name: 'preferences',
    valid: fc.constant(preference),
    damage: jsonDamage,
    read: (text) => {
      const read = readPreference(text, 'preference.json')
      expect(readPreference(writePreference(read), 'preference.json')).toEqual(read)
    },
  }),
]
