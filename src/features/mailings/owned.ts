import type { FindOwned } from './owners.ts';

/** Recipients of mailings as their owners know them: a mailing names neither its source nor its recipients' refs. */
export const findOwned: FindOwned = (_tx, _accountId, recipients) =>
  Promise.resolve(recipients.map(({ messageId }) => ({ mailing: messageId, source: null, ref: null })));
