import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { loadTrace, openInput, readInput, traceName, writeOutput } from '../../../src/runtime/index.js'
import { makeFolders } from '../../../src/runtime/output.js'
import { writeBatsim, writeSwf } from '../../../src/trace/index.js'
import { bytesOf, jobLine, plain, readText } from '../../support/logs.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-files-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
const path = (name: string) => join(folder, name)

/** Runs `action` without root's right to read and write everything. */
async function asOrdinaryUser<T>(action: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || !process.seteuid) return action()
  chmodSync(folder, 0o755)
  process.seteuid(65_534)
  try {
    return await action()
  } finally {
    process.seteuid(0)
  }
}

async function failure(action: Promise<unknown>): Promise<QueuewrightError> {
  try {
    await action
  } catch (error) {
    if (error instanceof QueuewrightError) return error
    throw error
  }
  throw new Error('expected a QueuewrightError, but nothing was thrown')
}

async function contents(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const LOG = `; MaxProcs: 16\n${Array.from({ length: 300 }, (_, k) =>
  jobLine({ job: k + 1, submit: k * 7, run: (k * 37) % 91, allocatedProcessors: 1 + (k % 16), user: k % 5 }),
).join('\n')}\n`

describe('readInput', () => {
  it('is the whole text, also where a character lies across two pieces', async () => {
    // Pieces of a file are of 2¹⁸ bytes: each ä takes two, from an odd place on.
    const text = `x${'ä'.repeat(300_000)}`
    writeFileSync(path('wide.json'), text)
    expect((await readInput(path('wide.json'))) === text).toBe(true)
    expect((await failure(readInput(path('absent.json')))).kind).toBe('input-unreadable')
  })
})

describe('an input that would fill the memory', () => {
  it('is refused where a document is too large', async () => {
    writeFileSync(path('large.json'), Buffer.alloc((64 << 20) + 1, ' '))
    const error = await failure(readInput(path('large.json')))
    expect(error).toMatchObject({ kind: 'input-document', what: 'this document is too large' })
  })

  it('is refused where gzip data unpacks to hundreds of times its size', async () => {
    writeFileSync(path('bomb.gz'), gzipSync('1 0 0 1 1\n'.repeat(2_000_000), { level: 9 }))
    const error = await failure(contents(openInput(path('bomb.gz'))))
    expect(error.kind).toBe('input-gzip')
    expect(error.detail.value).toContain('more than 150 times its size')
  })
})

describe('openInput', () => {
  it('reads plain and compressed files by their content, whatever their names', async () => {
    writeFileSync(path('plain.gz'), LOG)
    writeFileSync(path('packed.swf'), gzipSync(LOG))
    expect(await contents(openInput(path('plain.gz')))).toBe(LOG)
    expect(await contents(openInput(path('packed.swf')))).toBe(LOG)
  })

  it('reads several gzip members in a row, and zero bytes after the last', async () => {
    const half = LOG.length / 2
    const members = [
      gzipSync(LOG.slice(0, half)),
      gzipSync(''),
      gzipSync(LOG.slice(half)),
      Buffer.alloc(1000),
    ]
    writeFileSync(path('members.gz'), Buffer.concat(members))
    expect(await contents(openInput(path('members.gz')))).toBe(LOG)
  })

  it('reads standard input in pieces of any size', async () => {
    for (const bytes of [gzipSync(LOG), bytesOf(LOG)]) {
      for (const size of [1, 2, 3, 1000, 1e6]) {
        expect(await contents(openInput('-', pieces(bytes, size)))).toBe(LOG)
      }
    }
  })

  it('says what is wrong with a path', async () => {
    mkdirSync(path('folder'))
    writeFileSync(path('empty'), '')
    writeFileSync(path('empty.gz'), gzipSync(''))
    symlinkSync(path('circle'), path('circle'))
    const cases = [
      ['missing.swf', 'input-unreadable', 'no such file'],
      ['empty/below.swf', 'input-unreadable', 'not a folder'],
      ['folder', 'input-folder', 'is a folder'],
      ['empty', 'input-empty', 'is empty'],
      ['empty.gz', 'input-empty', 'is empty'],
      ['circle', 'input-unreadable', 'circle'],
      [`${'x'.repeat(300)}`, 'input-unreadable', 'too long'],
      ['a\0b', 'input-unreadable', 'no name of a file'],
    ] as const
    for (const [name, kind, what] of cases) {
      const error = await failure(contents(openInput(path(name))))
      expect([name, error.kind]).toEqual([name, kind])
      expect(error.what).toContain(what)
      expect(error.detail.file).toBe(path(name))
      expect(error.message).not.toContain('\n')
    }
    expect((await failure(contents(openInput('-', pieces(new Uint8Array(0), 1))))).detail.file).toBe(
      'standard input',
    )
  })

  it('says that a file may not be read', async () => {
    writeFileSync(path('secret'), LOG)
    chmodSync(path('secret'), 0)
    const error = await asOrdinaryUser(() => failure(contents(openInput(path('secret')))))
    expect(error.what).toContain('no permission')
  })

  it('finds gzip data cut anywhere', async () => {
    const packed = gzipSync(LOG)
    for (
      let length = 2;
      length < packed.length;
      length += length < 64 || length > packed.length - 64 ? 1 : 97
    ) {
      const error = await failure(contents(openInput('-', pieces(packed.subarray(0, length), 500))))
      expect([length, error.kind]).toEqual([length, 'input-gzip'])
      expect(error.what).toContain('ends early')
    }
  })

  it('finds gzip data that is damaged, and anything after its end', async () => {
    const packed = gzipSync(LOG)
    let damaged = 0
    for (let at = 10; at < packed.length; at += 41) {
      const bytes = Buffer.from(packed)
      bytes[at] ^= 0xff
      const error = await failure(contents(openInput('-', pieces(bytes, 500))))
      expect(error.kind).toBe('input-gzip')
      damaged++
    }
    expect(damaged).toBeGreaterThan(20)
    for (const rest of ['x', LOG, '\0\0\0x', '\u001f']) {
      for (const size of [1e6, 700]) {
        const bytes = Buffer.concat([packed, Buffer.from(rest)])
        expect((await failure(contents(openInput('-', pieces(bytes, size))))).kind).toBe('input-gzip')
      }
    }
  })

  it('lets go of the file when the reader stops early', async () => {
    writeFileSync(path('long.gz'), gzipSync(LOG.repeat(200)))
    for await (const chunk of openInput(path('long.gz'))) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    const open = () => readdirSync('/proc/self/fd').length
    if (!existsSync('/proc/self/fd')) return
    const before = open()
    for (let k = 0; k < 20; k++) for await (const _ of openInput(path('long.gz'))) break
    // Streams close their files when they get to it.
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(before + 2), 60_000)
  })
})

