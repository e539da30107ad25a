/**
 * How often what depends on chance is drawn: a few times in every run of the tests, and as often as it takes to be surer in
 * the long form of the same tests (`npm run test:long`). Both begin with the same draws of the same seeds.
 */
const LONG = process.env['QUEUEWRIGHT_TESTS'] === 'long'

export function runs(usual: number, long: number): number {
  return LONG ? long : usual
}
