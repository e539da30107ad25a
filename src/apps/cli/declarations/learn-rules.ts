/** The subcommands of `learn` that learn rules: their options, whose defaults are those of the sources, where the method is theirs. */
import type { Command } from 'commander'
import { LOG } from '../log.js'
import { decimal, oneOf, positiveNumber, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'
import { USUAL_COMPARE, withGoalOptions, withLearningOptions } from './learn-options.js'

export function declareLearnRules(learn: Command, context: CommandContext): void {
  declareIterative(learn, context)
  declareProbabilistic(learn, context)
  declareMichigan(learn, context)
  declarePittsburgh(learn, context)
  declareCca(learn, context)
  declareMixture(learn, context)
}

function declareIterative(learn: Command, { terminal }: CommandContext): void {
  const command = withRigidOptions(
    ruleCommand(
      learn,
      'iterative',
      'Learn rigid rules: each class of states in turn gets the strategy that is best while the other classes keep theirs.',
    ),
  ).optionsGroup(SEARCH)
  withLearningOptions(command, USUAL_COMPARE).action(async (logs, options) => {
    const { learnIterativeCommand } = await import('../commands/learn-iterative.js')
    await learnIterativeCommand(logs, options, terminal)
  })
}

function declareProbabilistic(learn: Command, { terminal }: CommandContext): void {
  const command = withRigidOptions(
    ruleCommand(
      learn,
      'probabilistic',
      'Learn rigid rules: each class of states gets the strategy with which random rules did best.',
    ),
  )
    .optionsGroup(SEARCH)
    .option(
      '--times <p>',
      'how often each class has each of the 13 strategies in the random rules: 13·p candidates (default: 50)',
      wholeNumber('--times', 1),
    )
    .option('--evaluations <n>', 'in place of --times: candidates at most', wholeNumber('--evaluations', 1))
  withLearningOptions(command, USUAL_COMPARE).action(async (logs, options) => {
    const { learnProbabilisticCommand } = await import('../commands/learn-probabilistic.js')
    await learnProbabilisticCommand(logs, options, terminal)
  })
}

function declareMichigan(learn: Command, { terminal }: CommandContext): void {
  const command = withFuzzyOptions(
    ruleCommand(
      learn,
      'michigan',
      'Learn fuzzy rules by the Michigan approach: each rule is an individual, as good as the rule bases that it takes part in.',
    ),
    'rules of a base (default: 50)',
  )
    .option('--defaults', 'learn a strategy that holds where rules say too little, too (default: no)')
    .optionsGroup(SEARCH)
    .option(
      '--generations <n>',
      'of lambda·participations/rules candidates each, the random first one among them (default: 40)',
      wholeNumber('--generations', 1),
    )
    .option(
      '--evaluations <n>',
      'in place of --generations: candidates at most',
      wholeNumber('--evaluations', 1),
    )
    .option('--mu <n>', 'rules that are kept (default: 50)', wholeNumber('--mu', 1))
    .option('--lambda <n>', 'new rules a generation, mu or more (default: 350)', wholeNumber('--lambda', 1))
    .option(
      '--participations <n>',
      'bases that each new rule takes part in (default: 10)',
      wholeNumber('--participations', 1),
    )
    .option(
      '--parents <n>',
      'parents of a new rule, of which half are alike; mu at most (default: 12)',
      wholeNumber('--parents', 1),
    )
    .option(
      '--alpha <factor>',
      'what the step size is multiplied or divided by, above 1 (default: 1.224)',
      above1('--alpha'),
    )
    .option(
      '--successes <share>',
      'share of new rules better than a parent at which the step size is kept (default: 0.125)',
      decimal('--successes', (share) => share > 0 && share < 1, 'a number between 0 and 1'),
    )
    .option(
      '--clusters <n>',
      'clusters of rules, from each of which some are kept (default: 10)',
      wholeNumber('--clusters', 1),
    )
    .option(
      '--cluster-best <n>',
      "of a cluster's rules, how many of the best say how good it is (default: 5)",
      wholeNumber('--cluster-best', 1),
    )
    .option(
      '--default-mu <n>',
      'with --defaults: such strategies that are kept (default: 10)',
      wholeNumber('--default-mu', 1),
    )
    .option(
      '--default-alpha <factor>',
      'with --defaults: what their step sizes are multiplied or divided by (default: 1.3)',
      above1('--default-alpha'),
    )
  withLearningOptions(command, USUAL_COMPARE).action(async (logs, options) => {
    const { learnMichiganCommand } = await import('../commands/learn-michigan.js')
    await learnMichiganCommand(logs, options, terminal)
  })
}

function declarePittsburgh(learn: Command, { terminal }: CommandContext): void {
  const command = withEvolutionOptions(
    withFuzzyOptions(
      ruleCommand(
        learn,
        'pittsburgh',
        'Learn fuzzy rules by the Pittsburgh approach: whole rule bases are evolved.',
      ),
      'rules of a base (default: 10; with a reduction the most, 30)',
    ),
  )
    .option(
      '--reduction <how>',
      'how bases come to have few rules: none, fitness (by score − beta/rules), selection (the smallest of the best live on)',
      oneOf('--reduction', ['none', 'fitness', 'selection']),
      'none',
    )
    .option(
      '--beta <number>',
      'fitness: in units of the score, so that --relative-to and objectives that are no times need one of their own (default: 50000, seconds)',
      decimal('--beta', (beta) => beta >= 0, 'a number from 0'),
    )
    .option(
      '--pool <n>',
      'selection: of so many of the best the smallest live on, mu or more (default: 2·mu)',
      wholeNumber('--pool', 1),
    )
    .option(
      '--kappa <n>',
      'generations that a parent lives (default: for ever, with --reduction selection 4)',
      wholeNumber('--kappa', 1),
    )
  withLearningOptions(command, USUAL_COMPARE).action(async (logs, options) => {
    const { learnPittsburghCommand } = await import('../commands/learn-pittsburgh.js')
    await learnPittsburghCommand(logs, options, terminal)
  })
}

function declareCca(learn: Command, { terminal }: CommandContext): void {
  const command = withEvolutionOptions(
    withFuzzyOptions(
      ruleCommand(
        learn,
        'cca',
        'Learn fuzzy rules by cooperative coevolution: rule bases for the order of the queue and others for the algorithm, ' +
          'evolved side by side.',
      ),
      'rules of each base (default: 10)',
    ),
  )
  withLearningOptions(command, USUAL_COMPARE).action(async (logs, options) => {
    const { learnCcaCommand } = await import('../commands/learn-cca.js')
    await learnCcaCommand(logs, options, terminal)
  })
}

function declareMixture(learn: Command, { terminal }: CommandContext): void {
  const command = withGoalOptions(
    learn
      .command('mixture')
      .description(
        'Learn two orders of the queue and the rule that says which holds, our own method: the state of the system is parted ' +
          'by one feature, and each part has head starts of its own. Several logs count alike.',
      )
      .argument('[logs...]', LOG),
  )
    .optionsGroup(RULES)
    .option(
      '--features <list>',
      'by which of these the state is parted, the search finds out; qw policies lists them (default: um,sd,backlog,oldest,prcwq1,hour)',
    )
    .option(
      '--algorithm <name>',
      'what goes by both orders: head, list, easy, cons; best (whichever of head and easy turns out best)',
      oneOf('--algorithm', ['head', 'list', 'easy', 'cons', 'best']),
      'best',
    )
    .option(
      '--guard',
      'go by EASY in submit order while some job has waited for longer than a bound, which is learnt, too (default: with --subject-to)',
    )
    .option('--no-guard', 'not even with --subject-to')
    .optionsGroup(SEARCH)
    .option('--evaluations <n>', 'candidates, about', wholeNumber('--evaluations', 1), 1000)
  withLearningOptions(command, USUAL_COMPARE).action(async (logs, options) => {
    const { learnMixtureCommand } = await import('../commands/learn-mixture.js')
    await learnMixtureCommand(logs, options, terminal)
  })
}

const RULES = 'Rules:'
const SEARCH = 'Search:'

function ruleCommand(learn: Command, name: string, description: string): Command {
  const command = learn.command(name).description(`${description} Several logs count alike.`)
  return withGoalOptions(command.argument('[logs...]', LOG))
    .optionsGroup(RULES)
    .option(
      '--greedy <policy>',
      'the greedy strategy beside those of the sources, any policy of one order; @FILE: a learnt one (default: the one that qw learn greedy found last ' +
        'for the same objective from the same jobs, else f2 with fixed weights)',
    )
}

function withRigidOptions(command: Command): Command {
  return command.option(
    '--classes <list>',
    'the classes of states, by where features are cut, as FEATURE:BOUND,BOUND;… (default: "sd:2; um:75,85; prcwq1:20; prcwq2:20; prcwq3:25; prcwq4:25; prcwq5:25")',
  )
}

/** @param rules what their number says */
function withFuzzyOptions(command: Command, rules: string): Command {
  return command
    .option(
      '--features <list>',
      'what rules go by, separated by commas; qw policies lists them (default: sd,um,prcwq1,prcwq2,prcwq3,prcwq4,prcwq5)',
    )
    .option('--rules <n>', rules, wholeNumber('--rules', 1))
}

/** Of the evolution of whole bases. */
function withEvolutionOptions(command: Command): Command {
  return command
    .optionsGroup(SEARCH)
    .option(
      '--generations <n>',
      'of lambda candidates each, after mu random ones (default: 40)',
      wholeNumber('--generations', 0),
    )
    .option(
      '--evaluations <n>',
      'in place of --generations: candidates at most',
      wholeNumber('--evaluations', 1),
    )
    .option('--mu <n>', 'parents (default: 3)', wholeNumber('--mu', 1))
    .option('--lambda <n>', 'new bases a generation (default: 21)', wholeNumber('--lambda', 1))
    .option(
      '--tau-common <rate>',
      'learning rate common to all step sizes of a base (default: 1/√(2u), u numbers of all rules)',
      positiveNumber('--tau-common'),
    )
    .option(
      '--tau-each <rate>',
      'learning rate of each step size (default: 1/√(2√u))',
      positiveNumber('--tau-each'),
    )
    .option(
      '--common-factor <which>',
      'the common factor is drawn anew for each: offspring, generation (default: offspring)',
      oneOf('--common-factor', ['offspring', 'generation']),
    )
    .option(
      '--first-step <share>',
      "first step size, 0.0001 to 0.5, as a share of a number's usual range (default: 0.1)",
      positiveNumber('--first-step'),
    )
}

function above1(option: string): (text: string) => number {
  return decimal(option, (value) => value > 1, 'a number above 1')
}
