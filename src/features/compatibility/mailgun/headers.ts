import { invalid } from '../../../base/refusal.ts';
import { ALSO_ALLOWED, isStructural } from '../resend/index.ts';

/** Headers of these clients beyond those of the compatible endpoint. */
export const ALLOWED: ReadonlySet<string> = new Set([...ALSO_ALLOWED, 'x-auto-response-suppress']);
/** Addresses to unsubscribe by mail: there is no mailbox that Mailgun's clients could name. */
const BY_MAIL = /^<?%(?:tag_)?unsubscribe_email%>?$/;
/** Addresses that Mailgun puts in; nothing here stands for them. */
const UNSUPPORTED = /%(?:(?:tag_|mailing_list_)?unsubscribe_(?:url|email))%/;

/** What headers of a request say. */
export interface Headers {
  readonly custom: Readonly<Record<string, string>>;
  readonly replyTo: string | undefined;
}

/** Custom headers, and where answers go. Headers that we write ourselves are left out. Throws validation_error. */
export function readHeaders(pairs: readonly (readonly [name: string, value: string])[]): Headers {
  const custom: Record<string, string> = {};
  let replyTo: string | undefined;
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    if (lower === 'reply-to') replyTo = value;
    else if (lower === 'message-id' && value.includes('%recipient')) throw ownIds(name);
    else if (!isStructural(name) && !lower.startsWith('x-mailgun-')) {
      const written = lower === 'list-unsubscribe' ? withoutMail(value) : value;
      if (written !== '') custom[name] = written;
    }
  }
  return { custom, replyTo };
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

/** Throws validation_error for addresses to unsubscribe that Mailgun would have put in. */
export function requireNoPlaceholders(texts: Readonly<Record<string, string | undefined>>): void {
  for (const [field, text] of Object.entries(texts)) {
    const [found] = UNSUPPORTED.exec(text ?? '') ?? [];
    if (found === undefined) continue;
    throw invalid({
      [field]: [`contains ${found}, which is not supported. Link to your own unsubscribe page instead.`],
    });
  }
}
