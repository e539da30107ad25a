/** Whether the examples of the documents have the types that they need. */
import { join } from 'node:path'
import ts from 'typescript'
import { PROJECT_ROOT } from './data.js'

/**
 * @param files the examples, by their paths
 * @param entries what it means by `queuewright`: a source, or the sources of the package's entries
 * @returns messages with the names of the files, none where all is well
 */
export function typeErrorsIn(
  files: readonly string[],
  entries: string | readonly { readonly name: string; readonly source: string }[],
): readonly string[] {
  const named = typeof entries === 'string' ? [{ name: '.', source: entries }] : entries
  const program = ts.createProgram([...files], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(PROJECT_ROOT, 'node_modules', '@types')],
    paths: Object.fromEntries(named.map(({ name, source }) => [`queuewright${name.slice(1)}`, [source]])),
  })
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || files.includes(file.fileName))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}
