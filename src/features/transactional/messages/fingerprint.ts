import { hash } from 'node:crypto';
import { presentMailbox } from '../../../mail/address.ts';
import type { Send } from './schema.ts';

/**
 * Returns a fingerprint of a send request. It is the same for bodies that differ only in key order, white space, or
 * null instead of absent values, and for a single send and a batch item with the same content.
 */
export function fingerprintOfSend(send: Send): string {
  return digest('single', meaningOf(send));
}

/**
 * Returns the fingerprint of a batch, based on the mode and the items in order. An invalid item is represented by its
 * unparsed input.
 */
export function fingerprintOfBatch(
  mode: 'each' | 'all or none',
  items: readonly { readonly send?: Send; readonly given: unknown }[],
): string {
  return digest(
    mode === 'each' ? 'batch' : 'batch:strict',
    items.map(({ send, given }) => (send ? meaningOf(send) : sorted(given))),
  );
}

function digest(operation: string, meaning: unknown): string {
  return hash('sha256', `${operation}\n${JSON.stringify(meaning)}`, 'base64url');
}

/** Returns the properties of a send in a fixed order. Absent properties are undefined, so that JSON omits them. */
function meaningOf(send: Send): Record<string, unknown> {
  const someOf = <T>(values: readonly T[]): readonly T[] | undefined => (values.length > 0 ? values : undefined);
  return {
    from: presentMailbox(send.from),
    to: send.to.map(presentMailbox),
    cc: someOf(send.cc.map(presentMailbox)),
    bcc: someOf(send.bcc.map(presentMailbox)),
    reply_to: someOf(send.replyTo.map(presentMailbox)),
    subject: send.subject,
    html: send.html,
    text: send.text,
    tag: send.tag,
    tags: someOf(send.tags ?? []),
    headers: someOf(
      send.headers.map(({ name, value }): [string, string] => [name.toLowerCase(), value]).toSorted(byKey),
    ),
  };
}

/** Sorts the keys of all objects in the value. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(byKey);
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}
