import { isFinished, type FinalState, type MessageRecord } from './final-state.ts';
import { findDuplicates } from './duplicates.ts';
import { domainOf, type Arrival, type Breach, type History, type InvariantName, type SentMail } from './history.ts';
import { judgeHooks } from './judge-hooks.ts';
import { judgeMailings } from './judge-mailings.ts';
import { GONE_PREFIX, hashOf } from './receiver-session.ts';

const TERMINAL = new Set(['delivered', 'bounced', 'failed', 'suppressed']);
const ORDER = ['queued', 'sent', 'delivered'];

/** Descriptions of the invariants that must hold after every storm. */
export const INVARIANTS: Readonly<Record<InvariantName, string>> = {
  I1: 'every mail that was answered 202 is known to the API and reached its receivers, or bounced there',
  I2: 'a mail came twice only where its reply was kept, or cut off by a kill before it was heard',
  I3: 'every recipient came to exactly one end, after a timeline in order',
  I4: 'every event reached the webhook, with one id however often it was delivered',
  I5: 'nothing reached a receiver that the API does not know',
  I6: 'an idempotency key stands for one answer and one delivery, and refuses another body',
  I7: 'what was used and what is left of a quota are its limit, and all that was used exists',
  I8: 'nothing is answered 202 without a database; what cannot be served is 503 with Retry-After, never 500',
  I9: 'every mail arrived with a DKIM signature that holds and with the text that was sent',
  I10: 'the backlog was gone within a minute after the storm, or when its receivers had asked for it',
  I11: 'an address whose suppression was confirmed never got mail',
  I12: 'a mailing, frozen or open, reached everybody whom it took, and its counters say so',
};

/** Data about a storm after its end. */
export interface Evidence {
  readonly history: History;
  readonly final: FinalState;
  /** Whether the tested Postrider version supports webhooks. */
  readonly hasWebhooks: boolean;
}

/** Returns all violated invariants. Pure. */
export function judge({ final, hasWebhooks, history }: Evidence): Breach[] {
  return [
    ...history.breaches,
    ...judgeLost(history, final),
    ...judgeDuplicates(history),
    ...judgeTimelines(history, final),
    ...(hasWebhooks ? judgeHooks(history, final) : []),
    ...judgeStrangers(final),
    ...judgeKeys(history),
    ...judgeQuota(final.quota),
    ...judgeOutages(history),
    ...judgeBytes(history),
    ...judgeBacklog(history, final),
    ...judgeSuppressions(history),
    ...judgeMailings(history),
  ];
}

/**
 * Checks for lost messages: accepted messages that are unknown to the API or that did not reach a recipient.
 */
function judgeLost(history: History, { records }: FinalState): Breach[] {
  const arrived = new Set(history.arrivals.map(({ recipient }) => recipient));
  return accepted(history).flatMap((mail) => {
    const record = records.get(mail.id ?? '');
    const missing = mail.recipients.filter((one) => !arrived.has(one) && !one.startsWith(GONE_PREFIX));
    if (!record) return [breach('I1', mail.id, 'was accepted, and the API does not know it')];
    return missing.map((one) => breach('I1', mail.id, `never reached ${one}; the API says ${record.status}`));
  });
}

/**
 * Checks for unexplained duplicates. A process journals each reply that it receives, so a kill must not cause another
 * delivery.
 */
function judgeDuplicates(history: History): Breach[] {
  return findDuplicates(history)
    .filter(({ cause }) => cause === 'unexplained' || cause === 'not recorded')
    .map(({ afterMs, cause, id, kill, recipient }) => {
      const why = cause === 'unexplained' ? '' : `, its reply heard before the kill of ${kill}`;
      return breach('I2', id, `came again to ${recipient} after ${Math.round(afterMs)} ms${why}`);
    });
}

function judgeTimelines(history: History, { records }: FinalState): Breach[] {
  return accepted(history).flatMap((mail) => {
    const record = records.get(mail.id ?? '');
    return record ? mail.recipients.flatMap((recipient) => judgeTimeline(mail, record, recipient)) : [];
  });
}

function judgeTimeline({ id }: SentMail, { events }: MessageRecord, recipient: string): Breach[] {
  const own = events.filter((entry) => entry.recipient === recipient);
  const words = own.map(({ event }) => event).join(', ');
  const ends = own.filter(({ event }) => TERMINAL.has(event));
  if (ends.length > 1) return [breach('I3', id, `has ${ends.length} ends for ${recipient}: ${words}`)];
  if (ends.length === 1 && own.at(-1) !== ends[0]) return [breach('I3', id, `goes on after its end: ${words}`)];
  const ranks = own.map(({ event }) => ORDER.indexOf(event)).filter((rank) => rank >= 0);
  // The first attempt may fail before or after the message is reported as sent, so the order of `delayed` and `sent` is
  // not checked.
  const isReportedOnce = own.filter(({ event }) => event === 'delayed').length <= 1;
  const isOrdered = isReportedOnce && ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? 0));
  const isMonotone = own.every(
    ({ occurredAt }, index) => index === 0 || occurredAt >= (own[index - 1]?.occurredAt ?? ''),
  );
  if (isOrdered && isMonotone) return [];
  const times = own.map(({ event, occurredAt }) => `${event} ${occurredAt}`).join(', ');
  return [breach('I3', id, `is out of order for ${recipient}: ${times}`)];
}

