/** The document of a Slurm site, of the files that say how it is: slurm.conf, and what scontrol and sacctmgr print. */
import { isObject } from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { parseHosts } from '../../core/hostlist.js'
import type { Json } from '../../core/json.js'
import { Place } from '../../core/place.js'
import { inputName, readInput } from '../../runtime/index.js'
import { processorsOf, SITE_DOCUMENT } from '../../sim/facility/index.js'
import { type SlurmSite, siteOfSlurm } from '../../sim/facility/slurm-site.js'
import {
  parseAssociationLimits,
  parseAssociations,
  parseQosLimits,
  parseSlurmConf,
  parseSlurmMachine,
  unreadLimits,
} from '../../trace/index.js'
import { named } from '../failures.js'

interface SlurmFile {
  readonly file: string
  readonly text: string
}

/** Whether a text is of slurm.conf, which may include the file that has the nodes, or printed by scontrol. */
export function isSlurmText(text: string): boolean {
  return /^\s*(NodeName|PartitionName|ClusterName|SlurmctldHost|SchedulerType)\s*=/im.test(text)
}

/** The kind of what Slurm has or prints: of sacctmgr a line of names, or a dump. @throws QueuewrightError `input-document` */
function kindOf({ file, text }: SlurmFile): 'associations' | 'qos' | 'configuration' {
  if (/^\s*Cluster\s*-\s*'/m.test(text)) return 'associations'
  const names = (/^[^\n]*/.exec(text.trimStart())?.[0] ?? '').toLowerCase().split('|')
  if (names.includes('account') && names.includes('user')) return 'associations'
  if (names.length > 1 && names.includes('name')) return 'qos'
  const isSaid = (line: string) => /^\s*([\w.[\]]+\s*=|include\s)/i.test(line)
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  if (lines.length === 0 || lines.some(isSaid) || /^No \w+ in the system/.test(lines[0]))
    return 'configuration'
  throw new QueuewrightError('input-document', 'no file of Slurm', {
    file,
    expected: 'slurm.conf, or what scontrol show, sacctmgr -P show or sacctmgr dump prints',
    remedy: 'Of sacctmgr show, give -P, and leave its line of names',
  })
}

/**
 * @param paths slurm.conf, what `scontrol show config`, `partition`, `node` and `reservation` print, `sacctmgr -P show assoc tree`,
 *   `sacctmgr -P show qos` and `sacctmgr dump`, told apart by content
 * @throws QueuewrightError naming file and line
 */
async function readSlurmSite(paths: readonly string[]): Promise<SlurmSite> {
  const files: SlurmFile[] = []
  for (const path of paths) files.push({ file: inputName(path), text: await readInput(path) })
  return slurmSiteOf(files)
}

/** @param alone whether what is made is a document, which has no settings of Slurm beside it */
export function slurmSiteOf(files: readonly SlurmFile[], alone = true): SlurmSite {
  const kinds = files.map(kindOf)
  const of = (kind: (typeof kinds)[number]) => files.filter((_, k) => kinds[k] === kind)
  const configuration = joined(of('configuration'))
  const machine = configuration.named(parseSlurmMachine)
  const conf = configuration.named(parseSlurmConf)
  const says = machine.settings.has('accountingstorageenforce')
  const associations = of('associations')
  const trees = associations.map(({ file, text }) => named(file, () => parseAssociations(text)))
  const { document, notices } = siteOfSlurm({
    machine,
    enforcesLimits: says ? conf.enforcesLimits : null,
    associations: trees.flatMap((tree) => tree.associations),
    associationLimits: associations.flatMap(({ file, text }) =>
      named(file, () => parseAssociationLimits(text)),
    ),
    qosLimits: new Map(of('qos').flatMap(({ file, text }) => [...named(file, () => parseQosLimits(text))])),
  })
  const { unread, ofPolicies, others } = machine
  return {
    document,
    notices: [
      ...notices,
      ...trees.flatMap((tree) => tree.notices),
      ...unread.map(
        ({ of: whose, key, value, line }) =>
          `${configuration.at(line)}: ${whose === '' ? '' : `${whose}: `}${key}=${value} is not simulated`,
      ),
      ...associations.flatMap(({ text }) => unreadLimits(text, 'associations')),
      ...of('qos').flatMap(({ text }) => unreadLimits(text, 'qos')),
      ...(!alone || ofPolicies.length === 0
        ? []
        : [
            `the document says which policy Slurm goes by, not its settings: --slurm-conf FILE has them (${ofPolicies.join(', ')})`,
          ]),
      ...(!alone || others.length === 0
        ? []
        : [`settings that say nothing of which job starts when: ${others.join(', ')}`]),
    ],
  }
}

/** Several texts as one, whose lines are told by the file that they are of. */
function joined(files: readonly SlurmFile[]) {
  const text = files.map((each) => each.text.replace(/\r?\n?$/, '\n')).join('')
  const placeOf = (line: number) => {
    let left = line
    for (const { file, text: own } of files) {
      const lines = own.replace(/\r?\n?$/, '\n').split('\n').length - 1
      if (left <= lines) return { file, line: left }
      left -= lines
    }
    return { file: files[0]?.file ?? '', line: left }
  }
  return {
    at: (line: number) => `${placeOf(line).file}:${placeOf(line).line}`,
    named: <Result>(parse: (text: string) => Result): Result => {
      try {
        return parse(text)
      } catch (error) {
        if (!(error instanceof QueuewrightError)) throw error
        const { line } = error.detail
        const file = files.map((each) => each.file).join(', ')
        throw error.with(typeof line === 'number' ? placeOf(line) : { file })
      }
    },
  }
}

/**
 * The document as the text of a file, by whose ending it is YAML or JSON, and what it holds in words.
 * @throws QueuewrightError as `readSlurmSite`, and `input-document` where no site is left
 */
export async function writtenSite(
  paths: readonly string[],
  out: string,
): Promise<{ readonly text: string; readonly facts: string; readonly notices: readonly string[] }> {
  const { document, notices } = await readSlurmSite(paths)
  const written = SITE_DOCUMENT.encode(document)
  // What is written is a document that somebody can read: what no site has is refused here, and not later.
  const { facility } = SITE_DOCUMENT.decode(written, Place.of(paths.map(inputName).join(', ')))
  const { partitions, limits, nodes } = facility
  const count = nodes?.groups.reduce((sum, { names }) => sum + parseHosts(names).length, 0) ?? 0
  const facts = [
    `${plural(count, 'node')}, ${plural(processorsOf(facility), 'processor')}`,
    plural(partitions.length, 'partition'),
    plural(limits.length, 'limit'),
  ]
  const short = shortened(written)
  if (/\.json(\.gz)?$/i.test(out))
    return { text: `${JSON.stringify(short, null, 2)}\n`, facts: facts.join(', '), notices }
  const { writeYaml } = await import('../../study/factorial/index.js')
  const text = writeYaml(short)
  return { text, facts: facts.join(', '), notices }
}

/** Members of a site, its nodes and its partitions that may be left out, as they are when they are. */
const ABSENT: readonly Json[] = [null, false]
const USUAL: Readonly<Record<string, Json>> = { gpus: 0, weight: 1 }

/** The document without what is meant where nothing is said. */
function shortened(written: Json): Json {
  const short = (value: Json): Json =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value as object)
            .filter(said)
            .map(deeper),
        )
      : value
  const said = ([name, value]: [string, Json]) =>
    !ABSENT.includes(value) && USUAL[name] !== value && !(Array.isArray(value) && value.length === 0)
  const deeper = ([name, value]: [string, Json]): [string, Json] => [
    name,
    (name === 'nodes' || name === 'partitions') && Array.isArray(value) ? value.map(short) : value,
  ]
  const { scheduling, ...rest } = written as { readonly [name: string]: Json }
  const known = Object.values((scheduling ?? {}) as object).some((value) => value !== null)
  return short(known ? { ...rest, scheduling } : rest)
}
