import { FURTHER_FIELDS, writeSwf } from '../../../../src/trace/swf/index.js'
import type { SwfField, Trace } from '../../../../src/trace/trace.js'
import { jobLine, readText } from '../../../support/logs.js'

/** A log of these job lines with all its fields, behind the given header lines. */
export function logOf(
  jobs: readonly Partial<Record<SwfField, number>>[],
  header: readonly string[] = ['; MaxProcs: 64', '; UnixStartTime: 1000000000'],
  name = 'log',
): Trace {
  const lines = jobs.map((job, k) =>
    jobLine({ job: k + 1, submit: k * 100, run: 10, requestedProcessors: 1, ...job }),
  )
  return readText([...header, ...lines, ''].join('\n'), { fields: FURTHER_FIELDS, name })
}

/** `trace` written and read again. */
export function again(trace: Trace): Trace {
  return readText([...writeSwf(trace)].join(''), { fields: FURTHER_FIELDS, name: trace.name })
}

export function columnOf(trace: Trace, field: SwfField): number[] {
  return [...(trace.fields[field] ?? [])]
}