function judgeStrangers({ strangers }: FinalState): Breach[] {
  return [...strangers].flatMap(([id, record]) => (record ? [] : [breach('I5', id, 'arrived, and the API denies it')]));
}

/**
 * Checks that a request that was repeated with the same idempotency key created only one message: all messages that its
 * recipient received must have the same ID.
 */
function judgeKeys(history: History): Breach[] {
  const ids = Map.groupBy(history.arrivals, ({ recipient }) => recipient);
  return [...ids].flatMap(([recipient, arrivals]) => {
    const different = new Set(arrivals.map(({ id }) => id));
    return different.size > 1 ? [breach('I6', [...different].join(), `are one request, to ${recipient}`)] : [];
  });
}

function judgeQuota({ limit, remaining, stored, used }: FinalState['quota']): Breach[] {
  const words = `used ${used}, remaining ${remaining}, limit ${limit}, recipients of stored messages ${stored}`;
  return used + remaining === limit && used === stored && used > 0 ? [] : [breach('I7', 'quota', words)];
}

function judgeOutages({ acceptances, outages }: History): Breach[] {
  return acceptances
    .filter(({ fromMs, toMs }) => outages.some((outage) => fromMs > outage.fromMs && toMs < outage.toMs))
    .map(() => breach('I8', '202', 'was answered while no process of the database lived'));
}

function judgeBytes(history: History): Breach[] {
  const hashes = new Map<string, string>();
  for (const { recipients, text } of history.mails) for (const one of recipients) hashes.set(one, hashOf(text));
  const faultOf = ({ dkimFault, recipient, textHash }: Arrival): string | undefined =>
    dkimFault ??
    (hashes.has(recipient) && hashes.get(recipient) !== textHash ? 'another text than was sent' : undefined);
  return history.arrivals.flatMap((arrival) => {
    const fault = faultOf(arrival);
    return fault === undefined ? [] : [breach('I9', arrival.id, `arrived at ${arrival.recipient}: ${fault}`)];
  });
}

function judgeBacklog(history: History, { records }: FinalState): Breach[] {
  return accepted(history)
    .filter((mail) => records.has(mail.id ?? '') && !isFinished(mail, records.get(mail.id ?? '')))
    .map((mail) => breach('I10', mail.id, `still waits, ${lifeOf(mail, history, records.get(mail.id ?? ''))}`));
}

/**
 * Describes a late message: its status, its events, and the times of its deferrals, arrivals, and kills in seconds
 * after its acceptance.
 */
function lifeOf({ acceptedAtMs = 0, recipients }: SentMail, history: History, record?: MessageRecord): string {
  const since = (atMs: number): string => `+${((atMs - acceptedAtMs) / 1_000).toFixed(1)}`;
  const ofMail = (whom: string): boolean => recipients.some((one) => one === whom || domainOf(one) === whom);
  const deferrals = [...history.deferrals].flatMap(([whom, times]) => (ofMail(whom) ? times : []));
  const arrivals = history.arrivals.filter(({ recipient }) => recipients.includes(recipient));
  const kills = history.kills.filter(({ kind }) => kind === 'main' || kind === 'delivery');
  return [
    `with status ${record?.status} and events ${record?.events.map(({ event }) => event).join() ?? ''}`,
    `put off ${deferrals.map(since).join()}`,
    `arrived ${arrivals.map(({ atMs }) => since(atMs)).join()}`,
    `kills of who delivers ${kills.map(({ atMs }) => since(atMs)).join()}`,
  ].join('; ');
}

function judgeSuppressions({ arrivals, mails, suppressions }: History): Breach[] {
  const accepted = mails
    .filter((mail) => mail.outcome === 'accepted' && mail.recipients.some((one) => suppressions.has(one)))
    .map((mail) => breach('I11', mail.id, `was accepted for ${mail.recipients.join()}`));
  const arrived = arrivals
    .filter(({ recipient }) => suppressions.has(recipient))
    .map(({ id, recipient }) => breach('I11', id, `arrived at ${recipient}`));
  return [...accepted, ...arrived];
}

function accepted({ mails }: History): SentMail[] {
  return mails.filter(({ outcome }) => outcome === 'accepted');
}

function breach(invariant: InvariantName, subject: string | undefined, words: string): Breach {
  return { invariant, subject: subject ?? 'a mail without an id', words };
}
