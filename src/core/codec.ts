/**
 * Documents: one description of a kind of value from which follow its reader, its writer, its type and its JSON schema.
 *
 * What is written is read back as it was, numbers bit for bit: JSON has the shortest decimals that read back the same,
 * and a number that JSON cannot say is refused by the writer (`number`) or written as a word (`exact`). The first thing
 * that does not fit is a failure that names its path (place.ts). Objects are read by their own members only. Members
 * are written in the order of the description, whatever the order of the value.
 *
 * Functions that make descriptions are marked as being without side effects, so that bundles for browsers leave out what nobody
 * there reads.
 */
export * from './codec/codec.js'
export * from './codec/lists.js'
export * from './codec/objects.js'
export * from './codec/values.js'
