/** Codings whose settings need not be saved, because the plan makes them anew. */
import type { Coding } from '../../optimize/index.js'

export function lean<Genome>(coding: Coding<Genome>): Coding<Genome> {
  return { ...coding, saveSettings: () => ({ kind: coding.kind }) }
}
