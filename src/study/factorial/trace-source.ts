/** A log as a study file names it: a path, the demonstration workload, a model's, and how it is read. */
import { byType, type Decoded, described, optional, refined } from '../../core/codec.js'
import { settingsCodec } from '../../core/settings/index.js'
import { READING, SLURM_FILES } from '../../trace/index.js'
import { DEMO } from '../../workload/demo.js'
import { LUBLIN } from '../../workload/lublin/index.js'
import type { TraceSource } from './design.js'
import { inUse, said } from './said.js'

const TRACE = 'the path of a log, demo, or a mapping with one of log, demo, lublin'
const KINDS = ['log', 'demo', 'lublin'] as const
const SETTINGS = { ...READING, ...SLURM_FILES }

const mapping = settingsCodec(SETTINGS, {
  log: optional(described('Path of a log, from the folder of this file', said('the path of a log'))),
  demo: optional(described('The demonstration workload', settingsCodec(DEMO))),
  lublin: optional(
    described('A workload by the model of Lublin and Feitelson (2003)', settingsCodec(LUBLIN)),
  ),
  name: optional(said('a name')),
})

export const TRACE_SAID = byType(TRACE, {
  string: said(TRACE),
  object: refined(inUse(SETTINGS, mapping), (given, at) => {
    if (KINDS.filter((kind) => given[kind] !== undefined).length === 1) return
    throw at.fault('a trace has to say where it comes from, once', { expected: TRACE })
  }),
})

export function traceSource(given: Decoded<typeof TRACE_SAID>): Omit<TraceSource, 'line'> {
  if (typeof given === 'string') {
    const from = given === 'demo' ? ({ kind: 'demo', options: {} } as const) : logAt(given)
    return { name: null, from, reading: {}, site: {} }
  }
  const { log, demo, lublin, name = null, slurmConf, slurmQos, slurmShares, saltFile, ...reading } = given
  const site = { slurmConf, slurmQos, slurmShares, saltFile }
  return { name, from: from({ log, demo, lublin }), reading, site }
}

type Origin = { readonly [Kind in (typeof KINDS)[number]]: Decoded<typeof mapping>[Kind] | undefined }

function from({ log, demo, lublin }: Origin): TraceSource['from'] {
  if (log !== undefined) return logAt(log)
  return lublin === undefined ? { kind: 'demo', options: demo ?? {} } : { kind: 'lublin', options: lublin }
}

function logAt(path: string): TraceSource['from'] {
  return { kind: 'log', path }
}
