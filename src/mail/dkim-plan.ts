import type { HeaderField } from './header.ts';

/** The fields to sign. Messages with the same field names in the same order share a plan. */
export interface SigningPlan {
  /** Indexes of the message's fields, in hashing order. */
  readonly order: readonly number[];
  /** The folded value of the `h=` tag, as written in the message. */
  readonly folded: string;
  /** The value of the `h=` tag in canonical form (RFC 6376 section 3.4.2). */
  readonly canonical: string;
}

/** Maximum number of cached plans. */
export const MAX_KEPT_PLANS = 1_000;
const MAX_LINE = 75;
/**
 * Fields to oversign. Each is listed one more time than it occurs, so that adding another occurrence breaks the
 * signature (RFC 6376 section 8.15).
 */
const OVERSIGNED = ['from', 'to', 'cc', 'subject'];
const SIGNED_WHEN_PRESENT = [
  'date',
  'message-id',
  'reply-to',
  'sender',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'feedback-id',
  'in-reply-to',
  'references',
];
/**
 * Fields that are oversigned only if present exactly once. If such a field is absent, a mailing list may add it without
 * breaking the signature.
 */
const OVERSIGNED_WHEN_PRESENT = new Set([
  'date',
  'message-id',
  'reply-to',
  'sender',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
]);

/** Creates a function that returns the signing plan for a message's fields. Caches plans by the names of the fields. */
export function createPlanner(): (headers: readonly HeaderField[]) => SigningPlan {
  const plans = new Map<string, SigningPlan>();
  return (headers) => {
    let names = '';
    for (const field of headers) names += `${field.name}:`;
    const known = plans.get(names);
    if (known) return known;
    const plan = planOf(headers);
    // Clear the whole cache. It refills quickly, because a sender's messages use few combinations of header fields.
    if (plans.size >= MAX_KEPT_PLANS) plans.clear();
    plans.set(names, plan);
    return plan;
  };
}

function planOf(headers: readonly HeaderField[]): SigningPlan {
  const byName = Map.groupBy(headers.keys(), (index) => headers[index]?.name.toLowerCase() ?? '');
  const names: string[] = [];
  const order: number[] = [];
  for (const name of [...OVERSIGNED, ...SIGNED_WHEN_PRESENT]) {
    const present = byName.get(name) ?? [];
    // If a field is repeated, its last occurrence is signed first (RFC 6376 section 5.4.2).
    order.push(...present.toReversed());
    names.push(...present.map(() => name));
    const isSingle = present.length === 1 && OVERSIGNED_WHEN_PRESENT.has(name);
    if (isSingle || OVERSIGNED.includes(name)) names.push(name);
  }
  const folded = foldNames(names);
  return { order, folded, canonical: folded.replaceAll('\r\n ', ' ') };
}

function foldNames(names: readonly string[]): string {
  let text = '';
  let column = 3;
  for (const [index, name] of names.entries()) {
    const part = index < names.length - 1 ? `${name}:` : name;
    if (column + part.length > MAX_LINE) {
      text += '\r\n ';
      column = 1;
    }
    text += part;
    column += part.length;
  }
  return text;
}
