/** k-means with the exchange method: against plain k-means, single exchanges and all partitions; duplicates and small sets. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { exchanged, kMeansExchange } from '../../../src/optimize/clustering/exchange.js'
import { firstCentres, kMeans } from '../../../src/optimize/clustering/k-means.js'
import { clusteringOf } from '../../../src/optimize/clustering/partition.js'

type Points = readonly Float64Array[]

const line = (...values: readonly number[]): Points => values.map((value) => Float64Array.of(value))
const cloud = (seed: number, count: number, dimensions: number): Points => {
  const random = new Random(seed)
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: dimensions }, () => random.uniform() ** 2),
  )
}
/** Σ of squared distances to the means, from the partition alone. */
function scatterOf(points: Points, clusterOf: ArrayLike<number>): number {
  let sum = 0
  for (const cluster of new Set(Array.from(clusterOf))) {
    const own = points.filter((_, k) => clusterOf[k] === cluster)
    const mean = own[0].map((_, d) => own.reduce((total, point) => total + point[d], 0) / own.length)
    for (const point of own) sum += point.reduce((total, value, d) => total + (value - mean[d]) ** 2, 0)
  }
  return sum
}
/** Lloyd's algorithm as in textbooks; null where a cluster has become empty, of which these say nothing. */
function textbook(points: Points, first: Points): number | null {
  let centres = first.map((centre) => [...centre])
  for (let before = ''; ; ) {
    const clusterOf = points.map((point) => {
      const distances = centres.map((centre) => Math.hypot(...centre.map((value, d) => value - point[d])))
      return distances.indexOf(Math.min(...distances))
    })
    if (new Set(clusterOf).size < first.length) return null
    if (clusterOf.join() === before) return scatterOf(points, clusterOf)
    before = clusterOf.join()
    centres = centres.map((centre, cluster) => {
      const own = points.filter((_, k) => clusterOf[k] === cluster)
      return centre.map((_, d) => own.reduce((sum, point) => sum + point[d], 0) / own.length)
    })
  }
}

