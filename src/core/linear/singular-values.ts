/**
 * Singular values of a small dense matrix by one-sided Jacobi rotations (Hestenes, Journal of the SIAM 6, 1958): rows are
 * turned pairwise until all are orthogonal, and their lengths are the singular values. Small ones keep their relative
 * accuracy (Demmel and Veselić, SIAM J. Matrix Anal. Appl. 13, 1992), which squaring the matrix would lose.
 */

const SWEEPS = 60
/** Cosine of two rows below which they count as orthogonal. */
const ORTHOGONAL = 1e-15

/**
 * The singular values of the matrix, descending; as many as it has rows.
 * @param matrix rows × columns, row-major, finite; not changed
 */
export function singularValues(matrix: Float64Array, columns: number): Float64Array {
  const rows = matrix.length / columns
  const turned = matrix.slice()
  const rowAt = (row: number) => turned.subarray(row * columns, (row + 1) * columns)
  for (let sweep = 0, moved = true; moved && sweep < SWEEPS; sweep++) {
    moved = false
    for (let i = 0; i < rows; i++) {
      for (let j = i + 1; j < rows; j++) if (orthogonalise(rowAt(i), rowAt(j))) moved = true
    }
  }
  return Float64Array.from({ length: rows }, (_, row) => Math.sqrt(product(rowAt(row), rowAt(row))))
    .sort()
    .reverse()
}

/** Whether there was anything to turn. */
function orthogonalise(a: Float64Array, b: Float64Array): boolean {
  const [aa, bb, ab] = [product(a, a), product(b, b), product(a, b)]
  if (Math.abs(ab) <= ORTHOGONAL * Math.sqrt(aa) * Math.sqrt(bb)) return false
  const zeta = (bb - aa) / (2 * ab)
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta))
  const cosine = 1 / Math.sqrt(1 + tangent * tangent)
  const sine = cosine * tangent
  for (let k = 0; k < a.length; k++) {
    const [left, right] = [a[k], b[k]]
    a[k] = cosine * left - sine * right
    b[k] = sine * left + cosine * right
  }
  return true
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k]
  return sum
}
