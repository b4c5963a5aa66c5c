import type { Check, Verdict } from '../present.ts';

/** A sending IP address with its HELO name. */
export interface SendingAddress {
  readonly address: string;
  readonly heloName: string;
}

/** The IP addresses from which receivers get our email, or the reason why they are unknown. */
export type SendingAddresses =
  | { readonly kind: 'known'; readonly addresses: readonly SendingAddress[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** The data about the last attempt that the checks use. */
export interface LastAttempt {
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly hasConversation: boolean;
}

/** A header field, with its name in lower case and its value unfolded. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** Returns the result of a check. `more` contains its optional properties. */
export function checked(id: string, title: string, verdict: Verdict, why: string, more: Partial<Check> = {}): Check {
  return { id, title, verdict, why, ...more };
}

/** Returns the header fields of a message in order (RFC 5322 section 2.2). Pure. */
export function fieldsOf(mail: Buffer): Field[] {
  const end = mail.indexOf('\r\n\r\n');
  const head = mail.toString('utf8', 0, end === -1 ? mail.length : end).replaceAll(/\r\n(?=[ \t])/g, '');
  return head.split('\r\n').flatMap((line): Field[] => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [{ name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() }];
  });
}
