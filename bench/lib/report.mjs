/** Fresh processes, medians, and tables on a terminal. */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BENCH } from './build.mjs'

/** Runs a program in a fresh process; its answer is the JSON on the last line of its output. */
export function ask(command, args) {
  const done = spawnSync(command, args.map(String), { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}\n${done.stderr || done.error}`)
  return JSON.parse(done.stdout.trim().split('\n').at(-1))
}

/** Asks a script of bench/tasks. */
export function askTask(task, ...args) {
  return ask(process.execPath, [join(BENCH, 'tasks', `${task}.mjs`), ...args])
}

/** `askTask` beside others. */
export async function askTaskAside(task, ...args) {
  const command = [join(BENCH, 'tasks', `${task}.mjs`), ...args.map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 1 << 28 })
  return JSON.parse(stdout.trim().split('\n').at(-1))
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Prints rows of cells under a header, numbers to the right. */
export function printTable(title, header, rows) {
  const cells = [header, ...rows].map((row) => row.map((cell) => (cell === null ? '-' : String(cell))))
  const widths = header.map((_, k) => Math.max(...cells.map((row) => row[k].length)))
  const line = (row) =>
    row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  ')
  process.stdout.write(`\n${title}\n${cells.map(line).join('\n')}\n`)
}

export function rounded(value, digits = 3) {
  return value === null ? null : Number(value.toPrecision(digits)).toString()
}
