/** Marsaglia's xorshift32, for workloads of benchmarks: the same on every run and machine. */
export function xorshift(seed) {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4294967296
  }
}
