/** User sessions, batches and think times of a log, and what they look like. */
export { describeSessions, type SessionFacts, type UserSessions } from './describe.js'
export {
  DEPENDENCY_FIELDS,
  dependenciesOf,
  extractSessions,
  replayError,
  SESSION_FIELDS,
  SESSION_RULES,
  type SessionOptions,
  type SessionRule,
  type Sessions,
  sessionsOfLog,
  withDependencyFields,
} from './extract.js'
