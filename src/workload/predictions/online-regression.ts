/**
 * Linear quantile regression (Koenker and Bassett, Econometrica 46, 1978) that learns from one example after another,
 * whatever the scales of the features: normalised adaptive gradient descent (NAG; Ross, Mineiro and Langford,
 * Normalized online learning, UAI 2013, algorithm 2) on the loss q·(y − f) below y, (1 − q)·(f − y) above it.
 *
 * For the t-th example (x, y), component by component:
 *
 *     |x_i| > s_i:  w_i ← w_i·s_i/|x_i|,  s_i ← |x_i|          N ← N + Σ x_i²/s_i²
 *     δ = 1 − q where w·x ≥ y, else −q;  G_i ← G_i + (δ·x_i)²   w_i ← w_i − η·√(t/N)·δ·x_i / (s_i·√G_i)
 *
 * so that no component's share of a prediction moves by more than about η at once.
 */
export class OnlineRegression {
  readonly #quantile: number
  readonly #rate: number
  readonly #weights: Float64Array
  readonly #scales: Float64Array
  readonly #gradients: Float64Array
  #norm = 0
  #examples = 0

  /**
   * @param quantile q: the share of the examples that lie below what is predicted for them, in (0, 1)
   * @param rate η, in units of y
   */
  constructor(features: number, quantile: number, rate: number) {
    this.#quantile = quantile
    this.#rate = rate
    this.#weights = new Float64Array(features)
    this.#scales = new Float64Array(features)
    this.#gradients = new Float64Array(features)
  }

  predict(x: Float64Array): number {
    const weights = this.#weights
    let sum = 0
    for (let k = 0; k < x.length; k++) sum += weights[k] * x[k]
    return sum
  }

  learn(x: Float64Array, y: number): void {
    const weights = this.#weights
    const scales = this.#scales
    const gradients = this.#gradients
    for (let k = 0; k < x.length; k++) {
      const size = Math.abs(x[k])
      if (size > scales[k]) {
        weights[k] *= scales[k] / size
        scales[k] = size
      }
      if (scales[k] > 0) this.#norm += (x[k] / scales[k]) ** 2
    }
    this.#examples++
    const slope = this.predict(x) >= y ? 1 - this.#quantile : -this.#quantile
    const step = this.#rate * Math.sqrt(this.#examples / this.#norm)
    for (let k = 0; k < x.length; k++) {
      const gradient = slope * x[k]
      if (gradient === 0) continue
      gradients[k] += gradient * gradient
      weights[k] -= (step * gradient) / (scales[k] * Math.sqrt(gradients[k]))
    }
  }
}
