import type { Db } from '../../../base/db.ts';
import {
  PROVIDERS,
  REPORT_ROUTE,
  restingProviders,
  type OutcomeListener,
  type RecordedOutcome,
} from '../delivery/index.ts';
import { countAtProviders, knowsProvider, providersOf, type ProviderRow } from './provider-queries.ts';

const MAX_ANSWER_CHARACTERS = 300;
/**
 * Matches anything that looks like an address. Addresses are removed, because a server's reply to one message is shown
 * for all messages.
 */
const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g;
/** Display names of known providers. */
const NAMES: Readonly<Record<string, string>> = {
  google: 'Gmail and Google Workspace',
  outlook: 'Outlook.com and Hotmail',
  office365: 'Microsoft 365',
  yahoo: 'Yahoo and AOL',
  apple: 'iCloud Mail',
  comcast: 'Comcast',
  orange: 'Orange',
  inbox: 'Local inbox',
};
const KIND = { delivered: 'delivered', complained: 'delivered', bounced: 'refused', failed: 'failed' } as const;

/** Returns the display name of a provider. For an unknown provider, this is the domain of its mail servers. */
export function providerName(provider: string): string {
  return NAMES[provider] ?? provider;
}

/** Results of mailings at a mailbox provider. */
export type AtProvider = Omit<ProviderRow, 'retry_at'> & {
  /** Time until which the provider's servers are paused. */
  readonly resting_until: Date | null;
  /** Time of the next retry, as scheduled after the most recent deferral. */
  readonly retry_at: Date | null;
};

/** Counts for one provider and recipient batch. */
interface Counts {
  readonly batchId: string;
  readonly provider: string;
  delivered: number;
  refused: number;
  failed: number;
  deferred: number;
  answer: string | null;
  answeredAt: Date | null;
  retryAt: Date | null;
}

/**
 * Counts results by the provider to which the message was sent. Ignores suppressed recipients, recipients for whom no
 * route was found, and reports that arrive later.
 */
export const countProviders: OutcomeListener = async (tx, accountId, outcomes) => {
  const counts = [...countsOf(outcomes).values()];
  if (counts.length === 0) return;
  await countAtProviders(
    tx,
    accountId,
    counts.map(({ batchId }) => batchId),
    counts.map(({ provider }) => provider),
    counts.map(({ delivered }) => delivered),
    counts.map(({ refused }) => refused),
    counts.map(({ failed }) => failed),
    counts.map(({ deferred }) => deferred),
    counts.map(({ answer }) => answer),
    counts.map(({ answeredAt }) => answeredAt),
    counts.map(({ retryAt }) => retryAt),
  );
};

function countsOf(outcomes: readonly RecordedOutcome[]): Map<string, Counts> {
  const found = new Map<string, Counts>();
  for (const outcome of outcomes) {
    const { kind, messageId: batchId, provider } = outcome;
    if (provider === undefined || outcome.route === REPORT_ROUTE || kind === 'suppressed') continue;
    const key = `${batchId} ${provider}`;
    const counts = found.get(key) ?? newCounts(batchId, provider);
    found.set(key, counts);
    if (kind === 'deferred') {
      if (outcome.becameDelayed) counts.deferred += 1;
      counts.answer = answerOf(outcome);
      counts.answeredAt = outcome.finishedAt;
      counts.retryAt = outcome.retryAt ?? null;
      continue;
    }
    counts[KIND[kind]] += 1;
    if (outcome.wasDelayed === true) counts.deferred -= 1;
  }
  return found;
}

function newCounts(batchId: string, provider: string): Counts {
  const none = { delivered: 0, refused: 0, failed: 0, deferred: 0 };
  return { batchId, provider, ...none, answer: null, answeredAt: null, retryAt: null };
}

/** Returns the server's reply, or our own reason, without email addresses. Pure. */
export function answerOf({ reason, status }: Pick<RecordedOutcome, 'reason' | 'status'>): string {
  const words = (reason ?? 'no answer').replaceAll(ADDRESS, '…');
  const said = status !== null && !words.includes(status) ? `${status} ${words}` : words;
  return said.slice(0, MAX_ANSWER_CHARACTERS).toWellFormed();
}

/** Returns at most `limit` results of an owner's mailings by mailbox provider, in the order of `providersOf`. */
export async function viewProviders(
  db: Db,
  accountId: number,
  source: number,
  { limit, mailingIds }: { readonly mailingIds: readonly string[]; readonly limit: number },
): Promise<readonly AtProvider[]> {
  const rows = await providersOf(db, accountId, source, mailingIds, limit);
  const waiting = rows.filter(({ deferred, held }) => deferred + held > 0).map(({ provider }) => provider);
  const resting = await restingProviders(db, waiting);
  return rows.map((row) => Object.assign(row, { resting_until: resting.get(row.provider) ?? null }));
}

/**
 * Returns true if the name is that of a known provider, or of a provider to which messages of these mailings were sent.
 */
export async function isProviderOf(
  db: Db,
  accountId: number,
  mailingIds: readonly string[],
  provider: string,
): Promise<boolean> {
  if (PROVIDERS.includes(provider)) return true;
  return (await knowsProvider(db, accountId, mailingIds, provider))[0]?.is_known === true;
}
