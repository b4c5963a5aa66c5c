export {
  createAccount,
  findAccount,
  liftRestriction,
  listAccounts,
  lockAccount,
  pauseAccount,
  pauseAutomatically,
  readAccount,
  restrictAccount,
  resumeAccount,
  setClosed,
  setSettings,
  setTransactional,
} from './accounts.ts';
export type { Account } from './accounts.ts';
export { pageOfAudit, recordAct, recordCommand, recordOperatorAct, type Actor, type Doer } from './audit.ts';
export * from './class-pauses.ts';
export { hindrancesOf, standingOf, STANDINGS, type Hindrance, type Standing } from './hindrance.ts';
export { requireSendingAllowed, requireTransactional, restrictedSentence } from './standing.ts';
