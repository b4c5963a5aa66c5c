import { isUnavailable } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { REMEMBERED_MS } from './limits.ts';
import { readConfirmationSettings, wantsDouble } from './record.ts';
import { doubleSignUps, singleSignUps } from './sign-up.ts';
import type { ConfirmationParts, Confirmations, RecipientTarget } from './types.ts';

/** Creates the double opt-in service of an installation. Create one per process. */
export function createConfirmations(parts: ConfirmationParts): Confirmations {
  const mails = createShortCache<RecipientTarget | undefined>(parts.clock, REMEMBERED_MS);
  return {
    async prepare(accountId, given) {
      const isDouble = given ?? (await wantsDouble(parts, accountId));
      if (!isDouble) return singleSignUps(parts, accountId);
      const mail = await mails.get(String(accountId), async () => mailOrNone(parts, accountId));
      return doubleSignUps(parts, accountId, { log: parts.log, mail, room: parts.room });
    },
  };
}

/** Returns the confirmation email, or undefined if it cannot be sent now. */
async function mailOrNone(parts: ConfirmationParts, accountId: number): Promise<RecipientTarget | undefined> {
  const { campaignId } = await readConfirmationSettings(parts, accountId);
  try {
    return await parts.ready(accountId, campaignId);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // Do not throw, because a subscriber cannot fix the problem. GET /double-opt-in shows it to the account.
    if (!(error instanceof Refusal)) parts.log.error('Confirmation email failed', { accountId, error });
    return undefined;
  }
}
