import { isIP } from 'node:net';
import { Type, type Static } from 'typebox';
import type { Db, Tx } from '../../../base/db.ts';
import { storable } from '../../../base/stored-text.ts';
import { consentsOf, countConsents, insertConsents, type ConsentRow } from './consent-queries.ts';

/** Maximum length of a consent text, in characters. */
export const MAX_CONSENT_CHARACTERS = 5_000;

export type ConsentSource = 'api' | 'import' | 'form' | 'dashboard';

export interface NewConsent {
  readonly contactId: number;
  readonly text: string;
  /** Time of the consent. Default: the current time. */
  readonly at?: Date | undefined;
  readonly source: ConsentSource;
  /** IP address from which the consent was given. Stored only for accounts that have enabled this. */
  readonly ip?: string | undefined;
  /** The user who recorded the consent. Undefined if an API key or the contact recorded it. */
  readonly recordedBy?: string | undefined;
}

export type ConsentInput = Pick<NewConsent, 'text' | 'at' | 'ip'>;

/** Records consents of contacts with a single statement, in the transaction that saves the contacts. */
export async function recordConsent(tx: Tx, accountId: number, consents: readonly NewConsent[]): Promise<void> {
  if (consents.length === 0) return;
  await insertConsents(
    tx,
    accountId,
    consents.map(({ contactId }) => contactId),
    consents.map(({ text }) => storable(text)),
    consents.map(({ at }) => at ?? null),
    consents.map(({ source }) => source),
    consents.map(({ ip }) => ip ?? null),
    consents.map(({ recordedBy }) => recordedBy ?? null),
  );
}

/** Schema of the `consent` field of a contact. */
export const consentSchema = Type.Object(
  {
    text: Type.String({
      description: `The text that the contact agreed to. 1 to ${MAX_CONSENT_CHARACTERS} characters.`,
    }),
    at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When consent was given. Default: the current time. A time in the future is replaced by the current time.',
      }),
    ),
    ip: Type.Optional(
      Type.String({
        description: 'IP address of the contact. Stored only if `keeps_consent_ip` is on for the account.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Postrider extension. The contact’s consent.' },
);

/** Parses the `consent` field. For each error, calls `fail` with a field path that starts with `field`. Pure. */
export function parseConsent(
  given: Static<typeof consentSchema>,
  fail: (field: string, sentence: string) => void,
  field = 'consent',
): ConsentInput {
  const text = given.text.trim();
  if (text === '' || Array.from(text).length > MAX_CONSENT_CHARACTERS) {
    fail(`${field}.text`, `must have 1 to ${MAX_CONSENT_CHARACTERS} characters.`);
  }
  const at = given.at === undefined ? undefined : new Date(given.at);
  if (at && Number.isNaN(at.getTime())) {
    fail(`${field}.at`, 'must be a date and time like 2026-11-22T08:20:00Z.');
  }
  if (given.ip !== undefined && isIP(given.ip) === 0) fail(`${field}.ip`, 'must be an IP address.');
  return { text, at, ip: given.ip };
}

/** Maximum number of consents that `allConsents` returns. */
const MAX_CONSENTS = 1_000;

/** Returns up to `MAX_CONSENTS` consents of a contact, newest first. */
export async function allConsents(db: Db, accountId: number, contactId: number): Promise<ReturnType<typeof present>[]> {
  return (await consentsOf(db, accountId, contactId, MAX_CONSENTS, 0)).map(present);
}

/** Returns a page of a contact's consents, newest first, and their total number. */
export async function pageOfConsents(
  db: Db,
  accountId: number,
  contactId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const [counted] = await countConsents(db, accountId, contactId);
  const total = counted?.consents ?? 0;
  // Skip the query for pages after the last one.
  const rows = offset < total ? await consentsOf(db, accountId, contactId, limit, offset) : [];
  return { data: rows.map(present), total };
}

function present(row: ConsentRow) {
  return {
    id: row.id,
    text: row.text,
    given_at: row.given_at.toISOString(),
    source: row.source,
    ip: row.ip_address,
    recorded_by: row.recorded_by,
    created_at: row.created_at.toISOString(),
  };
}
