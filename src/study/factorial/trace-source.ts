/** A log as a study file names it: a path, the demonstration workload, a model's, and how it is read. */
import { added, byType, type Decoded, described, flag, object, optional, refined } from '../../core/codec.js'
import { settingsCodec } from '../../core/settings/index.js'
import { OWN_GROUP_FIELDS, parseFilter } from '../../trace/index.js'
import { DEMO } from '../../workload/demo.js'
import { LUBLIN } from '../../workload/lublin/index.js'
import type { SiteFiles, TraceSource } from './design.js'
import { choice, count, parsed, said, saidOrNumber } from './said.js'

const TRACE = 'the path of a log, demo, or a mapping with one of log, demo, lublin'
const KINDS = ['log', 'demo', 'lublin'] as const

function filter(key: string, expected: string) {
  const option = key === 'days' ? 'window' : key
  const parse = (value: string) => parseFilter({ [option]: value }, { unixStart: null, zone: 0 })
  return optional(parsed(expected, parse))
}

function siteFile(what: string) {
  return optional(described(`${what}; from the folder of this file`, said('the path of a file')))
}

const mapping = object({
  log: optional(described('Path of a log, from the folder of this file', said('the path of a log'))),
  demo: optional(described('The demonstration workload', settingsCodec(DEMO))),
  lublin: optional(
    described('A workload by the model of Lublin and Feitelson (2003)', settingsCodec(LUBLIN)),
  ),
  name: optional(said('a name')),
  machine: optional(described("Processors of the machine; else the log's header says", count)),
  size: added(choice(['requested', 'allocated']), 'requested'),
  'bad-lines': added(choice(['error', 'drop']), 'error'),
  'keep-cancelled': added(flag, false),
  'group-by': added(choice(['share', ...OWN_GROUP_FIELDS]), 'share'),
  'group-shares': optional(saidOrNumber('descending percentages such as 8,2,1,0.1')),
  'slurm-conf': siteFile('slurm.conf, or what scontrol show config and partition print'),
  'slurm-qos': siteFile('What sacctmgr -P show qos format=Name,Priority,UsageFactor prints'),
  'slurm-shares': siteFile('What sacctmgr -P show assoc format=Cluster,Account,User,ParentName,Share prints'),
  'salt-file': siteFile("The secret of the log's import"),
  span: filter('span', 'FROM..TO, such as 15d..30d'),
  users: filter('users', 'a list such as 4,7,10-20'),
  groups: filter('groups', 'a list such as 1,2'),
  sizes: filter('sizes', 'a list such as 1-16,64-'),
  partitions: filter('partitions', 'a list such as 1,3'),
  queues: filter('queues', 'a list such as 1,3'),
  days: filter('days', 'LENGTH:NUMBER, such as 15d:3'),
  first: filter('first', 'a number of jobs'),
  last: filter('last', 'a number of jobs'),
})
type Mapping = Decoded<typeof mapping>

export const TRACE_SAID = byType(TRACE, {
  string: said(TRACE),
  object: refined(mapping, (given, at) => {
    if (KINDS.filter((kind) => given[kind] !== undefined).length === 1) return
    throw at.fault('a trace has to say where it comes from, once', { expected: TRACE })
  }),
})

export function traceSource(given: Decoded<typeof TRACE_SAID>): Omit<TraceSource, 'line'> {
  if (typeof given === 'string') {
    const from = given === 'demo' ? ({ kind: 'demo', options: {} } as const) : logAt(given)
    return { name: null, from, reading: { size: 'requested', badLines: 'error', groupBy: 'share' } }
  }
  const { name = null, machine, size, 'keep-cancelled': keepCancelled, 'group-shares': groupShares } = given
  const { span, users, groups, sizes, partitions, queues, days, first, last } = given
  const texts = { groupShares, span, users, groups, sizes, partitions, queues, days, first, last }
  const site = siteOf(given)
  return {
    name,
    from: from(given),
    reading: {
      size,
      badLines: given['bad-lines'],
      groupBy: given['group-by'],
      ...(machine !== undefined && { machine }),
      ...(keepCancelled && { keepCancelled }),
      ...there(texts),
    },
    ...(Object.keys(site).length > 0 && { site }),
  }
}

function from({ log, demo, lublin }: Mapping): TraceSource['from'] {
  if (log !== undefined) return logAt(log)
  return lublin === undefined ? { kind: 'demo', options: demo ?? {} } : { kind: 'lublin', options: lublin }
}

function siteOf(given: Mapping): SiteFiles {
  return there({
    slurmConf: given['slurm-conf'],
    slurmQos: given['slurm-qos'],
    slurmShares: given['slurm-shares'],
    saltFile: given['salt-file'],
  })
}

function there(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text ? [[key, text]] : [])))
}

function logAt(path: string): TraceSource['from'] {
  return { kind: 'log', path }
}
