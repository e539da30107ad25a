/** Secrets in files of their own, which only their owner may read. */
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { QueuewrightError } from '../core/errors.js'
import { inputFailure, openInput } from './input.js'
import { nodeDisk } from './runs/disk.js'

/** A shorter secret could be found by trying. */
const LEAST_CHARACTERS = 16
const RANDOM_BYTES = 32

export interface Secret {
  readonly secret: string
  /** Whether the file was made now. */
  readonly made: boolean
  /** Whether others than its owner may read the file. */
  readonly open: boolean
}

/** A secret that nobody has seen. */
export function randomSecret(): string {
  return randomBytes(RANDOM_BYTES).toString('hex')
}

/**
 * The secret in the file `path`, without blanks around it; a new file with a random one (mode 600) where there is no
 * such file.
 * @throws QueuewrightError `usage` for a secret of few characters; as `openInput` does; `output-unwritable` where the
 *   file cannot be made
 */
export async function secretFile(path: string): Promise<Secret> {
  const made = await makeSecret(path)
  if (made !== null) return { secret: made, made: true, open: false }
  const parts: Uint8Array[] = []
  for await (const chunk of openInput(path)) parts.push(chunk)
  const secret = Buffer.concat(parts).toString('utf8').trim()
  if (secret.length < LEAST_CHARACTERS) {
    throw new QueuewrightError('usage', 'this secret is too short', {
      file: path,
      expected: `at least ${LEAST_CHARACTERS} characters`,
      remedy: 'Name a file that does not exist: it is made with a random secret',
    })
  }
  return { secret, made: false, open: await readableByOthers(path) }
}

/** Null where there is such a file already. */
async function makeSecret(path: string): Promise<string | null> {
  const secret = randomSecret()
  return (await nodeDisk.create(path, `${secret}\n`, 0o600)) ? secret : null
}

async function readableByOthers(path: string): Promise<boolean> {
  try {
    const found = await stat(path)
    return found.isFile() && (found.mode & 0o077) !== 0
  } catch (error) {
    throw inputFailure(path, error)
  }
}
