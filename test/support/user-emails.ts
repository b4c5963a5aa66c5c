import type { UserMail } from '../../src/mail/languages/emails.ts';
import { DEFAULT_LANGUAGE } from '../../src/mail/languages/catalog.ts';

/** An email to a user, as it is sent. */
export interface SentMail {
  readonly accountId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns an email as users who read English get it. */
export function inEnglish({ accountId, to, write }: UserMail): SentMail {
  return { accountId, to, ...write(DEFAULT_LANGUAGE) };
}
