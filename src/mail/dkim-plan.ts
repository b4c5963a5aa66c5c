import type { HeaderField } from './header.ts';

/** Which fields of a mail are signed, for all mails whose fields have the same names in the same order. */
export interface SigningPlan {
  /** Indexes into the mail's fields, in the order in which they are hashed. */
  readonly order: readonly number[];
  /** `h=` as it stands in the mail, folded. */
  readonly folded: string;
  /** The same in its canonical form (RFC 6376 section 3.4.2). */
  readonly canonical: string;
}

/** Sets of names that are remembered; custom fields may have any name, so that their number is bounded. */
export const MAX_KEPT_PLANS = 1_000;
const LONGEST_LINE = 75;
/** Signed once more than they occur: adding another breaks the signature (RFC 6376 section 8.15). */
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
/** Those of them that are oversigned where there is one; where there is none, a mailing list may add one of its own. */
const OVERSIGNED_WHEN_PRESENT = new Set([
  'date',
  'message-id',
  'reply-to',
  'sender',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
]);

/** Gives the plan of a mail's fields; equal sets of names are planned once. */
export function createPlanner(): (headers: readonly HeaderField[]) => SigningPlan {
  const plans = new Map<string, SigningPlan>();
  return (headers) => {
    let names = '';
    for (const field of headers) names += `${field.name}:`;
    const known = plans.get(names);
    if (known) return known;
    const plan = planOf(headers);
    // Begun anew: mails of one sender have few sets of names, and those are soon known again.
    if (plans.size >= MAX_KEPT_PLANS) plans.clear();
    plans.set(names, plan);
    return plan;
  };
}

/** The plan of one mail. */
function planOf(headers: readonly HeaderField[]): SigningPlan {
  const byName = Map.groupBy(headers.keys(), (index) => headers[index]?.name.toLowerCase() ?? '');
  const names: string[] = [];
  const order: number[] = [];
  for (const name of [...OVERSIGNED, ...SIGNED_WHEN_PRESENT]) {
    const present = byName.get(name) ?? [];
    // Of fields that repeat, the last is signed first (RFC 6376 section 5.4.2).
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
    if (column + part.length > LONGEST_LINE) {
      text += '\r\n ';
      column = 1;
    }
    text += part;
    column += part.length;
  }
  return text;
}
