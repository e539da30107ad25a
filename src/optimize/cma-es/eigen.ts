/**
 * Eigenvalues and eigenvectors of a real symmetric matrix: Householder's reduction to tridiagonal form, then the QL
 * method with implicit shifts (Martin, Reinsch and Wilkinson; Dubrulle, Martin and Wilkinson, in Wilkinson and Reinsch,
 * Handbook for Automatic Computation II, 1971). O(n³), accurate to the rounding of the largest eigenvalue.
 */

export interface Eigen {
  /** In ascending order. */
  readonly values: Float64Array
  /** n × n, row-major; column k is the eigenvector of unit length that belongs to `values[k]`. */
  readonly vectors: Float64Array
}

/** Sweeps for one eigenvalue, of which two or three are usual. */
const MOST_SWEEPS = 60

/**
 * @param matrix n × n, row-major, symmetric; only its lower half is read
 * @returns null where an entry is not finite
 */
export function symmetricEigen(matrix: Float64Array, n: number): Eigen | null {
  if (!matrix.every(Number.isFinite)) return null
  const vectors = Float64Array.from(matrix)
  const diagonal = new Float64Array(n)
  const beside = new Float64Array(n)
  tridiagonalise(vectors, diagonal, beside, n)
  if (!diagonalise(vectors, diagonal, beside, n)) return null
  return ascendingPairs(vectors, diagonal, n)
}

/** Leaves in `a` the orthogonal Q with QᵀAQ tridiagonal: `d` its diagonal, `e[1…]` what is beside it. */
function tridiagonalise(a: Float64Array, d: Float64Array, e: Float64Array, n: number): void {
  for (let i = n - 1; i > 0; i--) {
    let scale = 0
    for (let k = 0; k < i; k++) scale += Math.abs(a[i * n + k])
    if (i === 1 || scale === 0) {
      e[i] = a[i * n + i - 1]
      d[i] = 0
      continue
    }
    // The Householder vector of row i, scaled against under- and overflow.
    let h = 0
    for (let k = 0; k < i; k++) {
      a[i * n + k] /= scale
      h += a[i * n + k] ** 2
    }
    const f = a[i * n + i - 1]
    const g = f >= 0 ? -Math.sqrt(h) : Math.sqrt(h)
    e[i] = scale * g
    h -= f * g
    a[i * n + i - 1] = f - g
    let sum = 0
    for (let j = 0; j < i; j++) {
      a[j * n + i] = a[i * n + j] / h
      let product = 0
      for (let k = 0; k <= j; k++) product += a[j * n + k] * a[i * n + k]
      for (let k = j + 1; k < i; k++) product += a[k * n + j] * a[i * n + k]
      e[j] = product / h
      sum += e[j] * a[i * n + j]
    }
    const half = sum / (2 * h)
    for (let j = 0; j < i; j++) {
      const u = a[i * n + j]
      e[j] -= half * u
      for (let k = 0; k <= j; k++) a[j * n + k] -= u * e[k] + e[j] * a[i * n + k]
    }
    d[i] = h
  }
  d[0] = 0
  e[0] = 0
  // The product of the reflections.
  for (let i = 0; i < n; i++) {
    if (d[i] !== 0) {
      for (let j = 0; j < i; j++) {
        let product = 0
        for (let k = 0; k < i; k++) product += a[i * n + k] * a[k * n + j]
        for (let k = 0; k < i; k++) a[k * n + j] -= product * a[k * n + i]
      }
    }
    d[i] = a[i * n + i]
    a[i * n + i] = 1
    for (let j = 0; j < i; j++) {
      a[j * n + i] = 0
      a[i * n + j] = 0
    }
  }
}

/** QL with implicit shifts; false where it does not converge, which finite matrices do. */
function diagonalise(a: Float64Array, d: Float64Array, e: Float64Array, n: number): boolean {
  e.copyWithin(0, 1)
  e[n - 1] = 0
  for (let l = 0; l < n; l++) {
    for (let sweep = 0; ; sweep++) {
      let m = l
      while (m < n - 1 && Math.abs(e[m]) > Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))) m++
      if (m === l) break
      if (sweep === MOST_SWEEPS) return false
      const lead = (d[l + 1] - d[l]) / (2 * e[l])
      const root = Math.hypot(lead, 1)
      let g = d[m] - d[l] + e[l] / (lead + (lead >= 0 ? root : -root))
      let [s, c, p] = [1, 1, 0]
      let i = m - 1
      for (; i >= l; i--) {
        const f = s * e[i]
        const b = c * e[i]
        const r = Math.hypot(f, g)
        e[i + 1] = r
        if (r === 0) {
          d[i + 1] -= p
          e[m] = 0
          break
        }
        s = f / r
        c = g / r
        g = d[i + 1] - p
        const turn = (d[i] - g) * s + 2 * c * b
        p = s * turn
        d[i + 1] = g + p
        g = c * turn - b
        for (let k = 0; k < n; k++) {
          const row = k * n + i
          const right = a[row + 1]
          a[row + 1] = s * a[row] + c * right
          a[row] = c * a[row] - s * right
        }
      }
      if (i >= l) continue
      d[l] -= p
      e[l] = g
      e[m] = 0
    }
  }
  return true
}

function ascendingPairs(a: Float64Array, d: Float64Array, n: number): Eigen {
  const order = Int32Array.from({ length: n }, (_, k) => k).sort((x, y) => d[x] - d[y] || x - y)
  const vectors = new Float64Array(n * n)
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) vectors[i * n + k] = a[i * n + order[k]]
  return { values: Float64Array.from(order, (k) => d[k]), vectors }
}
