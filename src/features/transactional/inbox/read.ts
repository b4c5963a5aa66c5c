import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { extractLinks } from '../../../mail/links.ts';
import {
  mailById,
  newestMails,
  newestMailSince,
  newestMailsTo,
  newestOwnMails,
  newestOwnMailSince,
  newestOwnMailsTo,
  ownMailById,
  type SummaryRow,
} from './queries.ts';
import { addressKey, storable } from './stored-text.ts';

const POLL_MS = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface InboxSummary {
  readonly id: string;
  readonly receivedAt: Date;
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly from: string;
  readonly subject: string;
}

/** A message with its content. */
export interface InboxMail extends InboxSummary {
  readonly to: readonly string[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly html: string | null;
  readonly text: string | null;
  readonly links: readonly string[];
  /** Data from the first DKIM-Signature field, not verified. */
  readonly dkim: { readonly domain: string; readonly selector: string } | null;
  /** The received bytes, with one character per byte. */
  readonly raw: string;
}

/** Returns whether a string has the format of a message ID. */
export function isMailId(text: string): boolean {
  return UUID.test(text);
}

/**
 * Filter by account. Without `accountId`, the messages of all accounts are selected. Only users of this machine may
 * read them all.
 */
export interface Whose {
  readonly accountId?: number | undefined;
}

/**
 * Returns messages in the local inbox, newest first, starting after the message with the ID `after`. The ID must be
 * valid.
 */
export async function listInbox(
  db: Db,
  page: Whose & { readonly to?: string; readonly limit: number; readonly after?: string },
): Promise<InboxSummary[]> {
  const below = page.after ?? MAX_UUID;
  return (await rowsOf(db, below, page)).map(toSummary);
}

function rowsOf(
  db: Db,
  below: string,
  { accountId, limit, to }: Whose & { readonly to?: string; readonly limit: number },
): Promise<SummaryRow[]> {
  const recipients = to ? [addressKey(to)] : undefined;
  if (accountId === undefined) {
    return recipients ? newestMailsTo(db, below, limit, recipients) : newestMails(db, below, limit);
  }
  return recipients
    ? newestOwnMailsTo(db, below, limit, accountId, recipients)
    : newestOwnMails(db, below, limit, accountId);
}

/** Returns a parsed message, or undefined if it does not exist or belongs to another account. */
export async function readInbox(db: Db, id: string, { accountId }: Whose = {}): Promise<InboxMail | undefined> {
  if (!isMailId(id)) return undefined;
  const [row] = accountId === undefined ? await mailById(db, id) : await ownMailById(db, id, accountId);
  if (!row) return undefined;
  return { ...toSummary(row), ...(await contentOf(row.raw)), raw: row.raw.toString('latin1') };
}

/**
 * Waits until the inbox contains a message to the address that arrived at or after `since` (default: at any time).
 * Returns the newest such message. Returns undefined after `timeoutMs`, or when the signal aborts.
 */
export async function waitForMail(
  parts: { readonly db: Db; readonly clock: Clock; readonly signal?: AbortSignal },
  wanted: Whose & { readonly to: string; readonly since?: Date; readonly timeoutMs: number },
): Promise<InboxMail | undefined> {
  const deadline = parts.clock.now() + wanted.timeoutMs;
  while (!parts.signal?.aborted) {
    const [found] = await newestTo(parts.db, wanted);
    if (found) return readInbox(parts.db, found.id, wanted);
    const left = deadline - parts.clock.now();
    if (left <= 0) return undefined;
    await sleep(Math.min(POLL_MS, left));
  }
  return undefined;
}

function newestTo(
  db: Db,
  { accountId, since = new Date(0), to }: Whose & { readonly to: string; readonly since?: Date },
) {
  const recipients = [addressKey(to)];
  return accountId === undefined
    ? newestMailSince(db, recipients, since)
    : newestOwnMailSince(db, recipients, since, accountId);
}

export function toSummary(row: SummaryRow): InboxSummary {
  return {
    id: row.id,
    receivedAt: row.received_at,
    mailFrom: row.mail_from,
    recipients: row.recipients,
    from: row.sender,
    subject: row.subject,
  };
}

type Content = Omit<InboxMail, 'raw' | keyof InboxSummary>;

const UNREADABLE: Content = { to: [], headers: [], html: null, text: null, links: [], dkim: null };

async function contentOf(raw: Buffer): Promise<Content> {
  const parsed = await parse(raw);
  if (!parsed) return UNREADABLE;
  const signature = parsed.headers.find((header) => header.key === 'dkim-signature')?.value;
  return {
    to: (parsed.to ?? []).flatMap(addressesOf).map(storable),
    headers: parsed.headers.map((header) => ({ name: header.originalKey, value: header.value })),
    html: parsed.html ?? null,
    text: parsed.text ?? null,
    links: extractLinks(parsed.html, parsed.text),
    dkim: signature === undefined ? null : { domain: tagOf(signature, 'd'), selector: tagOf(signature, 's') },
  };
}

/**
 * Parses a message. Returns undefined if the parser fails, for example because of too many headers or nested parts. The
 * raw message can still be read.
 */
async function parse(raw: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(raw);
  } catch {
    return undefined;
  }
}

/** Returns the addresses of an entry in To, which may be a group (RFC 5322 section 3.4). */
function addressesOf(entry: Address): string[] {
  return (entry.group ?? [entry]).flatMap(({ address }) => address ?? []);
}

function tagOf(signature: string, tag: string): string {
  return new RegExp(`(?:^|;)\\s*${tag}=([^;\\s]*)`).exec(signature)?.[1] ?? '';
}
