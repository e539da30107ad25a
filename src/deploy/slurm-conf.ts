/** Settings of slurm.conf as files: what changes, how it was, and the way from each to the other. */
import { createTwoFilesPatch } from 'diff'
import { QueuewrightError } from '../core/errors.js'
import {
  type PrioritySettings,
  parseSlurmConf,
  priorityFlags,
  priorityLines,
} from '../trace/slurm-conf/index.js'
import { includedFile, type Line } from '../trace/slurm-conf/lines.js'
import { confLines, pairsIn, withPairs } from './conf-lines.js'
import type { ExportedFile } from './exported.js'

const PLUGINS = 'JobSubmitPlugins'
const FLAGS = 'PriorityFlags'

export interface Further {
  /** A plugin that jobs go through as they are submitted. */
  readonly plugin?: string
  /** Lines of a shell script that take back what lies beyond slurm.conf. */
  readonly undo?: string
}

/**
 * @param conf slurm.conf as it is; null: the lines alone
 * @throws QueuewrightError as `requireConf`
 */
export function settingsFiles(
  settings: PrioritySettings,
  conf: string | null,
  { plugin, undo = '' }: Further = {},
): readonly ExportedFile[] {
  if (conf === null) {
    const flags = flagsOf([], settings)
    const lines = new Map([
      ...priorityLines(settings),
      ...(flags === '' ? [] : [[FLAGS, flags] as const]),
      ...(plugin === undefined ? [] : [[PLUGINS, plugin] as const]),
    ])
    const ways: ExportedFile[] =
      undo === '' ? [] : [{ name: 'undo.sh', purpose: 'after slurm.conf is as it was', text: script(undo) }]
    return [
      {
        name: 'slurm.conf.lines',
        purpose:
          'into slurm.conf, in place of what it says of these; keep a copy, the way back. Then: scontrol reconfigure; where PriorityType was another, systemctl restart slurmctld',
        text: linesOf(lines),
      },
      ...ways,
    ]
  }
  requireConf(conf)
  const changed = changedConf(conf, settings, plugin)
  const restart = typeIn(conf) === typeIn(changed) ? '' : RESTART
  return [
    { name: 'slurm.conf.new', purpose: 'slurm.conf with the change', text: changed },
    { name: 'slurm.conf.before', purpose: 'slurm.conf as it was', text: conf },
    {
      name: 'slurm.conf.diff',
      purpose: 'the change, to be read',
      text: createTwoFilesPatch('slurm.conf.before', 'slurm.conf.new', conf, changed),
    },
    {
      name: 'apply.sh',
      purpose: 'as root: sh apply.sh /etc/slurm/slurm.conf',
      text: script(`${COPY('new')}${restart}`),
    },
    {
      name: 'undo.sh',
      purpose: 'takes it back: sh undo.sh /etc/slurm/slurm.conf',
      text: script(`${COPY('before')}${restart}${undo}`),
    },
  ]
}

/** @throws QueuewrightError `input-document`, `line-value` for what is no slurm.conf that Slurm would take */
export function requireConf(conf: string): void {
  if (/^Configuration data as of/m.test(conf)) {
    throw new QueuewrightError('input-document', 'what scontrol prints cannot be changed', {
      expected: "the file slurm.conf itself, such as /etc/slurm/slurm.conf on slurmctld's host",
    })
  }
  parseSlurmConf(conf)
}

/** Notes of the files that a slurm.conf includes: they may set the same again, and the last one holds. */
export function includeNotes(conf: string | null): readonly string[] {
  if (conf === null) return []
  return confLines(conf).flatMap((line) => {
    const file = includedFile(line)
    if (file === null) return []
    const place = `slurm.conf includes ${file} (line ${line.number}), which is not read and stays as it is`
    return [`${place}: take out of it what these files set, since the last of several holds`]
  })
}

const COPY = (which: 'new' | 'before') => `cp "$(dirname "$0")/slurm.conf.${which}" "$1"
scontrol reconfigure
`

/** A warning of what slurmctld does not take up otherwise, though it prints it among its settings. */
const RESTART =
  "echo 'PriorityType has changed: nothing goes by it until slurmctld is restarted (systemctl restart slurmctld)' >&2\n"

/** The plugin of priorities that a slurm.conf names. */
function typeIn(conf: string): string {
  return valuesOf(confLines(conf), 'PriorityType').at(-1) ?? 'priority/basic'
}

function script(lines: string): string {
  return `#!/bin/sh\nset -eu\n${lines}`
}

function linesOf(settings: ReadonlyMap<string, string>): string {
  return [...settings].map(([name, value]) => `${name}=${value}\n`).join('')
}

/** Each setting stands where it stood, and else at the end. */
function changedConf(conf: string, settings: PrioritySettings, plugin: string | undefined): string {
  const lines = confLines(conf)
  const listed = (name: string) => valuesOf(lines, name).flatMap(listOf)
  const flags = flagsOf(listed(FLAGS), settings)
  const plugins = plugin === undefined ? null : [...new Set([...listed(PLUGINS), plugin])].join(',')
  const wanted = new Map([
    ...priorityLines(settings),
    // Without flags there is no such line, which is what an empty value stands for.
    [FLAGS, flags],
    // Resources would weigh beside what is meant.
    ['PriorityWeightTRES', ''],
    ...(plugins === null ? [] : [[PLUGINS, plugins] as const]),
  ])
  const names = new Map([...wanted.keys()].map((name) => [name.toLowerCase(), name]))
  const left = new Set(wanted.keys())
  const put = (name: string): string => {
    const value = wanted.get(name) ?? ''
    const isNew = left.delete(name)
    return isNew && value !== '' ? `${name}=${value}` : ''
  }
  const kept = lines.flatMap((line) =>
    withPairs(line, ({ key }) => {
      const name = names.get(key)
      return name === undefined ? null : put(name)
    }),
  )
  const added = [...left].map(put).filter((each) => each !== '')
  return [...kept, ...added, ''].join('\n')
}

/** The values that are said of a setting, in their order. */
function valuesOf(lines: readonly Line[], name: string): readonly string[] {
  const pairs = lines.flatMap(pairsIn).filter(({ key }) => key === name.toLowerCase())
  return pairs.map(({ value }) => value)
}

/** Flags that were there, with those that the settings are about as they say. */
function flagsOf(known: readonly string[], settings: PrioritySettings): string {
  const ours = priorityFlags(settings)
  const others = known.map((flag) => flag.toUpperCase()).filter((flag) => !ours.has(flag))
  return [...new Set([...others, ...[...ours].flatMap(([flag, isSet]) => (isSet ? [flag] : []))])].join(',')
}

function listOf(value: string): readonly string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
