/** Whether the examples of the documents have the types that they need. */
import { join } from 'node:path'
import ts from 'typescript'
import { PROJECT_ROOT } from './data.js'

/**
 * @param file the example, by its path
 * @param entry what it means by `queuewright`
 * @returns messages, none where all is well
 */
export function typeErrorsIn(file: string, entry: string): readonly string[] {
  const program = ts.createProgram([file], {
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
    paths: { queuewright: [entry] },
  })
  return ts
    .getPreEmitDiagnostics(program)
    .filter((diagnostic) => diagnostic.file?.fileName === file || diagnostic.file === undefined)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
