import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { extractLinks } from '../../mail/links.ts';
import { mailById, newestMails, newestMailSince, newestMailsTo, type SummaryRow } from './queries.ts';

const POLL_MS = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const GREATEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A mail as a list shows it. */
export interface InboxSummary {
  readonly id: string;
  readonly receivedAt: Date;
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly from: string;
  readonly subject: string;
}

/** A mail in full. */
export interface InboxMail extends InboxSummary {
  readonly to: readonly string[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly html: string | null;
  readonly text: string | null;
  readonly links: readonly string[];
  /** What the first DKIM-Signature says of itself; not checked here. */
  readonly dkim: { readonly domain: string; readonly selector: string } | null;
  readonly raw: string;
}

/** Mails of the local inbox, newest first; `after` is the id that the page follows. */
export async function listInbox(
  db: Db,
  page: { readonly to?: string; readonly limit: number; readonly after?: string },
): Promise<InboxSummary[]> {
  const below = page.after !== undefined && UUID.test(page.after) ? page.after : GREATEST_UUID;
  const rows = page.to
    ? await newestMailsTo(db, below, page.limit, [page.to.toLowerCase()])
    : await newestMails(db, below, page.limit);
  return rows.map(toSummary);
}

/** One mail, parsed; undefined when there is none of that id. */
export async function readInbox(db: Db, id: string): Promise<InboxMail | undefined> {
  if (!UUID.test(id)) return undefined;
  const [row] = await mailById(db, id);
  if (!row) return undefined;
  const parsed = await PostalMime.parse(row.raw);
  const signature = parsed.headers.find((header) => header.key === 'dkim-signature')?.value;
  return {
    ...toSummary(row),
    to: (parsed.to ?? []).flatMap((entry) => entry.address ?? []),
    headers: parsed.headers.map((header) => ({ name: header.originalKey, value: header.value })),
    html: parsed.html ?? null,
    text: parsed.text ?? null,
    links: extractLinks(parsed.html, parsed.text),
    dkim: signature === undefined ? null : { domain: tagOf(signature, 'd'), selector: tagOf(signature, 's') },
    raw: row.raw.toString('latin1'),
  };
}

/**
 * The newest mail to an address that arrived at `since` or later (default: ever), as soon as there is one; undefined
 * when none came within `timeoutMs` or the signal was given.
 */
export async function waitForMail(
  parts: { readonly db: Db; readonly clock: Clock; readonly signal?: AbortSignal },
  wanted: { readonly to: string; readonly since?: Date; readonly timeoutMs: number },
): Promise<InboxMail | undefined> {
  const deadline = parts.clock.now() + wanted.timeoutMs;
  while (!parts.signal?.aborted) {
    const [found] = await newestMailSince(parts.db, [wanted.to.toLowerCase()], wanted.since ?? new Date(0));
    if (found) return readInbox(parts.db, found.id);
    const left = deadline - parts.clock.now();
    if (left <= 0) return undefined;
    await sleep(Math.min(POLL_MS, left));
  }
  return undefined;
}

/** The summary of a row. */
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

function tagOf(signature: string, tag: string): string {
  return new RegExp(`(?:^|;)\\s*${tag}=([^;\\s]*)`).exec(signature)?.[1] ?? '';
}
