/** The lab of the tests, a Slurm on this machine alone, for benchmarks. */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A lab leaves nothing behind where it is ended early. */
function removedWhenEnded(lab) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await lab.remove()
      process.exit(1)
    })
  return lab
}

/** @returns what test/support/slurm-lab/daemons.ts exports, and the house's random numbers */
export async function builtLab() {
  const build = async (...source) => {
    const bundle = await rolldown({
      input: join(ROOT, ...source),
      platform: 'node',
      external: /^node:|^vitest/,
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    })
    const file = join(ROOT, 'bench', 'build', `${source.at(-1)}.mjs`)
    await bundle.write({ file })
    return import(pathToFileURL(file).href)
  }
  const lab = await build('test', 'support', 'slurm-lab', 'daemons.ts')
  const { Random } = await build('src', 'core', 'random.ts')
  const slurmLab = async (scheduling) => removedWhenEnded(await lab.slurmLab(scheduling))
  return { ...lab, slurmLab, Random }
}
