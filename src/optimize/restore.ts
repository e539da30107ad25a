/** The optimisers by the kind that their snapshots name: adding one takes its folder and one line here. */
import { oneOf } from '../core/codec.js'
import { QueuewrightError } from '../core/errors.js'
import type { Json } from '../core/json.js'
import { Place } from '../core/place.js'
import { restoreCmaEs } from './cma-es/index.js'
import type { Coding } from './coding/coding.js'
import { restorePermutationCoding } from './coding/permutation.js'
import { restoreRealCoding } from './coding/real.js'
import { restoreEvolutionStrategy } from './evolution-strategy/index.js'
import { restoreGeneticProgramming } from './genetic-programming/index.js'
import { restoreNsga } from './nsga/nsga.js'
import { restoreNsga2 } from './nsga2/nsga2.js'
import type { Optimizer } from './optimizer.js'
import { restoreRandomSearch } from './random-search.js'
import { restoreNsga3 } from './reference-point/nsga3.js'
import { restoreThetaDea } from './reference-point/theta-dea.js'
import { kindOf, members } from './snapshot.js'

/** The object of evaluation: a point of a box, a sequence of 0 … n−1, or an expression as rows of numbers. */
export type Genome = Float64Array | Int32Array

type Restore = (snapshot: unknown, file: string) => Optimizer<Genome>

const RESTORE: Readonly<Record<string, Restore>> = {
  'evolution-strategy': restoreEvolutionStrategy,
  'cma-es': restoreCmaEs,
  'random-search': restoreRandomSearch,
  'genetic-programming': restoreGeneticProgramming,
  nsga: (snapshot, file) => restoreNsga(snapshot, codingIn(file), file),
  nsga2: (snapshot, file) => restoreNsga2(snapshot, codingIn(file), file),
  nsga3: (snapshot, file) => restoreNsga3(snapshot, codingIn(file), file),
  'theta-dea': (snapshot, file) => restoreThetaDea(snapshot, codingIn(file), file),
}

const CODING = members({ kind: oneOf(['real', 'permutation']) })

/** The coding that a snapshot names. */
function codingIn(file: string): (saved: Json) => Coding<Genome> {
  const at = Place.of(file).at('coding')
  // A coding reads and varies only genomes that it has made itself.
  return (saved) =>
    (CODING.decode(saved, at).kind === 'real'
      ? restoreRealCoding(saved, at)
      : restorePermutationCoding(saved, at)) as Coding<Genome>
}

export const OPTIMIZER_KINDS: readonly string[] = Object.keys(RESTORE)

/**
 * An optimiser as it was when the snapshot was taken.
 * @param file names the snapshot in errors
 * @throws QueuewrightError `input-document` for an unknown kind, another version, or values that do not fit
 */
export function restoreOptimizer(snapshot: unknown, file = 'snapshot'): Optimizer<Genome> {
  const kind = kindOf(snapshot, file)
  if (Object.hasOwn(RESTORE, kind)) return RESTORE[kind](snapshot, file)
  throw new QueuewrightError('input-document', 'a snapshot of an unknown optimiser', {
    file,
    field: 'kind',
    value: kind.slice(0, 60),
    expected: OPTIMIZER_KINDS.join(', '),
  })
}
