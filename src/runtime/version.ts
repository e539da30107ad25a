/** What runs here: the package's version, and Node's. */
/** Which version of the package this is. */
import { createRequire } from 'node:module'

/** The package's version. */
export function version(): string {
  const manifest: unknown = createRequire(import.meta.url)('../../package.json')
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version)
  throw new TypeError('package.json has no version')
}

/** As `v20.11.0`. */
export const NODE_VERSION = process.version
