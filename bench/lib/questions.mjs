/** What answers of an inquiry cost. */
import { xorshift } from './xorshift.mjs'

/**
 * Asks an inquiry of so many jobs that waited, drawn at random, after one that is not counted, which simulates.
 * @returns milliseconds of processor time of each, and how many jobs waited
 */
export function timeQuestions(inquiry, { jobs, start }, questions) {
  const waited = [...start.keys()].filter((job) => start[job] > jobs.submit[job])
  const random = xorshift(11)
  inquiry.told(waited[0])
  const ms = Array.from({ length: questions }, () => {
    const job = waited[Math.floor(random() * waited.length)]
    const from = process.cpuUsage()
    inquiry.told(job)
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1000
  })
  return { waited: waited.length, ms }
}
