/**
 * The binary dump of a job table that all contenders of the kernel benchmark read:
 * int64 jobs, int64 processors, then the columns submit, runtime, estimate (float64), size, user, group (int32).
 */
import { readFileSync, writeFileSync } from 'node:fs'

const FLOATS = ['submit', 'runtime', 'estimate']
const INTS = ['size', 'user', 'group']

export function writeDump(path, jobs, processors) {
  const head = Buffer.alloc(16)
  head.writeBigInt64LE(BigInt(jobs.length), 0)
  head.writeBigInt64LE(BigInt(processors), 8)
  const columns = [...FLOATS, ...INTS].map((name) => {
    const { buffer, byteOffset, byteLength } = jobs[name]
    return Buffer.from(buffer, byteOffset, byteLength)
  })
  writeFileSync(path, Buffer.concat([head, ...columns]))
}

/** @param repeats how often to repeat the log, each time shifted by its span and an hour */
export async function readDump(path, repeats = 1) {
  const { allocateJobTable } = await import('../build/src/trace/job-table.js')
  const bytes = readFileSync(path)
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const view = new DataView(data)
  const length = Number(view.getBigInt64(0, true))
  const processors = Number(view.getBigInt64(8, true))
  const jobs = allocateJobTable(length * repeats)
  let offset = 16
  for (const name of FLOATS) {
    const column = new Float64Array(data, offset, length)
    for (let k = 0; k < repeats; k++) jobs[name].set(column, k * length)
    offset += length * 8
  }
  for (const name of INTS) {
    const column = new Int32Array(data, offset, length)
    for (let k = 0; k < repeats; k++) jobs[name].set(column, k * length)
    offset += length * 4
  }
  const period = length === 0 ? 0 : jobs.submit[length - 1] - jobs.submit[0] + 3600
  for (let row = 0; row < jobs.length; row++) {
    jobs.id[row] = row + 1
    jobs.submit[row] += period * Math.floor(row / length)
  }
  return { jobs, processors }
}

/** FNV-1a (32 bit) over the 32-bit words of the start times, low word first; the twin's `checksum`. */
export function checksum(start) {
  const words = new Uint32Array(start.buffer, start.byteOffset, start.length * 2)
  let hash = 2166136261
  for (let k = 0; k < words.length; k++) hash = Math.imul(hash ^ words[k], 16777619)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
