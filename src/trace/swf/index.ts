/**
 * The Standard Workload Format 2.2: reading (parser, rows, assemble, preemption), its header, writing.
 * Pure: bytes in, text out; opening files is runtime's. Knows the job table and nothing of simulation.
 */
export { FURTHER_FIELDS, type FurtherField, isFurtherField, type SizeRule, sizeOf } from './fields.js'
export { clockOf, headerFor, headerValue } from './header.js'
export { JobLineFinder } from './locate.js'
export { SWF_DEFAULTS, type SwfOptions, SwfParser } from './parser.js'
export { readSwf } from './read.js'
export { scheduleAsTrace, writeSwf } from './write.js'
