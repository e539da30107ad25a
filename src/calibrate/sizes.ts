/**
 * How large the partitions are, by what the best rule would start: peaks say how large they are at least. One that overlaps with
 * another may hold all of it though it was never seen to be so full; and a size is known only if a larger partition would explain less.
 */
import { kindsOf } from '../sim/facility/index.js'
import { type Explained, faultsOf } from './explain.js'
import { containing, enlarged, type Layout } from './partitions.js'
import { isWorse } from './rules.js'
import type { Structure } from './structure.js'

/** Precision of a size that is known: a partition larger by this share is another one, and has to explain less. */
const KNOWN_TO = 0.05

/** With the partitions that hold others if far less is left unexplained then. */
export function contained(structure: Structure, explained: (structure: Structure) => Explained): Structure {
  let best = { structure, explained: explained(structure) }
  for (;;) {
    const { layout } = best.structure
    const tried = layout.overlaps
      .flatMap(([a, b]) => [containing(layout, a, b), containing(layout, b, a)])
      .filter((each) => sizeSum(each) > sizeSum(layout))
      .map((each) => ({ ...best.structure, layout: each }))
      .map((each) => ({ structure: each, explained: explained(each) }))
      .filter((each) => isWorse(best.explained, each.explained))
    if (tried.length === 0) return best.structure
    best = tried.reduce((one, other) => (faultsOf(other.explained) < faultsOf(one.explained) ? other : one))
  }
}

/** Which partitions are known not to be larger: were they, more jobs would have started; or the header has no processors for it. */
export function sizesKnown(
  structure: Structure,
  explained: (structure: Structure) => Explained,
): readonly boolean[] {
  const { layout, machine, said } = structure
  const best = explained(structure)
  const { sizes } = kindsOf(layout.partitions)
  return sizes.map((size, place) => {
    const others = sizes.reduce((sum, each, other) => sum + (apart(layout, place, other) ? each : 0), 0)
    const closed = said && machine - others <= (1 + KNOWN_TO) * size
    const larger = [
      ...(closed ? [] : [enlarged(layout, place, Math.max(2, Math.ceil(KNOWN_TO * size)))]),
      ...layout.overlaps
        .filter((pair) => pair.includes(place))
        .map(([one, other]) => containing(layout, place, one === place ? other : one)),
    ].filter((each) => kindsOf(each.partitions).sizes[place] > (1 + KNOWN_TO) * size)
    return larger.every((each) => isWorse(explained({ ...structure, layout: each }), best))
  })
}

/** Whether two partitions share no processors. */
function apart({ overlaps }: Layout, a: number, b: number): boolean {
  return a !== b && !overlaps.some((pair) => pair.includes(a) && pair.includes(b))
}

function sizeSum({ partitions }: Layout): number {
  return kindsOf(partitions).sizes.reduce((sum, size) => sum + size, 0)
}
