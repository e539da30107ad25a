/** Values that JSON can say: what crosses files, threads and queues. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
