/** Policies of the product, by their written form. */
export { plainPolicy } from '../../src/evaluation/plain-policy.js'
