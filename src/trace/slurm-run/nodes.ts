/** How large a machine is, as `scontrol -o show node` prints it: a line a node. */
import { QueuewrightError } from '../../core/errors.js'

export interface MachineTotals {
  readonly nodes: number
  readonly cores: number
}

/** @throws QueuewrightError `input-document` where there is no node */
export function parseNodes(text: string): MachineTotals {
  const counts = Array.from(text.matchAll(/\bNodeName=\S+[^\n]*?\bCPUTot=(\d+)/g), ([, cores]) =>
    Number(cores),
  )
  if (counts.length === 0) {
    throw new QueuewrightError('input-document', 'no node', {
      expected: 'lines NodeName=… CPUTot=…, the output of scontrol -o show node',
    })
  }
  return { nodes: counts.length, cores: counts.reduce((sum, cores) => sum + cores, 0) }
}
