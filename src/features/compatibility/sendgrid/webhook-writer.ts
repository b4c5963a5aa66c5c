import { sign, type KeyObject } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { HookWriter } from '../vendors/for-delivery.ts';
import { eventKeyOf } from './event-key.ts';
import { presentEvent } from './present-event.ts';

/** Time-to-live of a cached key, in milliseconds. An account's key never changes, so a cached key is never outdated. */
const KNOWN_MS = 60_000;
const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

/**
 * Creates a writer that posts events in SendGrid's format. Each request contains a list with a single event and is
 * signed with ECDSA (P-256, SHA-256) over the time of the attempt and the bytes of the body.
 */
export function createSendgridWriter({ clock, vault }: { readonly clock: Clock; readonly vault: Vault }): HookWriter {
  const keys = createShortCache<KeyObject>(clock, KNOWN_MS);
  return {
    refusals: [],
    async write(accountId, event, _hook, nowMs) {
      const key = await keys.get(String(accountId), () => Promise.resolve(eventKeyOf(vault, accountId)));
      const body = Buffer.from(JSON.stringify([presentEvent(event)]));
      const timestamp = String(Math.floor(nowMs / 1_000));
      const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), key).toString('base64');
      return {
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Postrider-Webhooks/1',
          [SIGNATURE]: signature,
          [TIMESTAMP]: timestamp,
        },
        body,
      };
    },
  };
}
