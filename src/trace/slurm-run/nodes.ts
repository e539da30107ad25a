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

/** @throws QueuewrightError `input-document` where there is no node */
export function parseNodes(text: string): readonly WatchedNode[] {
  const nodes = text.split('\n').flatMap((line): WatchedNode[] => {
    if (!line.startsWith('NodeName=')) return []
    const text = (key: string) => fieldOf(line, key)
    const cores = Number.parseInt(text('CPUTot'), 10)
    if (!Number.isInteger(cores)) return []
    return [
      {
        name: text('NodeName'),
        cores,
        memory: Number(text('RealMemory')) || 0,
        gpus: Number(/(?:^|,)gpu(?::[a-z]\w*)?:(\d+)/.exec(text('Gres'))?.[1] ?? 0),
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
