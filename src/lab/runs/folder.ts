/** Where runs lie, and a folder for the next one. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { largestOf } from '../../core/statistics.js'
import { makeFolders, outputFailure } from '../../runtime/output.js'

/** Where runs lie unless `--run` says otherwise. */
export const RUNS_FOLDER = 'queuewright-runs'

/** Makes the next folder for a run of this name that there is none of yet. */
export async function freeFolder(runs: string, name: string): Promise<string> {
  const stem = name.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'run'
  try {
    await makeFolders(runs)
    const taken = (await readdir(runs)).flatMap((each) => {
      const number = each.startsWith(`${stem}-`) ? each.slice(stem.length + 1) : ''
      return /^\d+$/.test(number) ? [Number(number)] : []
    })
    for (let number = largestOf([0, ...taken]) + 1; ; number++) {
      const folder = join(runs, `${stem}-${number}`)
      try {
        await mkdir(folder)
        return folder
      } catch (error) {
        // Another process was here between our look and this.
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
    }
  } catch (error) {
    throw outputFailure(runs, error)
  }
}
