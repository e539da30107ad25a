/** User sessions, batches and think times of a log, and what they look like. */
export { describeSessions, type SessionFacts, type UserSessions } from './describe.js'
export {
  DEPENDENCY_FIELDS,
  dependenciesOf,
  extractSessions,
  replayError,
  SESSION_FIELDS,
  type SessionOptions,
  type Sessions,
  sessionsOfLog,
  withDependencyFields,
} from './extract.js'
export { SESSION_RULES, SESSIONS, type SessionRule } from './settings.js'
