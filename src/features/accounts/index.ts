export {
  createAccount,
  findAccount,
  listAccounts,
  pauseAccount,
  pauseAutomatically,
  resumeAccount,
  setTransactional,
} from './accounts.ts';
export type { Account } from './accounts.ts';
export { requireSendingAllowed } from './standing.ts';
