/** CMA-ES with active update, bounds, stop criteria and restarts. */
export { type CmaEsSettings, cmaEs, restoreCmaEs } from './cma-es.js'
export { type Eigen, symmetricEigen } from './eigen.js'
export type { RestartKind } from './restarts.js'
