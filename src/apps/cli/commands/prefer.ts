/** `qw prefer`: a preference made on a front, and what it says. */
import { type PreferOptions as Asked, type Preferred, prefer } from '../../../lab/prefer.js'
import { preferenceDigest, writePreference } from '../../../preference/index.js'
import { writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { requireObjective } from '../../../sim/objectives/index.js'
import { objectiveInfo } from '../../../sim/objectives/info.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface PreferOptions extends Asked, PrintOptions {
  readonly out?: string
}

export async function preferCommand(
  source: string,
  { out, json, report, ...asked }: PreferOptions,
  terminal: Terminal,
  command: string,
): Promise<void> {
  const preferred = await prefer(source, asked)
  const { preference, front, points, policies } = preferred
  if (out !== undefined) await writeOutput(out, [writePreference(preference)])
  const exhibit = async () => {
    const { preferencePage } = await import('../../../report/pages/preference.js')
    return preferencePage({
      preference,
      front: front.name,
      objectives: front.objectives.map(({ name }) => objectiveInfo(requireObjective(name))),
      points,
      policies,
      digest: front.digest,
      provenance: { version: version(), command },
    })
  }
  await printResult(terminal, { json, report }, exhibit, () => preferredJson(preferred))
  if (!json && out !== undefined)
    terminal.print(`\nThe preference is in ${out}; --from ${out} judges other fronts by it.`)
}

function preferredJson({ preference, objective, front, points, policies }: Preferred): object {
  return {
    name: preference.name,
    digest: preferenceDigest(preference),
    front: { name: front.name, digest: front.digest, size: points.length },
    ...(objective.regions === null
      ? {}
      : {
          regions: preference.regions.map(({ name, panel }, k) => ({
            name,
            panel,
            points: points.filter(({ judgement }) => judgement?.priority === k + 1).length,
            planes: objective.regions?.bounds[k]?.count ?? 0,
          })),
        }),
    policies: policies.map(({ name, values, judgement }) => ({ policy: name, values, ...judgement })),
    points: points.map(({ name, evaluation, values, judgement }) => ({
      evaluation,
      madeBy: name,
      values,
      ...judgement,
    })),
  }
}
