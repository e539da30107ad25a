/** Policies of the product, by their written form. */
export { plainPolicy } from '../../src/study/plain-policy.js'
