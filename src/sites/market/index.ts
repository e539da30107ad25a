/** market: peer domains that offer their idle time, and users who choose among the offers. */
export { simulateAlone } from './alone.js'
export { jobClasses, type NamedClass } from './classes.js'
export {
  domainsOf,
  FUNCTION_PLACES,
  functionPlaces,
  MARKET_DOCUMENT,
  plainDomain,
  WRITTEN_DOMAINS,
  type WrittenDomain,
  type WrittenMachine,
  type WrittenMarket,
} from './configuration.js'
export { MACHINE_VARIABLES, machineFunction, UTILITY_VARIABLES, utilityFunction } from './functions.js'
export { marketInstance } from './instance.js'
export { type Description, parseDescriptions, printDescriptions } from './language/index.js'
export { offerText } from './offer-text.js'
export { refusalOf } from './refusals.js'
export { type MarketDescriptions, type MarketRequest, readDescriptions, submitsOf } from './requests.js'
export { domainSchedule, type MarketPlacement, placedOf, scheduleOf } from './schedule.js'
export { MARKET_SETTINGS } from './settings.js'
export {
  type AgreedOffer,
  type Contract,
  checkDomains,
  type Domain,
  type MarketFragment,
  type MarketSchedule,
  type MarketSettings,
  RESERVATIONS,
  type RequestTerms,
  type Reservations,
  simulateMarket,
  USUAL_MARKET,
  type Way,
  type WrittenPlace,
} from './simulate.js'
export { type AgreedMarket, type MarketRule, type MarketViolation, validateMarket } from './validate.js'
