import type { Tx } from '../../../base/db.ts';
import { storable } from '../../../base/stored-text.ts';
import { presentMailbox, type Mailbox } from '../../../mail/address.ts';
import { insertMessages, insertRecipients } from './queries.ts';
import type { Metadata, VendorFacts } from './types.ts';

/** A recipient, numbered by its position in the message. */
interface NewRecipient {
  /** The address as written in the request. */
  readonly address: string;
  /** The recipient's metadata as JSON, or null if it is the metadata of the message. */
  readonly metadata: string | null;
}

/** A message from another vendor's API, ready to be stored. */
export interface NewMessage {
  readonly vendor: string;
  readonly domain: string;
  readonly mailingId: string | null;
  readonly sender: string;
  readonly subject: string;
  /** Tags, metadata, and links, as JSON. */
  readonly tags: string;
  readonly metadata: string;
  readonly links: string;
  readonly bytes: number;
  readonly isTest: boolean;
  readonly stream: string | null;
  readonly opensTracked: boolean;
  readonly clicksTracked: boolean;
  readonly recipients: readonly NewRecipient[];
}

/** The parts of a request that are stored. */
type StoredFacts = Omit<VendorFacts, 'audiences' | 'tls'> & { readonly from: Mailbox; readonly subject: string };

/** Prepares a message to be stored. A mailing has numbered links. */
export function toNewMessage(
  facts: StoredFacts,
  recipients: readonly NewRecipient[],
  mailing?: { readonly id: string | null; readonly links: readonly string[] },
): NewMessage {
  const { bytes, domain, from, isTest, metadata, stream, subject, tags, track, vendor } = facts;
  return {
    vendor,
    domain,
    mailingId: mailing?.id ?? null,
    sender: presentMailbox(from),
    subject,
    tags: jsonOf(tags),
    metadata: metadataText(metadata),
    links: jsonOf(mailing?.links ?? []),
    bytes,
    isTest,
    stream: stream ?? null,
    opensTracked: track.opens,
    clicksTracked: track.clicks,
    recipients,
  };
}

/** Returns texts as JSON. PostgreSQL rejects JSON with unpaired surrogates. */
function jsonOf(texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => text.toWellFormed()));
}

/**
 * Returns metadata in the form in which it is stored and returned: without the characters that PostgreSQL rejects, or
 * that clients reject when they read events.
 */
export function metadataText(metadata: Metadata): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(metadata).map(([name, value]) => [storable(name), storable(value)])),
  );
}

/** Stores messages and their recipients. */
export async function insertNewMessages(
  tx: Tx,
  accountId: number,
  all: readonly { readonly id: string; readonly message: NewMessage }[],
): Promise<void> {
  const column = <T>(pick: (message: NewMessage) => T): T[] => all.map(({ message }) => pick(message));
  await insertMessages(tx, {
    accountId,
    ids: all.map(({ id }) => id),
    vendors: column(({ vendor }) => vendor),
    domains: column(({ domain }) => domain),
    mailingIds: column(({ mailingId }) => mailingId),
    senders: column(({ sender }) => sender),
    subjects: column(({ subject }) => subject),
    tags: column(({ tags }) => tags),
    metadata: column(({ metadata }) => metadata),
    bytes: column(({ bytes }) => bytes),
    areTests: column(({ isTest }) => isTest),
    links: column(({ links }) => links),
    streams: column(({ stream }) => stream),
    opensTracked: column(({ opensTracked }) => opensTracked),
    clicksTracked: column(({ clicksTracked }) => clicksTracked),
  });
  const recipients = all.flatMap(({ id, message }) =>
    message.recipients.map(({ address, metadata }, no) => ({ id, no, address, metadata })),
  );
  await insertRecipients(
    tx,
    accountId,
    recipients.map(({ id }) => id),
    recipients.map(({ no }) => no),
    recipients.map(({ address }) => address),
    recipients.map(({ metadata }) => metadata),
  );
}
