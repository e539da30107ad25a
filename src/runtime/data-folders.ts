/** Where data that is no part of the package lies: what the environment names, else a usual folder. */
import { join } from 'node:path'

const FOLDERS = {
  traces: { variable: 'QUEUEWRIGHT_TRACES', usual: join('..', 'shared', 'traces') },
  reference: { variable: 'QUEUEWRIGHT_REFERENCE', usual: join('..', 'shared', 'reference') },
} as const

export type DataKind = keyof typeof FOLDERS

export function dataFolder(kind: DataKind): string {
  const { variable, usual } = FOLDERS[kind]
  return process.env[variable] ?? usual
}

/** The variable of the environment that names the folder. */
export function dataVariable(kind: DataKind): string {
  return FOLDERS[kind].variable
}