describe('writeOutput', () => {
  const leftovers = () => readdirSync(folder).filter((name) => name.endsWith('.tmp'))

  it('writes text and bytes, compressed where the name says so', async () => {
    await writeOutput(path('out.txt'), ['one ', bytesOf('two'), ' drei ü'])
    expect(readFileSync(path('out.txt'), 'utf8')).toBe('one two drei ü')
    await writeOutput(path('out.swf.gz'), pieces(bytesOf(LOG), 100))
    expect(gunzipSync(readFileSync(path('out.swf.gz'))).toString()).toBe(LOG)
    await writeOutput(path('n'.repeat(255)), ['long'])
    expect(readFileSync(path('n'.repeat(255)), 'utf8')).toBe('long')
    await writeOutput(path('nothing.gz'), [])
    expect(gunzipSync(readFileSync(path('nothing.gz'))).length).toBe(0)
    expect(leftovers()).toEqual([])
  })

  it('makes the file that a link leads to where there is none, and leaves the link', async () => {
    mkdirSync(path('real'))
    symlinkSync(path('real'), path('aside'))
    symlinkSync('../missing', path('real/second'))
    symlinkSync('aside/second', path('first'))
    await writeOutput(path('first'), ['new'])
    expect(readFileSync(path('missing'), 'utf8')).toBe('new')
    expect(lstatSync(path('first')).isSymbolicLink()).toBe(true)
    expect(lstatSync(path('real/second')).isSymbolicLink()).toBe(true)
  })

  it('replaces a file, keeping its mode, and follows a link to it', async () => {
    writeFileSync(path('old'), 'old')
    chmodSync(path('old'), 0o662)
    symlinkSync(path('old'), path('link'))
    await writeOutput(path('link'), ['new'])
    expect(readFileSync(path('old'), 'utf8')).toBe('new')
    expect(statSync(path('old')).mode & 0o777).toBe(0o662)
  })

  it('leaves nothing behind and the old file whole when its chunks fail', async () => {
    for (const name of ['kept', 'kept.gz', 'never', 'never.gz']) {
      if (name.startsWith('kept')) writeFileSync(path(name), 'old')
      const chunks = (function* () {
        yield 'half of '
        throw new Error('the simulation failed')
      })()
      await expect(writeOutput(path(name), chunks)).rejects.toThrow('the simulation failed')
    }
    expect(readFileSync(path('kept'), 'utf8')).toBe('old')
    expect(readFileSync(path('kept.gz'), 'utf8')).toBe('old')
    expect(existsSync(path('never'))).toBe(false)
    expect(existsSync(path('never.gz'))).toBe(false)
    expect(leftovers()).toEqual([])
  })

  it('says why an output cannot be written', async () => {
    mkdirSync(path('a-folder'))
    writeFileSync(path('a-file'), '')
    const cases = [
      ['no/such/folder/out', 'does not exist'],
      ['a-folder', 'is a folder'],
      ['a-file/out', 'not a folder'],
      ['x'.repeat(300), 'too long'],
      ['a\0b', 'no name of a file'],
    ] as const
    for (const [name, what] of cases) {
      const error = await failure(writeOutput(path(name), ['x']))
      expect(error.kind).toBe('output-unwritable')
      expect(error.what).toContain(what)
      expect(error.detail.remedy).toBeTruthy()
    }
    chmodSync(path('a-folder'), 0o500)
    const forbidden = await asOrdinaryUser(() => failure(writeOutput(path('a-folder/out'), ['x'])))
    expect(forbidden.what).toContain('no permission')
    expect(leftovers()).toEqual([])
  })

  it.skipIf(!existsSync('/dev/full'))('writes devices directly, and says that a disk is full', async () => {
    await writeOutput('/dev/null', ['gone'])
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    const error = await failure(writeOutput('/dev/full', ['x']))
    expect(error.kind).toBe('output-unwritable')
    expect(error.what).toBe('the disk is full')
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true)
  })

  it.skipIf(spawnSync('mkfifo', ['--version']).status !== 0)('writes into a pipe', async () => {
    execFileSync('mkfifo', [path('pipe')])
    const reading = contents(openInput(path('pipe')))
    await writeOutput(path('pipe'), ['through ', 'the pipe'])
    expect(await reading).toBe('through the pipe')
    expect(statSync(path('pipe')).isFIFO()).toBe(true)
  })
})

