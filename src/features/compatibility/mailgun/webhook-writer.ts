import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { readSigningKey, type HookWriter } from '../vendors/for-delivery.ts';
import { presentEvent } from './present-event.ts';

/** Time in milliseconds for which a key is cached. A replaced key may still be used for signing during this time. */
const KNOWN_MS = 1_000;
const TOKEN_BYTES = 25;
/** Status with which a receiver of Mailgun webhooks rejects an event permanently. */
const NOT_ACCEPTABLE = 406;

/**
 * Creates a writer that posts events in Mailgun's format, signed with the account's signing key (HMAC-SHA256 over a
 * timestamp and a token). The timestamp and token are new for each attempt, because receivers reject old timestamps and
 * repeated tokens.
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
