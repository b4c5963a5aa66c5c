import { hash } from 'node:crypto';
import { presentMailbox } from '../../../mail/address.ts';
import type { Send } from './schema.ts';

/**
 * Fingerprint of what a request means: the same for two bodies that differ in key order, white space, or in a value that
 * is null in one and absent from the other. A single send and an item of a batch with the same content have the same.
 */
export function fingerprintOfSend(send: Send): string {
  return digest('single', meaningOf(send));
}

/**
 * Fingerprint of a batch: its items in their order; where one is no valid send, what was sent instead. One of which all stands
 * or nothing is another request than the same items each by itself.
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

/** Always with its keys in this order; absent values are undefined, which JSON leaves out. */
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

/** The value with the keys of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(byKey);
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}