describe('loadTrace', () => {
  const trace = readText(LOG)

  it('knows logs and workloads by their content', async () => {
    await writeOutput(path('log.swf.gz'), writeSwf(trace))
    await writeOutput(path('log.json'), writeBatsim(trace))
    writeFileSync(path('odd.swf'), `\uFEFF \n\t${[...writeBatsim(trace, 5)].join('')}`)
    for (const name of ['log.swf.gz', 'log.json', 'odd.swf']) {
      expect((await loadTrace(path(name))).digest).toBe(trace.digest)
    }
    expect((await loadTrace(path('log.swf.gz'))).name).toBe('log')
    expect(plain(await loadTrace('-', { standardInput: pieces(bytesOf(LOG), 7), fields: 'all' }))).toEqual(
      plain(readText(LOG, { fields: 'all' })),
    )
  })

  it('names the file in its errors', async () => {
    writeFileSync(path('bad.swf.gz'), gzipSync(`${LOG}1 2 x\n`))
    expect((await failure(loadTrace(path('bad.swf.gz')))).message).toContain(
      `${path('bad.swf.gz')}:302: not a number`,
    )
    expect((await loadTrace(path('bad.swf.gz'), { badLines: 'drop' })).dropped).toEqual({
      'bad-line-number': 1,
    })
    writeFileSync(path('bad.json'), '{"jobs": 3}')
    expect((await failure(loadTrace(path('bad.json')))).detail).toMatchObject({
      file: path('bad.json'),
      field: 'jobs',
    })
    writeFileSync(path('blank.swf'), ' \n\n')
    expect((await failure(loadTrace(path('blank.swf')))).kind).toBe('input-empty')
  })

  it('names a trace after its file', () => {
    expect(traceName('/some/where/CTC-SP2-1996-3.1-cln.swf.gz')).toBe('CTC-SP2-1996-3.1-cln')
    expect(traceName('w.json')).toBe('w')
    expect(traceName('lublin_256')).toBe('lublin_256')
    expect(traceName('.swf')).toBe('.swf')
    expect(traceName('-')).toBe('stdin')
  })
})

describe('folders around', () => {
  it('are made as far as they are not there', async () => {
    await makeFolders(path('a/b/c'))
    await makeFolders(path('a/b/d'))
    expect(readdirSync(path('a/b'))).toEqual(['c', 'd'])
  })

  it('are refused behind a link that leads nowhere, and below a file', async () => {
    symlinkSync(path('not-mounted'), path('scratch'))
    writeFileSync(path('plain'), '')
    for (const name of ['scratch', 'scratch/runs', 'scratch/runs/one']) {
      await expect(makeFolders(path(name))).rejects.toMatchObject({ code: 'ENOENT' })
    }
    for (const name of ['plain', 'plain/runs']) {
      await expect(makeFolders(path(name))).rejects.toMatchObject({
        code: expect.stringMatching(/EEXIST|ENOTDIR/),
      })
    }
  })
})
