/**
 * Which build of Queuewright this is. Two builds with the same digest evaluate a task to the same bytes: the digest
 * is taken over the package's version, the code of the rooms that evaluate, the pinned versions of the packages
 * that draw random numbers, and the version of V8, on whose `Math` the last digit of a logarithm may depend.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { codeDigest } from './code-digest.js'
import { manifest } from './package.js'

/** The digest of the code, which the bundler puts here: what is bundled has no rooms any more. */
declare const BUNDLED_CODE: string | undefined

const PACKAGES = ['d3-random', 'pure-rand']
const DIGITS = 12

export interface Build {
  /** The package's version. */
  readonly version: string
  /** SHA-256 in hexadecimal, cut to 12 digits. */
  readonly digest: string
}

let known: Build | null = null

/** The build that runs here; found out once. */
export function thisBuild(): Build {
  if (known === null) {
    const { version, dependencies } = manifest()
    const code =
      typeof BUNDLED_CODE === 'string'
        ? BUNDLED_CODE
        : codeDigest(fileURLToPath(new URL('..', import.meta.url)))
    const packages = PACKAGES.map((name) => dependencies[name])
    const facts = [version, packages, process.versions.v8.split('.', 2), code]
    const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, DIGITS)
    known = { version, digest }
  }
  return known
}

/** `0.1.0 (build 0f3a…)` */
export function buildText({ version, digest }: Build): string {
  return `${version} (build ${digest})`
}
