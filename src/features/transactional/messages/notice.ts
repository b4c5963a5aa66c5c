import type { Clock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db.ts';
import { SANDBOX_SENDER } from './policy.ts';
import { parseSend } from './schema.ts';
import { createPacker, storeMessages } from './submission.ts';

/** A mail of this installation to somebody who looks after an account. */
export interface Notice {
  readonly accountId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Accepts notices within a transaction, from the sandbox sender; they stand in the account's log, count towards no quota
 * and are sent although the account is paused. An address on the account's suppression list gets none.
 */
export function createNoticeSender(parts: {
  readonly clock: Clock;
  readonly sandboxDomain: string;
}): (tx: Tx, notice: Notice) => Promise<void> {
  const pack = createPacker(parts.clock);
  const from = `Postrider <${SANDBOX_SENDER}@${parts.sandboxDomain}>`;
  return async (tx, { accountId, to, subject, text }) => {
    const send = parseSend({ from, to: [to], subject, text });
    await storeMessages(tx, accountId, [pack({ send, countedMails: 0 })]);
  };
}
