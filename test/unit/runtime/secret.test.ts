/** Secrets in files: made once, for their owner alone, and kept. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomSecret, secretFile } from '../../../src/runtime/index.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-secret-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a secret', () => {
  it('is another every time', () => {
    expect(randomSecret()).toMatch(/^[0-9a-f]{64}$/)
    expect(randomSecret()).not.toBe(randomSecret())
  })

  it('is made where its file is missing, for the owner alone, and read back', async () => {
    const path = join(folder, 'new')
    const first = await secretFile(path)
    expect(first).toEqual({ secret: readFileSync(path, 'utf8').trim(), made: true, open: false })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await secretFile(path)).toEqual({ ...first, made: false })
  })

  it('of one who wrote it himself counts without the blanks around it', async () => {
    const path = join(folder, 'own')
    writeFileSync(path, '  a secret of some length \r\n')
    chmodSync(path, 0o644)
    expect(await secretFile(path)).toEqual({ secret: 'a secret of some length', made: false, open: true })
  })

  it('must be long', async () => {
    const path = join(folder, 'short')
    writeFileSync(path, 'pw\n')
    await expect(secretFile(path)).rejects.toMatchObject({ kind: 'usage', detail: { file: path } })
  })

  it.each([
    ['in a folder that is missing', 'missing/secret', 'output-unwritable'],
    ['a folder itself', 'folder', 'input-folder'],
  ])('cannot be %s', async (_, name, kind) => {
    mkdirSync(join(folder, 'folder'), { recursive: true })
    await expect(secretFile(join(folder, name))).rejects.toMatchObject({ kind })
  })
})
