/** The package that this code is part of, whether it is bundled, compiled file by file or run from its sources. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** By its own name, which a package may import itself by. */
const manifestPath = createRequire(import.meta.url).resolve('queuewright/package.json')

export interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

let known: Manifest | null = null

/** The content of package.json; read once. */
export function manifest(): Manifest {
  known ??= JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
  return known
}

/** @param path of a file in the package, as `dist/index.js` */
export function packageFile(path: string): URL {
  return pathToFileURL(join(dirname(manifestPath), path))
}
