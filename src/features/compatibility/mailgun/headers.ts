import { invalid } from '../../../base/refusal.ts';
import type { HeaderField } from '../../../mail/header.ts';
import { ALSO_ALLOWED, isStructural, splitRepeated } from '../resend/index.ts';

/** Headers that clients of this API may set in addition to the headers that the Resend-compatible API allows. */
export const ALLOWED: ReadonlySet<string> = new Set([...ALSO_ALLOWED, 'x-auto-response-suppress']);
/** Placeholder for an unsubscribe email address. Not supported, because no mailbox receives such email. */
const BY_MAIL = /^<?%(?:tag_)?unsubscribe_email%>?$/;
/** Placeholders that Mailgun replaces with unsubscribe addresses. Not supported. */
const UNSUPPORTED = /%(?:(?:tag_|mailing_list_)?unsubscribe_email)%/;
/** Placeholders for links that unsubscribe the recipient from all email from a domain or from a tag. */
export const UNSUBSCRIBE_URL = /%(tag_|mailing_list_)?unsubscribe_url%/g;

export interface Headers {
  readonly custom: Readonly<Record<string, string>>;
  /** Repeated headers, except the first with each name. */
  readonly repeated: readonly HeaderField[];
  readonly replyTo: readonly string[];
}

/**
 * Returns the custom headers and the reply addresses. Headers that the server sets are omitted. Throws validation_error
 * for a Message-ID that differs between recipients.
 */
export function readHeaders(pairs: readonly (readonly [name: string, value: string])[]): Headers {
  const custom: [string, string][] = [];
  const replyTo: string[] = [];
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    if (lower === 'reply-to') replyTo.push(value);
    else if (lower === 'message-id' && value.includes('%recipient')) throw ownIds(name);
    else if (!isStructural(name) && !lower.startsWith('x-mailgun-')) {
      const written = lower === 'list-unsubscribe' ? withoutMail(value) : value;
      if (written !== '') custom.push([name, written]);
    }
  }
  const { first, repeated } = splitRepeated(custom);
  return { custom: first, repeated, replyTo };
}

function ownIds(name: string) {
  return invalid({
    [`h:${name}`]: ['must be the same for all recipients. In Ghost, leave bulkEmail.perRecipientMessageId off.'],
  });
}

function withoutMail(value: string): string {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !BY_MAIL.test(part))
    .join(', ');
}

/** Throws validation_error if any text contains placeholders that Mailgun would replace with unsubscribe addresses. */
export function requireNoPlaceholders(texts: Readonly<Record<string, string | undefined>>): void {
  for (const [field, text] of Object.entries(texts)) {
    const [found] = UNSUPPORTED.exec(text ?? '') ?? [];
    if (found === undefined) continue;
    throw invalid({
      [field]: [`contains ${found}, which is not supported. Use the %unsubscribe_url% link instead.`],
    });
  }
}
