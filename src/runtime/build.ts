/**
 * Which build of Queuewright this is. Two builds with the same digest evaluate a task to the same bytes: the digest
 * is taken over the package's version, the compiled code of the rooms that evaluate, the pinned versions of the packages
 * that draw random numbers, and the version of V8, on whose `Math` the last digit of a logarithm may depend.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

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
const PACKAGES = ['d3-random', 'pure-rand']
const DIGITS = 12

export interface Build {
  /** The package's version. */
  readonly version: string
  /** SHA-256 in hexadecimal, cut to 12 digits. */
  readonly digest: string
}

let known: Build | null = null

/** The build that runs here; read from its files once. */
export function thisBuild(): Build {
  known ??= buildIn(fileURLToPath(new URL('..', import.meta.url)))
  return known
}

/** `0.1.0 (build 0f3a…)` */
export function buildText({ version, digest }: Build): string {
  return `${version} (build ${digest})`
}

/** @param folder that of the compiled rooms, inside the package's */
function buildIn(folder: string): Build {
  const { version, dependencies } = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8'))
  const hash = createHash('sha256')
  const facts = [version, PACKAGES.map((name) => dependencies[name]), process.versions.v8.split('.', 2)]
  hash.update(`${JSON.stringify(facts)}\n`)
  for (const room of ROOMS) {
    const files = readdirSync(join(folder, room), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).sort()) {
      const content = readFileSync(join(folder, room, file))
      hash.update(`${room}/${file.replaceAll(sep, '/')} ${content.length}\n`).update(content)
    }
  }
  return { version, digest: hash.digest('hex').slice(0, DIGITS) }
}
