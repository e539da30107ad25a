/**
 * multifactor: Slurm's multifactor priority. The order (order), its parameters (settings), the priority itself
 * (ranking), who has used how much (usage, resets), and what follows from it for each user of each account
 * (associations; fair-tree or classic).
 */
export { MULTIFACTOR_ORDER, multifactorOrder, multifactorSettings } from './order.js'
export type { GivenSettings } from './settings.js'
