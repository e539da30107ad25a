/** The options of commands that do a run: who evaluates, and where the run lies. */
import type { Command } from 'commander'
import { ENGINE, RUN } from '../../lab/runs/engine-settings.js'
import { withSettings } from './settings.js'

/** Adds the options that say who evaluates; none of them changes a result. */
export function withEngineOptions(command: Command): Command {
  return withSettings(command, ENGINE)
}

/** Adds the options of a command that begins a run. */
export function withInvestigateOptions(command: Command): Command {
  return withEngineOptions(withSettings(command, RUN))
}

/** Adds the option of runs on logs whose users form groups. */
export function withGroupsOut(command: Command): Command {
  return command.option('--groups-out <file>', 'write who is in which group (CSV), before the run begins')
}
