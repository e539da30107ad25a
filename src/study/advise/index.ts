/** advise/: the policies that are worth having on a log, by weeks that had no say in them. */
export {
  ADVICE_FILE,
  type Advice,
  type AdvisedPolicy,
  adviceText,
  readAdvice,
  type TriedPolicy,
  type WaitChange,
} from './advice.js'
export { ADVISE, type AdviceFound } from './investigation.js'
export { exportTarget } from './lines.js'
export { type Preferred, preferred } from './preference.js'
export {
  type AdviceSearch,
  type AdviceSpec,
  type AdviceToday,
  adviceJson,
  FRONT_PART,
  type System,
  systemsFor,
} from './spec.js'
export { type Weeks, weeksOf } from './weeks.js'
