/** Files that say how a site's Slurm is configured, for the order `multifactor`: settings of whatever simulates it. */
import { headed, optional, setting, written } from '../../core/settings/index.js'

function file(meaning: string) {
  return setting(optional(written('the path of a file', { shown: 'file' })), { meaning, usual: null })
}

const HEADING = "A site's Slurm, for the order multifactor:"

/** Those of a Slurm that runs, whose queue has names. */
export const LIVE_SLURM_FILES = headed(HEADING, {
  slurmConf: file('slurm.conf, or what scontrol show config and partition print'),
  slurmQos: file('what sacctmgr -P show qos format=Name,Priority,UsageFactor prints'),
  slurmShares: file('what sacctmgr -P show assoc format=Cluster,Account,User,ParentName,Share prints'),
})

export const SLURM_FILES = headed(HEADING, {
  ...LIVE_SLURM_FILES,
  saltFile: file(
    "the secret of the log's import, to find users and accounts of --slurm-shares or --site in it",
  ),
})
