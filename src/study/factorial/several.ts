/**
 * Several machines in a study file: sites, domains or clusters on the axis of machines, and on that of policies what is done
 * with them: ways of sharing, markets, algorithms for clusters.
 */
import { byType, type Codec, type Decoded, described, object, optional, refined } from '../../core/codec.js'
import { isDocumentName } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Place } from '../../core/place.js'
import {
  choice as choiceForm,
  type Declarations,
  type Given,
  setting,
  settingsCodec,
  settled,
  written,
} from '../../core/settings/index.js'
import { PARTS } from '../../evaluation/scenarios/grid-case.js'
import { CLUSTER_ARRIVALS, type SeveralMachines, type SeveralPolicy } from '../../evaluation/several.js'
import { parsePolicy } from '../../sim/policy.js'
import {
  ARRIVALS,
  type Arrivals,
  CLUSTER_ALGORITHMS,
  type GRID_POLICIES,
  GRID_SETTINGS,
  MARKET_SETTINGS,
  MULTICLUSTER_SETTINGS,
  machineFunction,
  PLAN_SETTINGS,
  PUBLISHED_CLUSTERS,
  RESERVATIONS,
  USUAL_MARKET,
  utilityFunction,
  writtenSite,
} from '../../sites/index.js'
import { parseGrid } from '../../workload/transform/index.js'
import type { SeveralContent, SeveralRule, StudyPolicy } from './design.js'
import { choice, parsed, said } from './said.js'

const { siteChoice, move, overhead } = GRID_SETTINGS
const USUAL = settled(GRID_SETTINGS, {})
const { machineFunctions: _, utilityFunctions: __, reservations, ...AGREED } = MARKET_SETTINGS

const MARKET_WAY = {
  machineFunction: setting(written('MF1 to MF6, or a formula', { check: machineFunction }), {
    meaning: 'what providers charge',
    usual: USUAL_MARKET.machineFunction,
  }),
  utilityFunction: setting(written('UF1 to UF5, or a formula', { check: utilityFunction }), {
    meaning: 'what users like',
    usual: USUAL_MARKET.utilityFunction,
  }),
  reservations: setting(choiceForm(RESERVATIONS), {
    meaning: reservations.meaning,
    usual: USUAL_MARKET.reservations,
  }),
  ...AGREED,
}
const CLUSTERS_WAY = { packet: MULTICLUSTER_SETTINGS.packet, ...PLAN_SETTINGS }

/** A way of working with several machines, by its name. */
interface Way<D extends Declarations = Declarations> {
  readonly of: SeveralRule['of']
  readonly settings: D
  readonly policy: (given: Given<D>) => SeveralPolicy
}

const USUAL_GRID = { siteChoice: USUAL.siteChoice, move: 0, overhead: 0 }

function gridWay<D extends Declarations>(policy: (typeof GRID_POLICIES)[number], settings: D): Way {
  return {
    of: 'sites',
    settings,
    policy: (given) => ({
      kind: 'grid',
      policy: { policy, ...USUAL_GRID, ...settled<Declarations>(settings, given) },
    }),
  }
}

const WAYS: ReadonlyMap<string, Way> = new Map<string, Way>([
  ['local', gridWay('local', {})],
  ['sharing', gridWay('sharing', { siteChoice, move })],
  ['multi', gridWay('multi', { overhead })],
  ['adaptive', gridWay('adaptive', { overhead })],
  [
    'market',
    {
      of: 'sites',
      settings: MARKET_WAY,
      policy: (given) => ({
        kind: 'market',
        rules: settled(MARKET_WAY, given as Given<typeof MARKET_WAY>),
      }),
    },
  ],
  ...CLUSTER_ALGORITHMS.map((algorithm): [string, Way] => [
    algorithm,
    {
      of: 'clusters',
      settings: CLUSTERS_WAY,
      policy: (given) => {
        const { packet, ...settings } = settled(CLUSTERS_WAY, given as Given<typeof CLUSTERS_WAY>)
        return { kind: 'clusters', algorithm, packet, settings }
      },
    },
  ]),
])

const NAMES = [...WAYS.keys()]

/** Names of all that several machines of a kind go by. */
export function wayNames(of: SeveralRule['of']): string {
  return NAMES.filter((name) => WAYS.get(name)?.of === of).join(', ')
}

const POLICY = `a policy such as easy:saf; of several machines one of ${NAMES.join(', ')}, or a mapping such as multi: {overhead: 10}`

const policyText = parsed('a policy such as easy:saf', (text) => WAYS.has(text) || parsePolicy(text))

const members: Record<string, Codec<Given<Declarations>>> = Object.fromEntries(
  [...WAYS].map(([name, { settings }]) => [name, optional(settingsCodec(settings))]),
)
const policyMapping = refined(
  object({
    name: optional(said('a name')),
    policy: optional(policyText),
    ...members,
  }) as Codec<Readonly<Record<string, unknown>>>,
  (given, at) => {
    const known = ['policy', ...NAMES]
    if (known.filter((name) => given[name] !== undefined).length === 1) return
    throw at.fault('a policy, or a way of working with several machines, has one name', {
      expected: known.join(', '),
    })
  },
)

