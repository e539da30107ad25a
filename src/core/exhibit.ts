/** What is shown of a result, apart from its looks. Pure. */

/** A name and what is said of it. */
export type Fact = readonly [name: string, value: string]
