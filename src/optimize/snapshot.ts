/**
 * Snapshots of optimisers as plain data: kind and version, what it is set to, its state. Every number comes back bit for
 * bit. What does not fit is an `input-document` error with its path.
 */
import { type Codec, type ObjectOf, object, type Shape, text } from '../core/codec.js'
import { QueuewrightError } from '../core/errors.js'
import type { Json } from '../core/json.js'
import { Place } from '../core/place.js'

export interface Snapshots<Settings, State> {
  save(settings: Settings, state: State): Json
  /**
   * @param file names the snapshot in errors
   * @throws QueuewrightError `input-document`, also where settings contradict each other
   */
  read<Value>(snapshot: unknown, file: string, restore: (settings: Settings, state: State) => Value): Value
}

/**
 * The codec of objects whose members stand side by side.
 * @param state as it is under what the optimiser is set to
 */
export function snapshotsOf<Settings extends object, State extends object>(
  kind: string,
  version: number,
  settings: Codec<Settings>,
  state: (settings: Settings) => Codec<State>,
): Snapshots<Settings, State> {
  return {
    save: (set, at) => ({
      ...{ kind, version },
      ...Object(settings.encode(set)),
      ...Object(state(set).encode(at)),
    }),
    read: (snapshot, file, restore) => {
      const place = Place.of(file)
      const found = kindOf(snapshot, file)
      if (found !== kind) throw place.at('kind').bad(found, kind)
      const said = Object(snapshot).version
      if (said !== version)
        throw place.at('version').fault('a snapshot of another version', {
          ...(typeof said === 'number' && { value: said }),
          expected: String(version),
          remedy: 'Go on with the version of Queuewright that wrote it, or begin anew',
        })
      try {
        const set = settings.decode(snapshot, place)
        return restore(set, state(set).decode(snapshot, place))
      } catch (error) {
        if (!(error instanceof QueuewrightError) || error.kind !== 'usage') throw error
        throw new QueuewrightError('input-document', error.what, { ...error.detail, file })
      }
    },
  }
}

/** The members of a snapshot that are read at a time: others are let be. */
export function members<Members extends Shape>(shape: Members): Codec<ObjectOf<Members>> {
  return object(shape, true)
}

/** @throws QueuewrightError where `at` has not so many values */
export function checkLength(values: ArrayLike<unknown>, length: number, at: Place): void {
  if (values.length !== length) throw at.bad(`${values.length} values`, `an array of ${length}`)
}

/** The `kind` of a snapshot. */
export function kindOf(snapshot: unknown, file: string): string {
  return members({ kind: text }).decode(snapshot, Place.of(file)).kind
}
