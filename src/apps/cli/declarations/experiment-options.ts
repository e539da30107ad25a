import type { Command } from 'commander'
import { withLogOptions } from '../log.js'
import { gathered, wholeNumber } from '../options.js'
import { withFeedbackOptions, withRuleOptions } from '../rules.js'

/** All that a simulation depends on but the policy. */
export function withScenarioOptions(command: Command): Command {
  const site = withLogOptions(command)
    .optionsGroup('The machine as it is:')
    .option(
      '--site <file>',
      'partitions, limits, maintenance, how it schedules (YAML or JSON, docs/machine.md)',
    )
  return withMeaning(site)
}

/** The same where the machine is one pool of processors. */
export function withPoolOptions(command: Command): Command {
  return withMeaning(withLogOptions(command))
}

function withMeaning(command: Command): Command {
  return withTrimmingOptions(withSiteOptions(withFeedbackOptions(withRuleOptions(command))))
}

/** The options that `simulate` and `compare` share. */
export function withExperimentOptions(command: Command): Command {
  return withScenarioOptions(command.option('--json', 'print JSON'))
    .option(
      '--objective <formula>',
      'a further objective, as "10*AWRT1 + 4*AWRT2", or @FILE of a preference; may be repeated',
      gathered,
    )
    .option('--repeat <n>', 'simulate so often, for timing', wholeNumber('--repeat', 1, 1000), 1)
    .option('--check', 'check the schedules by an independent validator')
}

/** The options that leave jobs out of measures. */
export function withTrimmingOptions(command: Command): Command {
  return command
    .optionsGroup('Measures:')
    .option('--warm-up <part>', 'leave the first jobs out of all measures: 5%, 16 jobs, or 7d')
    .option('--cool-down <part>', 'leave the last jobs out of all measures: 5%, 16 jobs, or 7d')
}

export function withSiteOptions(command: Command): Command {
  return command
    .optionsGroup("A site's Slurm, for the order multifactor:")
    .option('--slurm-conf <file>', 'slurm.conf, or what scontrol show config and partition print')
    .option('--slurm-qos <file>', 'what sacctmgr -P show qos format=Name,Priority,UsageFactor prints')
    .option(
      '--slurm-shares <file>',
      'what sacctmgr -P show assoc format=Cluster,Account,User,ParentName,Share prints',
    )
    .option('--salt-file <file>', "the secret of the log's import, to find these users and accounts in it")
}