export const POLICY_SAID = byType(POLICY, { string: policyText, number: policyText, object: policyMapping })

/** The policy, its name in tables where the file gives one, and its way of sharing several machines. */
export function studyPolicy(said: Decoded<typeof POLICY_SAID>): StudyPolicy {
  if (typeof said === 'string') {
    const way = WAYS.get(said)
    return { text: said, way: way === undefined ? null : wayOf(way, {}), name: null }
  }
  const own = typeof said['name'] === 'string' ? said['name'] : null
  if (typeof said['policy'] === 'string') {
    const plain = studyPolicy(said['policy'])
    // Ways of sharing are known by what tables call them.
    return plain.way === null ? { ...plain, name: own } : { ...plain, text: own ?? plain.text }
  }
  const [name, way] = [...WAYS].find(([each]) => said[each] !== undefined) as [string, Way]
  const given = said[name] as Given<Declarations>
  const changes = Object.entries(settingsCodec(way.settings).encode(given) as object)
  const usual = [name, changes.map(([key, value]) => `${key} ${value}`).join(', ')].join(' ').trim()
  return { text: own ?? usual, way: wayOf(way, given), name: null }
}

function wayOf({ of, policy }: Way, given: Given<Declarations>): NonNullable<StudyPolicy['way']> {
  return { of, policy: policy(given) }
}

// Machines

const SITES = 'a grid such as m128-4, sizes such as 2x128,64, or the file of a grid or a market'
const CLUSTERS_SAID = 'paper (4 × 60 nodes), or the file of a system of clusters'
/** `qw merge` leaves the logs' places as partitions. */
const SITE_ARRIVALS = Object.keys(ARRIVALS).filter((name) => name !== 'log')

/** Members of a mapping on the axis of machines. */
export const SEVERAL_MEMBERS = {
  sites: optional(
    described(
      `Sites that share work: ${SITES}`,
      parsed(SITES, (text) => isDocumentName(text) || parseGrid(text)),
    ),
  ),
  clusters: optional(
    described(`Clusters that share links: ${CLUSTERS_SAID}`, parsed(CLUSTERS_SAID, paperOrFile)),
  ),
  arrivals: optional(
    described(
      `From which site jobs come (${SITE_ARRIVALS.join(', ')}); over clusters whether they come as in the log (batch, log)`,
      choice([...SITE_ARRIVALS, ...CLUSTER_ARRIVALS]),
    ),
  ),
  parts: optional(described(`Of sites: ${GRID_SETTINGS.parts.meaning}`, PARTS)),
  name: optional(said('a name')),
}
type Several = Decoded<ReturnType<typeof object<typeof SEVERAL_MEMBERS>>>

function paperOrFile(text: string): void {
  if (text === PAPER || isDocumentName(text)) return
  throw new QueuewrightError('usage', 'no system of clusters', { expected: CLUSTERS_SAID })
}
const PAPER = 'paper'

/** @throws through `at`, for members that do not go together */
export function checkSeveral({ clusters, arrivals, parts }: Several, at: Place): void {
  const known: readonly string[] = clusters === undefined ? SITE_ARRIVALS : CLUSTER_ARRIVALS
  if (arrivals !== undefined && !known.includes(arrivals)) {
    throw at.at('arrivals').bad(arrivals, known.join(', '))
  }
  if (clusters !== undefined && parts !== undefined) {
    throw at.at('parts').fault('parts are for sites', { remedy: 'Leave it out' })
  }
}

export function severalRule({ sites, clusters, arrivals, parts, name }: Several): SeveralRule {
  const of = clusters === undefined ? 'sites' : 'clusters'
  const from = clusters ?? sites ?? ''
  const usual = of === 'sites' ? USUAL.arrivals : CLUSTER_ARRIVALS[0]
  const further = [
    ...(arrivals === undefined || arrivals === usual ? [] : [`arrivals ${arrivals}`]),
    ...(parts === undefined || parts === USUAL.parts ? [] : [`parts ${parts}`]),
  ]
  return {
    ...{ kind: 'several', of, from, content: contentOf(of, from) },
    label: name ?? [from, ...further].join(', '),
    arrivals: (arrivals ?? usual) as SeveralRule['arrivals'],
    parts: parts ?? USUAL.parts,
  }
}

function contentOf(of: SeveralRule['of'], from: string): SeveralContent | null {
  if (isDocumentName(from)) return null
  return of === 'clusters'
    ? { kind: 'clusters', system: PUBLISHED_CLUSTERS }
    : { kind: 'sites', sites: parseGrid(from).sites.map(writtenSite) }
}

/** @param content of the file, where one says what the machines are */
export function machinesOf({ arrivals, parts }: SeveralRule, content: SeveralContent): SeveralMachines {
  return content.kind === 'clusters'
    ? { ...content, arrivals: arrivals as (typeof CLUSTER_ARRIVALS)[number] }
    : { ...content, arrivals: arrivals as Arrivals, parts }
}
