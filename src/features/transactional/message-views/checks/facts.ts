import type { Check, Verdict } from '../present.ts';

/** An address that mail leaves from, with the name that it greets others by. */
export interface SendingAddress {
  readonly address: string;
  readonly heloName: string;
}

/** From where receivers see mail come; in words why that is not known. */
export type SendingAddresses =
  | { readonly kind: 'known'; readonly addresses: readonly SendingAddress[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** The last attempt, as far as the checks look at it. */
export interface LastAttempt {
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly hasConversation: boolean;
}

/** A field of a mail's header: its name in lower case, its value unfolded. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** A check that came to a verdict. */
export function checked(id: string, title: string, verdict: Verdict, why: string, more: Partial<Check> = {}): Check {
  return { id, title, verdict, why, ...more };
}

/** The fields of a mail, in their order (RFC 5322 section 2.2). Pure. */
export function fieldsOf(mail: Buffer): Field[] {
  const end = mail.indexOf('\r\n\r\n');
  const head = mail.toString('utf8', 0, end === -1 ? mail.length : end).replaceAll(/\r\n(?=[ \t])/g, '');
  return head.split('\r\n').flatMap((line): Field[] => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [{ name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() }];
  });
}
