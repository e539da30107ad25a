/**
 * `run.json`: what a run is. One sealed line, written once when the rest of the folder is ready, so a folder without it
 * is no run. All other files of the run are sealed with its checksum, directly or not, and fit no other run.
 */
import { QueuewrightError } from '../../core/errors.js'
import { type Json, plainJson } from '../../core/json.js'
import type { Disk } from './disk.js'
import { MANIFEST, placeIn } from './folder.js'
import { onlyLine, sealed, sumOf } from './sealed.js'

export interface Manifest {
  /** The kind of its investigation. */
  readonly kind: string
  readonly name: string
  readonly spec: Json
  readonly seed: number | null
  /** Minutes of work after which the investigation is to conclude; where absent, it knows its own end. */
  readonly minutes?: number
  /** The versions of what made it, by name; `queuewright` is one of them. */
  readonly versions: Readonly<Record<string, string>>
  readonly data: readonly RunData[]
}

export interface RunData {
  readonly name: string
  readonly digest: string
  /** SHA-256 of its file, in hexadecimal. */
  readonly sha256: string
}

export interface SealedManifest extends Manifest {
  readonly sum: string
}

const FORMAT = 'queuewright-run'
const VERSION = 1

export async function writeManifest(disk: Disk, folder: string, manifest: Manifest): Promise<SealedManifest> {
  const data = plainJson(manifest.data)
  const { line, sum } = sealed({ format: FORMAT, version: VERSION, ...manifest, data }, '')
  await disk.replace(placeIn(folder, MANIFEST), `${line}\n`)
  return { ...manifest, sum }
}

/**
 * @returns null where the folder is no run
 * @throws QueuewrightError `run-damaged`; `run-version` for a format that this version does not know
 */
export async function readManifest(disk: Disk, folder: string): Promise<SealedManifest | null> {
  const file = placeIn(folder, MANIFEST)
  const bytes = await disk.read(file)
  if (bytes === null) return null
  const line = onlyLine(bytes)
  const sum = sumOf(line, '')
  if (sum === null) {
    throw new QueuewrightError('run-damaged', 'what this run is can no longer be read', {
      file,
      remedy: 'Take the file from a backup, or start the run anew in another folder',
    })
  }
  const { format, version, ...manifest } = JSON.parse(line) as SealedManifest & {
    readonly format: string
    readonly version: number
  }
  if (format === FORMAT && version === VERSION) return { ...manifest, sum }
  throw new QueuewrightError('run-version', 'a run in a format that this version does not know', {
    file,
    field: 'version',
    value: version,
    expected: String(VERSION),
    remedy: 'Use the version that made it',
  })
}

/** @throws QueuewrightError `run-damaged` where the folder is no run */
export async function requireManifest(disk: Disk, folder: string): Promise<SealedManifest> {
  const manifest = await readManifest(disk, folder)
  if (manifest !== null) return manifest
  throw new QueuewrightError('run-damaged', 'this is no run', {
    file: folder,
    expected: `a folder with a file ${MANIFEST}`,
    remedy: 'Check the name; qw runs lists the runs. A run that was ended while it was made is started anew',
  })
}
