import type { Tx } from '../../../base/db.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';
import { classInWords, type Hindrance } from '../../tenants/accounts/index.ts';

/** A mail of the installation to somebody who looks after an account. */
export interface Notice {
  readonly accountId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Accepts a notice within the transaction that it tells of. */
export type SendNotice = (tx: Tx, notice: Notice) => Promise<void>;

type Content = Pick<Notice, 'subject' | 'text'>;

const ASKED: Readonly<Record<Hindrance, string>> = {
  transactional: 'to have transactional mail turned on',
  pause: 'to have the pause lifted',
  restriction: 'to have the restriction lifted',
  mail_classes: 'to have the paused classes of mail go on',
};

/** What a review asks for, in words. */
export function askedInWords(asksFor: readonly Hindrance[]): string {
  return asksFor.map((hindrance) => ASKED[hindrance]).join(' and ');
}

/** Tells the operator that an account asks for something. */
export function reviewNotice(asked: {
  readonly account: string;
  readonly by: string;
  readonly asksFor: readonly Hindrance[];
  readonly message: string;
}): Content {
  return {
    subject: `Review asked for: ${asked.account}`,
    text: `${asked.by} of the account ${asked.account} asks ${askedInWords(asked.asksFor)}, and says:

${quoted(asked.message)}

The account and its figures are on the operator's page of the dashboard, where you approve or decline.
`,
  };
}

/** Tells whoever asked what was decided. */
export function decisionNotice(decided: {
  readonly account: string;
  readonly asksFor: readonly Hindrance[];
  readonly isApproved: boolean;
  readonly reason: string | undefined;
}): Content {
  const { account, asksFor, isApproved, reason } = decided;
  const verdict = isApproved ? 'approved' : 'declined';
  const because = reason === undefined ? '' : `\nThe operator says:\n\n${quoted(reason)}\n`;
  const next = isApproved
    ? 'It is in force already.'
    : 'You may ask again on the status page of the account once the cause is mended.';
  return {
    subject: `Your request was ${verdict}: ${account}`,
    text: `You asked ${askedInWords(asksFor)} for the account ${account}. The operator has ${verdict} it.
${because}
${next}
`,
  };
}

/** Tells an account that the operator stopped it. */
export function stoppedNotice(stopped: {
  readonly account: string;
  readonly what: 'pause' | 'restriction' | MailingClass;
  readonly reason: string;
}): Content {
  const { account, reason, what } = stopped;
  const did = stopInWords(what);
  return {
    subject: `${did}: ${account}`,
    text: `The operator of this installation says:

${quoted(reason)}

The status page of the account says what is stopped, and lets you ask for a review.
`,
  };
}

/** Tells an account that it, or a class of its mail, was stopped by what became of its mails. */
export function pausedNotice(paused: {
  readonly account: string;
  readonly what: 'pause' | MailingClass;
  readonly reason: string;
}): Content {
  const { account, reason, what } = paused;
  return {
    subject: `${stopInWords(what)}: ${account}`,
    text: `Too many mails of the account ${account} came back or were complained about:

${quoted(reason)}

${
  what === 'pause'
    ? PAUSED
    : `Its ${classInWords(what)} wait therefore, and go on when the pause is lifted; none is lost.
Login codes and all other mail go out as before.`
}

Find out whom these mails went to and why, and stop writing to who did not ask for it. The status page of the account has the
figures, and lets you ask the operator of this installation for a review, who lifts the pause.
`,
  };
}

const PAUSED = `Sending is refused therefore. Transactional mail that was accepted before goes out; mail to many waits, and goes on
when the pause is lifted.`;

function stopInWords(what: 'pause' | 'restriction' | MailingClass): string {
  if (what === 'pause') return 'Sending is paused';
  if (what === 'restriction') return 'The account is restricted';
  return `Paused: ${classInWords(what)}`;
}

/** Indented, so that nothing in it can be taken for our words. */
function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
