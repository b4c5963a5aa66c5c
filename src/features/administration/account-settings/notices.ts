import type { Tx } from '../../../base/db.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';
import { classInWords, type Hindrance } from '../../tenants/accounts/index.ts';

/** An email from this installation about an account, to one of its members or to the operator. */
export interface Notice {
  readonly accountId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a notice in the same transaction as the event that it reports. */
export type SendNotice = (tx: Tx, notice: Notice) => Promise<void>;

type Content = Pick<Notice, 'subject' | 'text'>;

const ASKED: Readonly<Record<Hindrance, string>> = {
  transactional: 'to turn on transactional email',
  pause: 'to lift the pause',
  restriction: 'to lift the restriction',
  mail_classes: 'to resume the paused types of email',
};

/** Returns the phrase that describes what a review requests. */
export function askedInWords(asksFor: readonly Hindrance[]): string {
  return asksFor.map((hindrance) => ASKED[hindrance]).join(' and ');
}

/** Returns the email that informs the operator of a new review. */
export function reviewNotice(asked: {
  readonly account: string;
  readonly by: string;
  readonly asksFor: readonly Hindrance[];
  readonly message: string;
}): Content {
  return {
    subject: `Review requested: ${asked.account}`,
    text: `${asked.by} of the account ${asked.account} asks you ${askedInWords(asked.asksFor)} and writes:

${quoted(asked.message)}

Review the account and its statistics on the operator page of the dashboard, then approve or decline.
`,
  };
}

/** Returns the email that informs the requester of the decision on a review. */
export function decisionNotice(decided: {
  readonly account: string;
  readonly asksFor: readonly Hindrance[];
  readonly isApproved: boolean;
  readonly reason: string | undefined;
}): Content {
  const { account, asksFor, isApproved, reason } = decided;
  const verdict = isApproved ? 'approved' : 'declined';
  const because = reason === undefined ? '' : `\nThe operator writes:\n\n${quoted(reason)}\n`;
  const next = isApproved
    ? 'The change is already in effect.'
    : 'After you fix the cause, you can request another review on the account’s status page.';
  return {
    subject: `Your request was ${verdict}: ${account}`,
    text: `You asked the operator ${askedInWords(asksFor)} for the account ${account}. The operator ${verdict} the request.
${because}
${next}
`,
  };
}

/** Returns the email that informs an account that the operator paused or restricted it. */
export function stoppedNotice(stopped: {
  readonly account: string;
  readonly what: 'pause' | 'restriction' | MailingClass;
  readonly reason: string;
}): Content {
  const { account, reason, what } = stopped;
  const did = stopInWords(what);
  return {
    subject: `${did}: ${account}`,
    text: `The operator of this installation writes:

${quoted(reason)}

For details and to request a review, see the account’s status page.
`,
  };
}

/**
 * Returns the email that informs an account that all of its sending, or one class of its email, was paused because of
 * too many bounces or complaints.
 */
export function pausedNotice(paused: {
  readonly account: string;
  readonly what: 'pause' | MailingClass;
  readonly reason: string;
}): Content {
  const { account, reason, what } = paused;
  return {
    subject: `${stopInWords(what)}: ${account}`,
    text: `Too many emails from the account ${account} bounced or were reported as spam:

${quoted(reason)}

${
  what === 'pause'
    ? PAUSED
    : `The account’s ${classInWords(what)} are on hold and will be sent when the pause is lifted. No emails are lost.
Login codes and all other email are still sent.`
}

Find out who received these emails and why, and stop sending to recipients who did not sign up for them. To see the
statistics and request a review, open the account’s status page. The operator of this installation can lift the pause.
`,
  };
}

const PAUSED = `New requests to send email are rejected. Transactional email that was already accepted is still sent. Bulk email is on hold
and will be sent when the pause is lifted.`;

function stopInWords(what: 'pause' | 'restriction' | MailingClass): string {
  if (what === 'pause') return 'Sending paused';
  if (what === 'restriction') return 'Account restricted';
  return PAUSED_CLASSES[what];
}

const PAUSED_CLASSES: Readonly<Record<MailingClass, string>> = {
  automation: 'Automation emails paused',
  confirmation: 'Confirmation emails paused',
  campaign: 'Campaign sending paused',
};

/** Indents quoted text, so that it cannot be mistaken for the rest of the email. */
function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
