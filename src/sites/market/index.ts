/** market: peer domains that offer their idle time, and users who choose among the offers. */
export { MACHINE_VARIABLES, machineFunction, UTILITY_VARIABLES, utilityFunction } from './functions.js'
export { marketInstance } from './instance.js'
export {
  type Contract,
  type Domain,
  type MarketFragment,
  type MarketSchedule,
  type MarketSettings,
  RESERVATIONS,
  type RequestTerms,
  type Reservations,
  simulateMarket,
  USUAL_MARKET,
} from './simulate.js'
