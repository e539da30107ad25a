/** The subcommands of `learn`, one for each family of learners or each learner of a family: their options follow from what these declare. */
import type { Command } from 'commander'
import { LEARN_MARKET_SETTINGS } from '../../../lab/sites/learn-market.js'
import {
  askable,
  goalOf,
  LEARNERS_BY_FAMILY,
  type LearnerFamily,
  type LearnerKind,
  learningOf,
  methodOf,
} from '../../../learn/index.js'
import { withGroupsOut, withInvestigateOptions } from '../investigate-options.js'
import { LOG, withLogOptions } from '../log.js'
import { oneOf } from '../options.js'
import { withMethodSettings, withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareLearners(program: Command, context: CommandContext): void {
  const learn = program
    .command('learn')
    .description('Learn a scheduling strategy from logs, for an objective.')
  declareMarketLearner(learn, context)
  for (const [family, kinds] of LEARNERS_BY_FAMILY) {
    if (family.about !== null) declareLearner(learn, family.name, family.about, family, kinds, context)
    else {
      for (const kind of kinds) {
        const about = `${kind.about} Several logs count alike.`
        declareLearner(learn, methodOf(kind), about, family, [kind], context)
      }
    }
  }
}

/** Functions of a market, which are no strategies of a machine. */
function declareMarketLearner(learn: Command, { terminal }: CommandContext): void {
  const command = learn
    .command('market')
    .description('What providers charge and users like, for an objective of all (see qw market).')
    .argument('[logs...]', 'a job log whose jobs come from all domains, or a log for each domain')
    .option('--objective <formula>', 'what is minimised, as AWRT or "10*AWRT1 + 4*AWRT2"', 'AWRT')
    .option('--domains <market>', 'sizes such as 2x128,64, a published grid, or a file (.yaml, .json)')
    .option('--requests <file>', 'requests, resources and offers in the language of docs/sites.md')
    .option('--json', 'print JSON')
  withInvestigateOptions(withLogOptions(withSettings(command, LEARN_MARKET_SETTINGS))).action(
    async (logs, options) => {
      const { learnMarketCommand } = await import('../commands/learn-market.js')
      await learnMarketCommand(logs, options, terminal)
    },
  )
}

/** @param kinds methods of the command; of several, --method says which */
function declareLearner(
  learn: Command,
  name: string,
  about: string,
  family: LearnerFamily,
  kinds: readonly LearnerKind[],
  { terminal }: CommandContext,
): void {
  const command = withSettings(
    learn.command(name).description(about).argument('[logs...]', LOG),
    goalOf(family),
  ).optionsGroup('Search:')
  if (kinds.length > 1) {
    const methods = kinds.map(methodOf)
    const told = kinds.map((kind) => `${methodOf(kind)} (${kind.about})`).join(', ')
    command.option('--method <name>', told, oneOf('--method', methods), methods[0])
  }
  withMethodSettings(
    command,
    kinds.map((kind) => ({ method: methodOf(kind), declarations: askable(kind) })),
    'Search:',
  )
  withGroupsOut(withSettings(command, learningOf(family)).optionsGroup('Output:'))
    .option('--json', 'print JSON')
    .option(...reportOption())
  withInvestigateOptions(withScenarioOptions(command)).action(async (logs, options) => {
    const { learnCommand } = await import('../commands/learn.js')
    await learnCommand(name, family, kinds, logs, options, terminal)
  })
}
