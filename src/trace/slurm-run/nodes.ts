/** The nodes of a machine, as `scontrol -o show node` prints them: a line a node. */
import { QueuewrightError } from '../../core/errors.js'
import { fieldOf } from './pairs.js'

export interface WatchedNode {
  readonly name: string
  readonly cores: number
  /** Megabytes. */
  readonly memory: number
  readonly gpus: number
  readonly partitions: readonly string[]
}

export interface MachineTotals {
  readonly nodes: number
  readonly cores: number
}

/** More cores, and more of anything else, than a node has. */
const MOST_CORES = 65_536
const MOST = 1_000_000_000

/** @throws QueuewrightError `input-document` where there is no node, `line-value` for one that cannot be */
export function parseNodes(text: string): readonly WatchedNode[] {
  const nodes = text.split('\n').flatMap((line, place): WatchedNode[] => {
    if (!line.startsWith('NodeName=')) return []
    const text = (key: string) => fieldOf(line, key)
    const count = (field: string, value: string, least: number, most: number): number => {
      if (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
      const expected = `a whole number from ${least} to ${most}`
      throw new QueuewrightError('line-value', 'no such node', { line: place + 1, field, value, expected })
    }
    return [
      {
        name: text('NodeName'),
        cores: count('CPUTot', text('CPUTot'), 1, MOST_CORES),
        memory: count('RealMemory', text('RealMemory') || '0', 0, MOST),
        gpus: count('Gres', /(?:^|,)gpu(?::[a-z]\w*)?:(\d+)/.exec(text('Gres'))?.[1] ?? '0', 0, MOST),
        partitions: text('Partitions')
          .split(',')
          .filter((name) => name !== ''),
      },
    ]
  })
  if (nodes.length > 0) return nodes
  throw new QueuewrightError('input-document', 'no node', {
    expected: 'lines NodeName=… CPUTot=…, the output of scontrol -o show node',
  })
}

export function totalsOf(nodes: readonly WatchedNode[]): MachineTotals {
  return { nodes: nodes.length, cores: nodes.reduce((sum, { cores }) => sum + cores, 0) }
}
