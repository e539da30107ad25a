/** Examples of the documents: whether they have the types that they need, and what runs of them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { PROJECT_ROOT } from './data.js'

const COMPILER = join(PROJECT_ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc')

/** JavaScript of an example. */
export function withoutTypes(example: string): string {
  return transformSync('example.ts', example, { target: 'es2022' }).code
}

/**
 * @param files the examples, by their paths
 * @param entries of the package, with their sources
 * @returns messages with the names of the files, none where all is well
 */
export function typeErrorsIn(
  files: readonly string[],
  entries: readonly { readonly name: string; readonly source: string }[],
): readonly string[] {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: 'ES2022',
    lib: ['ES2023'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    typeRoots: [join(PROJECT_ROOT, 'node_modules', '@types')],
    paths: Object.fromEntries(entries.map(({ name, source }) => [`queuewright${name.slice(1)}`, [source]])),
  }
  const cache = join(PROJECT_ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'queuewright-types-'))
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [COMPILER, '-p', folder, '--pretty', 'false'],
      {
        cwd: PROJECT_ROOT,
        encoding: 'utf8',
      },
    )
    const messages = stdout.split('\n').filter((line) => line !== '')
    if (status === null || (status !== 0 && messages.length === 0)) throw new Error(`no types: ${stderr}`)
    // The sources have a check of their own.
    return messages.filter((line) => {
      const [, file] = /^(.+?)\(\d+,\d+\): /.exec(line) ?? []
      return file === undefined ? !line.startsWith(' ') : files.includes(resolve(PROJECT_ROOT, file))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
