/** The files of the client, read once: what is not in the map is not there, whatever a path says. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QueuewrightError } from '../../../core/errors.js'
import { packageFile } from '../../../runtime/package.js'
import { PAGES } from '../protocol/messages.js'

export interface Asset {
  readonly type: string
  readonly bytes: Buffer
  /** The same compressed by gzip; null where the package has it not. */
  readonly packed: Buffer | null
  readonly tag: string
  /** Whether its name changes with its content. */
  readonly lasting: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const DOCUMENT = 'index.html'

/** @throws QueuewrightError `input-unreadable` where the client was not built */
export function readAssets(folder = fileURLToPath(packageFile('dist/web'))): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>()
  try {
    const names = new Set(readdirSync(folder))
    for (const name of names) {
      const type = TYPES[extname(name)]
      if (type === undefined) continue
      const bytes = readFileSync(join(folder, name))
      const tag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
      const packed = names.has(`${name}.gz`) ? readFileSync(join(folder, `${name}.gz`)) : null
      const asset = { type, bytes, packed, tag, lasting: name !== DOCUMENT }
      if (name === DOCUMENT) for (const page of PAGES) assets.set(page, asset)
      else assets.set(`/assets/${name}`, asset)
    }
  } catch (cause) {
    throw missing(folder, cause)
  }
  if (!assets.has('/')) throw missing(folder)
  return assets
}

function missing(file: string, cause?: unknown): QueuewrightError {
  return new QueuewrightError('input-unreadable', 'the pages of the workbench are not there', {
    file,
    remedy: 'In a checkout npm run build makes them; a package has them',
    cause,
  })
}
