import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { readSigningKey, type HookWriter } from '../vendors/delivery-door.ts';
import { presentEvent } from './present-event.ts';

/** How long a key that was made anew may still sign. */
const KNOWN_MS = 1_000;
const TOKEN_BYTES = 25;
/** Receivers of Mailgun's say with it that they never want an event. */
const NOT_ACCEPTABLE = 406;

/**
 * Posts as Mailgun does: the event with a signature, HMAC-SHA256 by the account's signing key of a timestamp and a token. Both are
 * new at each attempt, since receivers refuse old ones, and such as they have seen.
 */
export function createMailgunWriter(parts: {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
}): HookWriter {
  const keys = createShortCache<string>(parts.clock, KNOWN_MS);
  return {
    refusals: [NOT_ACCEPTABLE],
    async write(accountId, event, _hook, nowMs) {
      const key = await keys.get(String(accountId), () => readSigningKey(parts, accountId, 'mailgun'));
      const timestamp = String(Math.floor(nowMs / 1_000));
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const signature = createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex');
      const body = { signature: { timestamp, token, signature }, 'event-data': presentEvent(event) };
      return {
        headers: { 'content-type': 'application/json', 'user-agent': 'Postrider-Webhooks/1' },
        body: Buffer.from(JSON.stringify(body)),
      };
    },
  };
}
