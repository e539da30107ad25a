/** The digest of the code on which results depend. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The rooms that evaluate. */
const ROOMS = [
  'core',
  'trace',
  'optimize',
  'sim',
  'geometry',
  'workload',
  'strategy',
  'preference',
  'sites',
  'evaluation',
  'front',
  'learn',
  'study',
]

/** @param folder that of the rooms, sources or compiled one by one */
export function codeDigest(folder: string): string {
  const hash = createHash('sha256')
  for (const room of ROOMS) {
    const files = readdirSync(join(folder, room), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).sort()) {
      const content = readFileSync(join(folder, room, file))
      hash.update(`${room}/${file.replaceAll(sep, '/')} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}
