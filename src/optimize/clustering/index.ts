/** Clusters of points: k-means, plain and with the exchange method. */
export { kMeansExchange } from './exchange.js'
export type { Clustering } from './partition.js'
