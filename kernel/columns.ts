/** Columns in linear memory: numbers of one kind, one behind the other from an address on. */

export function float(column: usize, k: i32): f64 {
  return load<f64>(column + ((<usize>k) << 3))
}

export function setFloat(column: usize, k: i32, value: f64): void {
  store<f64>(column + ((<usize>k) << 3), value)
}

export function int(column: usize, k: i32): i32 {
  return load<i32>(column + ((<usize>k) << 2))
}

export function setInt(column: usize, k: i32, value: i32): void {
  store<i32>(column + ((<usize>k) << 2), value)
}
