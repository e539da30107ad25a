/** Versions of what runs here: the package's, and Node's. */
import { manifest } from './package.js'

/** The package's version. */
export function version(): string {
  return manifest().version
}

/** As `v20.11.0`. */
export const NODE_VERSION = process.version
