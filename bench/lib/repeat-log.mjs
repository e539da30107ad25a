/** A long plain log made by repeating and shifting one, or made up where there is none. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { xorshift } from './xorshift.mjs'

/** Writes `lines` job lines to `path`: `log` (SWF, gzip) over and over, each time shifted by its span. */
export function repeatLog(log, path, lines) {
  const jobs = log === null ? madeLines() : linesOf(log)
  const submits = jobs.map(([, submit]) => Number(submit))
  const period = Math.max(...submits) - Math.min(...submits) + 3600
  const file = openSync(path, 'w')
  try {
    for (let written = 0; written < lines; written += jobs.length) {
      const shift = period * (written / jobs.length)
      const part = jobs.slice(0, lines - written)
      const text = part.map(
        ([, , ...rest], k) => `${written + k + 1} ${submits[k] + shift} ${rest.join(' ')}\n`,
      )
      writeSync(file, text.join(''))
    }
  } finally {
    closeSync(file)
  }
}

function linesOf(log) {
  const text = gunzipSync(readFileSync(log)).toString('latin1')
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith(';'))
  return lines.map((line) => line.trim().split(/\s+/))
}

function madeLines() {
  const random = xorshift(5)
  let submit = 0
  return Array.from({ length: 30_000 }, (_, k) => {
    submit += Math.floor(random() * 1200)
    const runtime = Math.floor(random() ** 4 * 40_000)
    const size = 1 + Math.floor(random() ** 3 * 64)
    return [
      k + 1,
      submit,
      -1,
      runtime,
      size,
      -1,
      -1,
      size,
      2 * runtime + 60,
      -1,
      1,
      k % 50,
      1,
      -1,
      1,
      1,
      -1,
      -1,
    ]
  })
}
