import type { Tx } from '../../../base/db.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';
import { holdForNotes, noteBounced, noteComplained, noteSent } from '../../audience/contact-notes/index.ts';
import type { MailingOwner, OwnedOutcome } from '../../sending/mailings/index.ts';
import { insertBounces, insertDeliverables, markDeliverables } from './queries.ts';

/** Maximum length of a stored reply, in characters. Longer replies are truncated. */
const MAX_REASON_CHARACTERS = 500;

/** Outcome of the message to a contact, combined from all outcomes that were reported together. */
interface Sent {
  readonly campaignId: number;
  readonly contactId: number;
  readonly mailing: string;
  provider: string | null;
  sentAt: Date;
  /** Time of the bounce, if the delivery attempt itself bounced. Bounces that are reported later are in `reported`. */
  bouncedAt: Date | null;
  spamAt: Date | null;
  reported: { bouncedAt: Date | null; spamAt: Date | null } | undefined;
}

/** An outcome whose recipient is a contact of the account. */
type Known = OwnedOutcome & { readonly source: number; readonly ref: number };

/**
 * Creates the mailing owner that records campaign outcomes for a message class. Recipients are identified by contact
 * ID. Messages that were never sent are not recorded.
 */
export function createCampaignOwner(mailClass: MailingClass): MailingOwner {
  return { name: `results of mail of class ${mailClass}`, mailClass, hear };
}

async function hear(tx: Tx, accountId: number, outcomes: readonly OwnedOutcome[]): Promise<void> {
  const sent = outcomes.filter(wasSent);
  if (sent.length === 0) return;
  await noteContacts(tx, accountId, sent);
  const mails = mailsOf(sent);
  await insertDeliverables(
    tx,
    accountId,
    mails.map(({ campaignId }) => campaignId),
    mails.map(({ contactId }) => contactId),
    mails.map(({ mailing }) => mailing),
    mails.map(({ sentAt }) => sentAt),
    mails.map(({ bouncedAt }) => bouncedAt),
    mails.map(({ spamAt }) => spamAt),
    mails.map(({ provider }) => provider),
    [...new Set(mails.map(({ mailing }) => mailing))],
  );
  await keepReasons(tx, accountId, sent);
  const reported = mails.filter((mail) => mail.reported);
  if (reported.length === 0) return;
  await markDeliverables(
    tx,
    accountId,
    reported.map(({ campaignId }) => campaignId),
    reported.map(({ contactId }) => contactId),
    reported.map((mail) => mail.reported?.bouncedAt ?? null),
    reported.map((mail) => mail.reported?.spamAt ?? null),
    reported.map(() => null),
  );
}

/**
 * Returns true if a server accepted or rejected the message, or if the recipient complained. Returns false for erased
 * contacts, because their IDs are unknown.
 */
function wasSent(outcome: OwnedOutcome): outcome is Known {
  const { kind, ref, source } = outcome;
  return source !== null && ref !== null && (kind === 'delivered' || kind === 'bounced' || kind === 'complained');
}

/** Records the outcomes for the contacts. Must be called before the counters are updated, to prevent deadlocks. */
async function noteContacts(tx: Tx, accountId: number, sent: readonly Known[]): Promise<void> {
  const idsOf = (toReport: readonly Known[]) => toReport.map(({ ref }) => ref);
  const timesOf = (toReport: readonly Known[]) => toReport.map(({ at }) => at);
  const bounced = sent.filter(({ isLasting, kind }) => isLasting && kind === 'bounced');
  const complained = sent.filter(({ kind }) => kind === 'complained');
  if (bounced.length + complained.length > 0) {
    await holdForNotes(tx, accountId, idsOf(sent), idsOf([...bounced, ...complained]));
    await noteBounced(tx, accountId, idsOf(bounced), timesOf(bounced));
    await noteComplained(tx, accountId, idsOf(complained), timesOf(complained));
  }
  const first = sent.filter(({ isReport }) => !isReport);
  await noteSent(tx, accountId, idsOf(first), timesOf(first));
}

/** Stores the reasons for bounces, which the report shows. */
async function keepReasons(tx: Tx, accountId: number, sent: readonly Known[]): Promise<void> {
  const bounced = sent.flatMap(({ kind, reason, ref, source, status }) =>
    kind === 'bounced' && reason !== null ? [{ ref, source, status, reason }] : [],
  );
  if (bounced.length === 0) return;
  await insertBounces(
    tx,
    accountId,
    bounced.map(({ source }) => source),
    bounced.map(({ ref }) => ref),
    bounced.map(({ status }) => status),
    bounced.map(({ reason }) => reason.slice(0, MAX_REASON_CHARACTERS)),
  );
}

/** Combines the outcomes for each contact of a campaign into one entry. */
function mailsOf(sent: readonly Known[]): Sent[] {
  const mails = new Map<string, Sent>();
  for (const { at, isReport, kind, mailing, provider, ref, source } of sent) {
    const key = `${source} ${ref}`;
    const mail: Sent = mails.get(key) ?? {
      campaignId: source,
      contactId: ref,
      mailing,
      provider,
      sentAt: at,
      bouncedAt: null,
      spamAt: null,
      reported: undefined,
    };
    mails.set(key, mail);
    mail.provider ??= provider;
    if (at < mail.sentAt) mail.sentAt = at;
    const times = isReport ? (mail.reported ??= { bouncedAt: null, spamAt: null }) : mail;
    if (kind === 'bounced') times.bouncedAt = earlier(times.bouncedAt, at);
    if (kind === 'complained') times.spamAt = earlier(times.spamAt, at);
  }
  return [...mails.values()];
}

function earlier(known: Date | null, at: Date): Date {
  return known && known < at ? known : at;
}
