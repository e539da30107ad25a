/** Takes memory up to `end`, where it can be had. */
export function hasMemory(end: u64): bool {
  const missing = <i32>((end + 0xffff) >> 16) - memory.size()
  return missing <= 0 || memory.grow(missing) >= 0
}
