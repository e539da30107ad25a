/** Records of a batch system made into logs: Slurm's accounting, as one log or as one for each partition. */
import { type Given, settled } from '../../core/settings/index.js'
import { sha256 } from '../../core/sha256.js'
import { inputName, openInput, randomSecret, secretFile, traceName } from '../../runtime/index.js'
import { readSacct, SACCT, type SacctImport } from '../../trace/index.js'
import { namedByOptions } from '../failures.js'
import type { Ports } from '../ports.js'

/**
 * @param path of the accounting; `-` for standard input
 * @param saltFile the secret that keeps pseudonyms the same in every import, made where it is missing; undefined: one of this
 *   import alone
 * @throws QueuewrightError as `readSacct` and the reading of the secret
 */
export async function importAccounting(
  path: string,
  given: Given<typeof SACCT>,
  saltFile: string | undefined,
  ports: Ports,
): Promise<SacctImport> {
  const settings = namedByOptions(SACCT, () => settled(SACCT, given))
  const file = inputName(path)
  const { salt, note } = await saltOf(saltFile)
  const { onRead, stop } = ports.reading(file)
  try {
    const input = openInput(path, undefined, onRead)
    const imported = await readSacct(input, { ...settings, name: traceName(path), file, salt })
    ports.note(note)
    if (settings.splitPartitions) for (const notice of imported.report.notices) ports.note(notice)
    return imported
  } finally {
    stop()
  }
}

const NO_PARTITION = 'no-partition'
/** Longer names are cut, and told apart by a digest: file systems take 255 bytes, endings and all. */
const LONGEST_FILE_NAME = 160

/** A name of each partition's file, none of them equal to another where a file system does not tell cases apart. */
export function partitionFileNames(
  partitions: readonly (string | null)[],
): ReadonlyMap<string | null, string> {
  const names = partitions.map(partitionFileName)
  const alike = countedBy(names.map((name) => name.toLowerCase()))
  return new Map(
    names.map((name, k) => {
      const several = (alike.get(name.toLowerCase()) ?? 0) > 1
      return [partitions[k], several ? withDigest(name) : name]
    }),
  )
}

function countedBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** A name that is none of a folder, different for different partitions. */
function partitionFileName(partition: string | null): string {
  if (partition === null) return NO_PARTITION
  // The name of what has no partition is free for it.
  if (partition === '' || partition === NO_PARTITION) return `%${partition}`
  const name = partition.replace(/^\.|[^\w.+-]/g, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`
  })
  if (name.length <= LONGEST_FILE_NAME) return name
  return withDigest(name)
}

function withDigest(name: string): string {
  return `${name.slice(0, LONGEST_FILE_NAME - 18)}%-${sha256(name).slice(0, 16)}`
}

async function saltOf(path: string | undefined): Promise<{ salt: string; note: string }> {
  if (path === undefined) {
    const note =
      'the numbers of users and accounts are made with a secret of this import alone; with --salt-file FILE they ' +
      'are the same in the next one'
    return { salt: randomSecret(), note }
  }
  const { secret, made, open } = await secretFile(path)
  const rest = made
    ? 'is new: keep it to yourself, and name it in the next import'
    : open
      ? 'can be read by others, who can find the users from their numbers: chmod 600'
      : 'keeps their numbers the same'
  return { salt: secret, note: `users and accounts have pseudonyms; the secret in ${path} ${rest}` }
}
