/**
 * Nodes, partitions and reservations as slurm.conf says them and as scontrol prints them: each begins with its name, and goes on in
 * indented lines there. `NAME=DEFAULT` is of those that follow.
 */
import { includedFile, logicalLines, type Pair, pairsOf } from './lines.js'

const ENTITIES = ['nodename', 'nodeset', 'partitionname', 'reservationname', 'downnodes'] as const
export type EntityKind = (typeof ENTITIES)[number]

export interface Entity {
  readonly kind: EntityKind
  /** The name; of nodes a list of hosts. */
  readonly name: string
  /** The pairs that are said of it, by keys in lower case; of one said twice the last. */
  readonly said: ReadonlyMap<string, Pair>
  /** The line that it begins on. */
  readonly line: number
}

export interface Entities {
  readonly entities: readonly Entity[]
  /** All else, in its order. */
  readonly settings: readonly Pair[]
  /** Files that are included. */
  readonly included: readonly Pair[]
}

export function entitiesOf(text: string): Entities {
  const entities: Entity[] = []
  const settings: Pair[] = []
  const included: Pair[] = []
  const usual = new Map<EntityKind, ReadonlyMap<string, Pair>>()
  let current: { readonly entity: Omit<Entity, 'said'>; readonly said: Map<string, Pair> } | null = null
  const close = () => {
    if (current === null) return
    const { entity, said } = current
    if (entity.name.toUpperCase() === 'DEFAULT') usual.set(entity.kind, said)
    else entities.push({ ...entity, said })
    current = null
  }
  for (const line of logicalLines(text)) {
    const file = includedFile(line)
    if (file !== null) included.push({ key: 'include', value: file, line: line.number })
    const pairs = pairsOf(line)
    if (pairs.length === 0) continue
    const [first, ...rest] = pairs
    // Of a reservation of cores scontrol names them node by node: `     NodeName=n1 CoreIDs=0-1`.
    const isOfCores = /^\s/.test(line.text) && rest.some(({ key }) => key === 'coreids')
    const kind = isOfCores ? undefined : ENTITIES.find((each) => each === first.key)
    if (kind !== undefined) {
      close()
      current = {
        entity: { kind, name: first.value, line: line.number },
        said: new Map(usual.get(kind) ?? []),
      }
    } else if (!/^\s/.test(line.text)) close()
    if (current === null) settings.push(...pairs)
    else for (const pair of kind === undefined ? pairs : rest) current.said.set(pair.key, pair)
  }
  close()
  return { entities, settings, included }
}