describe('k-means with exchange', () => {
  it('is never worse than plain k-means from the same start, and often better', () => {
    let better = 0
    let compared = 0
    for (let seed = 0; seed < 150; seed++) {
      const [count, k] = [8 + (seed % 40), 2 + (seed % 6)]
      const points = cloud(seed, count, 1 + (seed % 4))
      const plain = textbook(points, firstCentres(points, k, new Random(seed)))
      if (plain === null) continue
      const { scatter } = kMeansExchange(points, k, new Random(seed))
      expect(scatter).toBeLessThanOrEqual(plain * (1 + 1e-12))
      compared++
      if (scatter < plain * (1 - 1e-9)) better++
    }
    expect(compared).toBeGreaterThan(140)
    expect(better).toBeGreaterThan(20)
  })

  it('goes on where plain k-means is stuck', () => {
    // 4 is nearer to the mean of 0 and 4 than to 7, but the scatter is 8 with it there and 4.5 with it beside 7.
    const points = line(0, 4, 7)
    const plain = kMeans(points, line(2, 7))
    expect([...plain.clusterOf]).toEqual([0, 0, 1])
    expect(plain.scatter).toBe(8)
    const { clusterOf, centres, scatter } = exchanged(points, plain)
    expect([...clusterOf]).toEqual([0, 1, 1])
    expect(centres).toEqual(line(0, 5.5))
    expect(scatter).toBe(4.5)
  })

  it('leaves a point that is alone where it is, and goes on with the others', () => {
    const points = line(100, 0, 4, 7)
    const { clusterOf, scatter } = exchanged(points, clusteringOf(points, Int32Array.of(0, 1, 1, 2), 3))
    expect([...clusterOf]).toEqual([0, 1, 2, 2])
    expect(scatter).toBe(4.5)
  })

  it('leaves no exchange of a single point that would make it better', () => {
    for (let seed = 0; seed < 20; seed++) {
      const points = cloud(seed, 30, 3)
      const { clusterOf, scatter } = kMeansExchange(points, 5, new Random(seed))
      for (const [place, own] of clusterOf.entries()) {
        if (clusterOf.filter((cluster) => cluster === own).length === 1) continue
        for (let other = 0; other < 5; other++) {
          const changed = Int32Array.from(clusterOf)
          changed[place] = other
          expect(scatterOf(points, changed)).toBeGreaterThanOrEqual(scatter * (1 - 1e-12))
        }
      }
    }
  })

  it('finds the best of all partitions from some start', () => {
    const points = cloud(7, 9, 2)
    let least = Number.POSITIVE_INFINITY
    for (let code = 0; code < 3 ** 9; code++) {
      const clusterOf = points.map((_, k) => Math.floor(code / 3 ** k) % 3)
      if (new Set(clusterOf).size === 3) least = Math.min(least, scatterOf(points, clusterOf))
    }
    const found = Array.from({ length: 20 }, (_, seed) => kMeansExchange(points, 3, new Random(seed)).scatter)
    expect(Math.min(...found)).toBeCloseTo(least, 12)
  })

  it('says the means and the scatter of its clusters', () => {
    const points = cloud(3, 40, 4)
    const { clusterOf, centres, scatter } = kMeansExchange(points, 6, new Random(1))
    expect(scatter).toBeCloseTo(scatterOf(points, clusterOf), 12)
    for (const [cluster, centre] of centres.entries()) {
      const own = points.filter((_, k) => clusterOf[k] === cluster)
      for (const [d, value] of centre.entries()) {
        expect(value).toBeCloseTo(own.reduce((sum, point) => sum + point[d], 0) / own.length, 12)
      }
    }
  })

  it.each<readonly [string, Points, number, number]>([
    ['more clusters than points', line(3, 1, 2), 5, 3],
    ['as many clusters as points', line(3, 1, 2), 3, 3],
    ['one cluster', line(3, 1, 2), 1, 1],
    ['one point', line(3), 10, 1],
    ['equal points', line(...new Array<number>(12).fill(0.1)), 4, 4],
    ['fewer different points than clusters', line(0, 0, 0, 0.7, 0.7, 0.1, 0.1, 0.1), 5, 5],
  ])('has no empty cluster: %s', (_, points, k, clusters) => {
    for (let seed = 0; seed < 10; seed++) {
      const { clusterOf, centres, scatter } = kMeansExchange(points, k, new Random(seed))
      expect(new Set(clusterOf).size).toBe(clusters)
      expect(centres).toHaveLength(clusters)
      if (clusters > 1) expect(scatter).toBeCloseTo(0, 20)
    }
  })

  it('gives a cluster that has become empty the point that is farthest from its centre', () => {
    // Nothing is nearest to the centre at 100.
    const { clusterOf } = kMeans(line(0, 1, 9), line(0, 100))
    expect([...clusterOf]).toEqual([0, 0, 1])
    expect([...kMeans(line(0, 0, 0), line(0, 0)).clusterOf].sort()).toEqual([0, 0, 1])
  })

  it('depends on the seed alone, and changes no point', () => {
    const points = cloud(5, 60, 3)
    const before = points.map((point) => [...point])
    const of = (seed: number) => [...kMeansExchange(points, 7, new Random(seed)).clusterOf]
    expect(of(1)).toEqual(of(1))
    expect(new Set(Array.from({ length: 5 }, (_, seed) => of(seed).join())).size).toBeGreaterThan(1)
    expect(points.map((point) => [...point])).toEqual(before)
    const start = clusteringOf(
      points,
      Int32Array.from(points, (_, k) => k % 7),
      7,
    )
    const kept = [...start.clusterOf]
    exchanged(points, start)
    expect([...start.clusterOf]).toEqual(kept)
  })

  it('refuses no points and no clusters', () => {
    expect(() => kMeansExchange([], 2, new Random(1))).toThrow('field points,')
    expect(() => kMeansExchange(line(1), 0, new Random(1))).toThrow('field clusters,')
  })
})
