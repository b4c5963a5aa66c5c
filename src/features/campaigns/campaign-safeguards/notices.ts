import type { Tx } from '../../../base/db.ts';
import { figuresIn, type Figure } from '../../../mail/languages/figures.ts';
import { onOneLine, quoted, writeMail, type UserMail, type WrittenMail } from '../../../mail/languages/emails.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import type { ContentKind } from './approval-queries.ts';

/** Sends a notice in the same transaction as the event that it reports. */
export type SendNotice = (tx: Tx, mail: UserMail) => Promise<void>;

/** Returns the email to the operator about content that is waiting for approval. Pure. */
export function waitingNotice(
  language: Language,
  asked: {
    readonly account: string;
    readonly kind: ContentKind;
    readonly title: string;
    /** Number of problems that the checks found. */
    readonly findings: number;
  },
): WrittenMail {
  return writeMail(language, 'content_waiting', {
    ...asked,
    account: onOneLine(asked.account),
    title: quoted(onOneLine(asked.title)),
  });
}

/** Returns the email to an account about the decision on its content. Pure. */
export function decidedNotice(
  language: Language,
  decided: {
    readonly kind: ContentKind;
    readonly title: string;
    readonly isApproved: boolean;
    readonly reason: string | undefined;
  },
): WrittenMail {
  return writeMail(language, 'content_decided', {
    kind: decided.kind,
    title: onOneLine(decided.title),
    decision: decided.isApproved ? 'approved' : 'rejected',
    reason: decided.reason === undefined ? 'none' : quoted(decided.reason),
  });
}

/** The results of a campaign that are reported to its account. */
interface ReportedResults {
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** Returns the email to an account whose campaigns are now limited to engaged contacts. Pure. */
export function optimizedNotice(language: Language, { figures, title }: ReportedResults): WrittenMail {
  return writeMail(language, 'optimized', { title: onOneLine(title), reason: figuresIn(language, figures) });
}

/** Returns the email to an account about a campaign that was stopped because of its results. Pure. */
export function stoppedNotice(language: Language, { figures, title }: ReportedResults): WrittenMail {
  return writeMail(language, 'campaign_stopped', { title: onOneLine(title), reason: figuresIn(language, figures) });
}
