/**
 * User groups as qualities of service of Slurm's: one for each group, the default of its users, as commands for sacctmgr with the
 * way back, and as the table that sacctmgr prints of them.
 */
import type { ExportedFile } from './exported.js'

/** The names of the users of each group. */
export type UserGroups = ReadonlyMap<number, readonly string[]>

/** The file that has the priorities of the qualities of service, as `--slurm-qos` takes it. */
export const QOS_FILE = 'qos.psv'

/** Names of one command, which are written with commas between them. */
const MOST_NAMES = 200

/** The quality of service that stands for a group. */
export function qosOf(group: number): string {
  return `queuewright-group-${group}`
}

/** @param priorities by group; none: no file */
export function groupFiles(
  priorities: ReadonlyMap<number, number>,
  groups: UserGroups,
): readonly ExportedFile[] {
  if (priorities.size === 0) return []
  const names = [...priorities.keys()].map(qosOf)
  const users = [...groups].flatMap(([group, of]) => of.map((user) => ({ user, group })))
  return [
    {
      name: 'groups.psv',
      purpose: 'who is in which group, to be read',
      text: `User|Group|QOS\n${users.map(({ user, group }) => `${user}|${group}|${qosOf(group)}\n`).join('')}`,
    },
    {
      name: QOS_FILE,
      purpose: 'the groups as qualities of service, as sacctmgr -P show qos prints them',
      text: `Name|Priority|UsageFactor\n${[...priorities].map(([group, of]) => `${qosOf(group)}|${of}|1\n`).join('')}`,
    },
    {
      name: 'groups-apply.sh',
      purpose: 'before apply.sh, as an administrator of accounting: sh groups-apply.sh',
      text: applied(
        priorities,
        groups,
        users.map(({ user }) => user),
      ),
    },
    {
      name: 'groups-undo.sh',
      purpose: 'takes that back, after undo.sh: sh groups-undo.sh',
      text: undone(names),
    },
  ]
}

const HEAD = `#!/bin/sh
set -eu
before="$(dirname "$0")/associations.before"
`

function applied(
  priorities: ReadonlyMap<number, number>,
  groups: UserGroups,
  users: readonly string[],
): string {
  const shown = parts(users).map(
    (names) =>
      `  sacctmgr -nP show assoc where user=${names} format=Cluster,Account,User,Partition,DefaultQOS`,
  )
  const made = [...priorities].flatMap(([group, priority]) => {
    const name = qosOf(group)
    const chosen = parts(groups.get(group) ?? []).flatMap((names) => [
      `sacctmgr -i modify user where name=${names} set qos+=${name}`,
      `sacctmgr -i modify user where name=${names} set defaultqos=${name}`,
    ])
    // One that is there already is no failure.
    return [
      `sacctmgr -i add qos ${name} || true`,
      `sacctmgr -i modify qos ${name} set priority=${priority}`,
      ...chosen,
    ]
  })
  return `${HEAD}# The defaults of before, which groups-undo.sh gives back; a second call keeps them.
if [ ! -e "$before" ]; then
  {
  ${shown.join('\n  ')}
  } > "$before.new"
  mv "$before.new" "$before"
fi
${made.join('\n')}
`
}

function undone(names: readonly string[]): string {
  return `${HEAD}while IFS='|' read -r cluster account user partition qos; do
  sacctmgr -i modify user where name="$user" cluster="$cluster" account="$account" \\
    \${partition:+"partition=$partition"} set defaultqos="\${qos:--1}" < /dev/null
done < "$before"
# What waits goes by the default of its user again.
squeue -h -t PENDING -q ${names.join(',')} -o %A | sort -u | while read -r job; do
  scontrol update jobid="$job" qos= < /dev/null
done
sacctmgr -i delete qos where name=${names.join(',')}
rm "$before"
`
}

/** Lists that fit into a command. */
function parts(names: readonly string[]): readonly string[] {
  const lists: string[] = []
  for (let from = 0; from < names.length; from += MOST_NAMES)
    lists.push(names.slice(from, from + MOST_NAMES).join(','))
  return lists
}
