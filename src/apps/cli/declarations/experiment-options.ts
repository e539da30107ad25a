/** The options that several commands share which simulate. */
import type { Command } from 'commander'
import { SCENARIO_SETTINGS } from '../../../evaluation/scenarios/scenario-settings.js'
import { EXPERIMENT, SITE } from '../../../lab/experiments/experiment-settings.js'
import { SLURM_FILES } from '../../../trace/index.js'
import { withLogOptions } from '../log.js'
import { withSettings } from '../settings.js'

/** All that a simulation depends on but the policy. */
export function withScenarioOptions(command: Command): Command {
  return withSettings(withLogOptions(command), { ...SITE, ...SCENARIO_SETTINGS, ...SLURM_FILES })
}

/** The options of what simulates by itself, on a machine that a site may describe. */
export function withSiteOption(command: Command): Command {
  return withSettings(withLogOptions(command), SITE)
}

/** The options of what explains: a log, the machine, and how its Slurm is configured. */
export function withSlurmSiteOptions(command: Command): Command {
  return withSettings(withLogOptions(command), { ...SITE, ...SLURM_FILES })
}

/** The same where the machine is one pool of processors. */
export function withPoolOptions(command: Command): Command {
  return withSettings(withLogOptions(command), { ...SCENARIO_SETTINGS, ...SLURM_FILES })
}

/** The options that `simulate` and `compare` share. */
export function withExperimentOptions(command: Command): Command {
  return withSettings(withScenarioOptions(command.option('--json', 'print JSON')), EXPERIMENT)
}
