import type { Tx } from '../../../base/db.ts';
import {
  alertOf,
  domainOfSender,
  MAILING,
  MAX_SUBJECT_CHARACTERS,
  RESOLVER,
  siteOf,
  type AlertKind,
  type ObservedOutcome,
} from './alert-of.ts';
import { raiseAlerts, sendersOf } from './queries.ts';

/** Maximum number of characters stored from a server's reply. */
const MAX_REASON_CHARACTERS = 500;
interface Raised {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly reason: string | null;
  readonly count: number;
}

/**
 * Outcome listener that raises the alerts to which the outcomes lead (see `AlertKind`). Runs in the transaction that
 * records the outcomes. Executes no statement if no outcome raises an alert.
 */
export async function recordDeliveryAlerts(
  tx: Tx,
  accountId: number,
  outcomes: readonly ObservedOutcome[],
): Promise<void> {
  const found = outcomes.flatMap((outcome) => {
    const kind = alertOf(outcome);
    return kind ? [{ kind, outcome }] : [];
  });
  if (found.length === 0) return;
  const faulty = found.filter(({ kind }) => kind === 'sender').map(({ outcome }) => outcome.messageId);
  const senders = faulty.length === 0 ? [] : await sendersOf(tx, accountId, [...new Set(faulty)]);
  const domains = new Map(senders.map(({ id, sender }) => [id, domainOfSender(sender)]));
  const raised = new Map<string, Raised>();
  for (const { kind, outcome } of found) {
    const subject = subjectOf(kind, outcome, domains);
    const reason = shownReason(reasonOf(outcome));
    const count = (raised.get(`${kind} ${subject}`)?.count ?? 0) + 1;
    raised.set(`${kind} ${subject}`, { kind, subject, reason, count });
  }
  await raise(tx, accountId, [...raised.values()]);
}

function subjectOf(kind: AlertKind, outcome: ObservedOutcome, domains: ReadonlyMap<string, string>): string {
  if (kind === 'resolver') return RESOLVER;
  if (outcome.unprepared) return outcome.unprepared.what.slice(0, MAX_SUBJECT_CHARACTERS);
  return kind === 'sender' ? domains.get(outcome.messageId) || MAILING : siteOf(outcome);
}

/** Returns the reason to store. If the message could not be prepared, the reason contains its ID and the error. */
function reasonOf({ messageId, reason, unprepared }: ObservedOutcome): string | null {
  return unprepared ? `message ${messageId}: ${unprepared.cause}` : reason;
}

/**
 * Records that a route failed. The subject is the name of the relay, or the receiver whose servers could not be
 * reached.
 */
export async function recordFailedRoute(
  tx: Tx,
  accountId: number,
  failed: Pick<ObservedOutcome, 'host' | 'reason' | 'recipient'> & { readonly relay: string | undefined },
): Promise<void> {
  // In routing rules, `relay:default` is the relay from the settings.
  const relay = failed.relay === 'relay' ? 'relay:default' : failed.relay;
  const subject = relay ?? siteOf(failed);
  await raise(tx, accountId, [{ kind: 'route', subject, reason: shownReason(failed.reason), count: 1 }]);
}

function shownReason(reason: string | null): string | null {
  return reason?.slice(0, MAX_REASON_CHARACTERS).replaceAll('\0', '').toWellFormed() ?? null;
}

async function raise(tx: Tx, accountId: number, rows: readonly Raised[]): Promise<void> {
  await raiseAlerts(
    tx,
    accountId,
    rows.map(({ kind }) => kind),
    rows.map(({ subject }) => subject),
    rows.map(({ count }) => count),
    rows.map(({ reason }) => reason),
  );
}
