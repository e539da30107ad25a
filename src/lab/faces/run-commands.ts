/** The commands that begin a run on one log, with what each can be set to: forms are made of it, as options are. */
import type { Declarations } from '../../core/settings/index.js'
import { FRONT_SEARCH } from '../../front/settings.js'
import { askable, goalOf, LEARNERS_BY_FAMILY, learningOf, methodOf } from '../../learn/index.js'
import { TUNE } from '../investigations/tune.js'

export interface RunCommand {
  /** Words, without `qw`. */
  readonly command: string
  readonly about: string
  readonly declarations: Declarations
}

export const RUN_COMMANDS: readonly RunCommand[] = [
  ...LEARNERS_BY_FAMILY.flatMap(([family, kinds]) =>
    kinds.map((kind) => ({
      command:
        family.about === null ? `learn ${methodOf(kind)}` : `learn ${family.name} --method ${methodOf(kind)}`,
      about: kind.about,
      declarations: withoutLogs({ ...goalOf(family), ...askable(kind), ...learningOf(family) }),
    })),
  ),
  { command: 'tune', about: 'the numbers of a policy', declarations: withoutLogs(TUNE) },
  { command: 'front', about: 'all that is possible, several objectives at once', declarations: FRONT_SEARCH },
]

/** Other logs of a learning are files, which no form names. */
function withoutLogs({ test: _, ...declarations }: Declarations): Declarations {
  return declarations
}
