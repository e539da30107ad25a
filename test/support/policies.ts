/** Policies of the product, by their written form. */
export { plainPolicy } from '../../src/evaluation/scenarios/plain-policy.js'
