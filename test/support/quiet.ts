/** Ports that tell nobody of anything, for the compiled package: its own would load the sources of the lab too. */
import type { Ports } from '../../src/lab/ports.js'

export const QUIET: Ports = {
  note: () => {},
  steps: () => ({ step: () => {}, part: () => {}, stop: () => {} }),
  parts: () => ({ observe: () => {}, stop: () => {} }),
  reading: () => ({ onRead: () => {}, stop: () => {} }),
  running: () => ({ onProgress: () => {}, stop: () => {} }),
  blocking: async (work) => work(),
  interruptible: (work) => work(new AbortController().signal),
  clock: () => 0,
}
