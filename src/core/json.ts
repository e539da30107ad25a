/** Values that JSON can say: what crosses files, threads and queues. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The JSON form of a type whose members are all plain, such as an interface, which as it stands is no `Json`. */
type Plain<T> = T extends Exclude<Json, object> | undefined
  ? T
  : T extends (...parameters: never) => unknown
    ? never
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : never

/** A value of plain data as JSON, as it is; the compiler holds it to be plain. Members that are undefined are left out. */
export function plainJson<T>(value: T & Plain<T>): Json {
  return value as Json
}
