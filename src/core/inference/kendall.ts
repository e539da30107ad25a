/**
 * Kendall's rank correlation τ_b (The treatment of ties in ranking problems, Biometrika 33(3), 1945): of all pairs of things,
 * how many more stand in the same order in both lists than in opposite ones; 1 for the same order, −1 for the opposite one.
 * Discordant pairs are counted by a merge sort (Knight, Journal of the American Statistical Association 61(314), 1966).
 */

/** @param a as long as `b`. @returns NaN where one of the two does not tell anything apart */
export function kendall(a: Float64Array, b: Float64Array): number {
  const n = a.length
  const order = Array.from({ length: n }, (_, k) => k).sort((i, j) => a[i] - a[j] || b[i] - b[j])
  const second = Float64Array.from(order, (k) => b[k])
  const pairs = pairsOf(n)
  const tiedInFirst = tied(n, (k) => a[order[k]] === a[order[k - 1]])
  const tiedInBoth = tied(n, (k) => a[order[k]] === a[order[k - 1]] && second[k] === second[k - 1])
  const discordant = sortCounting(second)
  const tiedInSecond = tied(n, (k) => second[k] === second[k - 1])
  const concordance = pairs - tiedInFirst - tiedInSecond + tiedInBoth - 2 * discordant
  const apart = Math.sqrt(pairs - tiedInFirst) * Math.sqrt(pairs - tiedInSecond)
  return apart === 0 ? Number.NaN : concordance / apart
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2
}

/** Pairs within runs of equal places. @param asBefore whether a place is equal to the one before it */
function tied(length: number, asBefore: (place: number) => boolean): number {
  let sum = 0
  let run = 1
  for (let k = 1; k <= length; k++) {
    if (k < length && asBefore(k)) run++
    else {
      sum += pairsOf(run)
      run = 1
    }
  }
  return sum
}

/** Sorts values in place. @returns how many pairs stood the wrong way round */
function sortCounting(values: Float64Array): number {
  let [from, to]: [Float64Array, Float64Array] = [values, new Float64Array(values.length)]
  let exchanged = 0
  for (let width = 1; width < values.length; width *= 2) {
    for (let low = 0; low < values.length; low += 2 * width) {
      const middle = Math.min(low + width, values.length)
      const high = Math.min(low + 2 * width, values.length)
      let [left, right] = [low, middle]
      for (let k = low; k < high; k++) {
        if (left < middle && (right >= high || from[left] <= from[right])) to[k] = from[left++]
        else {
          to[k] = from[right++]
          exchanged += middle - left
        }
      }
    }
    ;[from, to] = [to, from]
  }
  if (from !== values) values.set(from)
  return exchanged
}
