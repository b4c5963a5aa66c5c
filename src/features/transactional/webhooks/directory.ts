import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { webhookOf, type WebhookRow } from './queries.ts';
import { overlappingSecret, sealPurpose } from './secrets.ts';
import { createSigner, type Sign } from './signature.ts';
import type { WebhookFormat } from './types.ts';

/**
 * Maximum age of a cached webhook, in milliseconds. A change takes effect in every process at the latest after this
 * time plus the duration of one statement.
 */
const FRESH_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Data about a webhook that is needed to send its deliveries. */
export interface LiveWebhook {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly isEnabled: boolean;
  /** Signs with the current secrets. */
  readonly sign: Sign;
}

export interface WebhookDirectory {
  /**
   * Returns the account's webhook with the current signing secrets, or undefined if the account has no webhook. The
   * data is at most a second old. Rejects while the database is unavailable.
   */
  find(accountId: number): Promise<LiveWebhook | undefined>;
}

interface Reading {
  readonly readAtMs: number;
  readonly webhook: Promise<LiveWebhook | undefined>;
}

/** Creates the directory of this process. Concurrent lookups of an account share one statement. */
export function createWebhookDirectory(parts: {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
}): WebhookDirectory {
  const { clock, db, vault } = parts;
  const readings = new Map<number, Reading>();
  return {
    find(accountId) {
      const now = clock.now();
      const known = readings.get(accountId);
      // After the clock was set back, the age is negative and the entry is ignored.
      if (known && now >= known.readAtMs && now - known.readAtMs < FRESH_MS) return known.webhook;
      const webhook = lookUp(accountId, now);
      readings.delete(accountId);
      readings.set(accountId, { readAtMs: now, webhook });
      deleteOldest(readings);
      webhook.catch(() => {
        // All waiting callers get the error, but it is not cached.
        if (readings.get(accountId)?.webhook === webhook) readings.delete(accountId);
      });
      return webhook;
    },
  };

  async function lookUp(accountId: number, nowMs: number): Promise<LiveWebhook | undefined> {
    const [row] = await webhookOf(db, accountId);
    return row && toLive(vault, accountId, row, nowMs);
  }
}

function toLive(vault: Vault, accountId: number, row: WebhookRow, nowMs: number): LiveWebhook {
  const open = (sealed: Buffer): string => vault.open(sealPurpose(accountId), sealed).toString();
  const previous = overlappingSecret(row, nowMs);
  return {
    url: row.url,
    format: row.format,
    isEnabled: row.state === 'enabled',
    sign: createSigner({
      secrets: previous ? [open(row.secret), open(previous)] : [open(row.secret)],
      hasSingleSignature: row.has_single_signature,
      hasBothSignatures: row.has_both_signatures,
    }),
  };
}

/** Deletes the oldest entry if there are too many. A Map keeps its keys in insertion order. */
function deleteOldest(readings: Map<number, unknown>): void {
  if (readings.size <= MAX_REMEMBERED) return;
  for (const oldest of readings.keys()) {
    readings.delete(oldest);
    return;
  }
}
