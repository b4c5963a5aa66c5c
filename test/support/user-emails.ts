import type { UserMail } from '../../src/mail/languages/emails/emails.ts';

/** An email to a user, as it is sent. */
export interface SentMail {
  readonly accountId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns an email as users who read English get it. */
export function inEnglish({ accountId, to, write }: UserMail): SentMail {
  return { accountId, to, ...write('en') };
}
