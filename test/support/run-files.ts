/** What a run has left in its folder. */
import { readdirSync, readFileSync } from 'node:fs'

/** Files that tell when and by how many a run was worked on. */
const OF_THE_WORK = ['log.jsonl', 'worked.json']

/** The files of a run's folder by name, without those that may differ between runs of the same. */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !OF_THE_WORK.includes(entry.name))
    .map((entry) => `${entry.parentPath.slice(folder.length)}/${entry.name}`)
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(`${folder}${name}`, 'latin1')]))
}
