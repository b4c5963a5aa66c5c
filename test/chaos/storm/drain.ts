import { setTimeout as pause } from 'node:timers/promises';
import { propertyOf, type Client } from './client.ts';
import { isFinished, type FinalState, type MessageRecord } from './final-state.ts';
import { unreported } from './judge-hooks.ts';
import { domainOf, type History, type SentMail, type Tenant } from './history.ts';

/** Maximum time in milliseconds until a message is final after a storm, unless its receiver defers the message. */
const DRAIN_MS = 60_000;
/**
 * Maximum delays in milliseconds after the first and the second attempt: one and five minutes according to the retry
 * schedule, plus 20 percent.
 */
const FIRST_WAIT_MS = 72_000;
const SECOND_WAIT_MS = 360_000;
/**
 * Maximum duration in milliseconds of the delivery of a webhook event whose receiver hangs: the first request times out
 * after 15 seconds, and the retry follows a minute later.
 */
const HOOK_WAIT_MS = 80_000;
const ROUND_MS = 500;
const CHECKS_AT_ONCE = 8;
const PAGE = 100;
/**
 * Number of milliseconds to wait after the last outcome for events that should not have been sent. Such events would
 * arrive within this time.
 */
const STILL_MS = 2_000;

/**
 * Waits until every accepted message is final or overdue, waits for missing webhook requests for a limited time, and
 * reads all results from the API.
 */
export async function drain(parts: {
  readonly client: Client;
  readonly history: History;
  readonly quotaTenant: Tenant;
  readonly hasWebhooks: boolean;
  /** Makes deferred messages due `afterMs` milliseconds after the end of the storm. */
  readonly flush: { readonly afterMs: number; readonly run: () => Promise<void> } | undefined;
  readonly signal: AbortSignal;
}): Promise<FinalState> {
  const { client, flush, hasWebhooks, history, quotaTenant, signal } = parts;
  const endedAtMs = performance.now();
  const records = new Map<string, MessageRecord>();
  let open = history.mails.filter(({ outcome }) => outcome === 'accepted');
  let isFlushed = flush === undefined;
  for (;;) {
    const denied = await lookAtAll(client, open, records);
    open = open.filter((mail) => !denied.has(mail.id ?? '') && !isFinished(mail, records.get(mail.id ?? '')));
    const now = performance.now();
    if (open.every((mail) => overdueAtMs(history, mail, endedAtMs) < now)) break;
    await pause(ROUND_MS, undefined, { signal });
    if (isFlushed || now - endedAtMs < (flush?.afterMs ?? 0)) continue;
    isFlushed = true;
    await flush?.run();
  }
  const drainMs = performance.now() - endedAtMs;
  const reportedByMs = performance.now() + HOOK_WAIT_MS + DRAIN_MS;
  while (hasWebhooks && unreported(history, { records }).length > 0 && performance.now() < reportedByMs) {
    await pause(ROUND_MS, undefined, { signal });
  }
  await pause(STILL_MS, undefined, { signal });
  return {
    records,
    strangers: await lookAtStrangers(client, history),
    quota: await lookAtQuota(client, quotaTenant),
    drainMs,
  };
}

/**
 * Returns the deadline for the final status of a message: soon after the storm, or after the retry delay if the
 * receiver deferred the message.
 */
export function overdueAtMs(history: History, mail: SentMail, endedAtMs: number): number {
  let dueMs = endedAtMs;
  for (const recipient of mail.recipients) {
    const times = [recipient, domainOf(recipient)].flatMap((whom) => history.deferrals.get(whom) ?? []);
    const met = times.filter((atMs) => atMs >= (mail.acceptedAtMs ?? 0) - ROUND_MS).toSorted((a, b) => a - b);
    const last = met.at(-1);
    if (last === undefined) continue;
    // After two attempts, the retry delay is five minutes. An attempt whose result is unknown because of a kill counts
    // as an attempt.
    const mayBeSecond = met.length > 1 || history.kills.some((kill) => isBetween(kill.atMs, mail.acceptedAtMs, last));
    dueMs = Math.max(dueMs, last + (mayBeSecond ? SECOND_WAIT_MS : FIRST_WAIT_MS));
  }
  return dueMs + DRAIN_MS;
}

function isBetween(atMs: number, fromMs: number | undefined, toMs: number): boolean {
  return atMs >= (fromMs ?? 0) && atMs <= toMs;
}

/** Reads messages into `records`. Returns the IDs for which the API returns 404. */
async function lookAtAll(
  client: Client,
  mails: readonly SentMail[],
  records: Map<string, MessageRecord>,
): Promise<Set<string>> {
  const denied = new Set<string>();
  await inTurns(mails, async ({ id = '', tenant }) => {
    const { record, status } = await readMessage(client, tenant, id);
    if (record) records.set(id, record);
    else if (status === 404) denied.add(id);
  });
  return denied;
}

async function lookAtStrangers(client: Client, history: History): Promise<Map<string, MessageRecord | undefined>> {
  const known = new Set(history.mails.map(({ id }) => id));
  const byRecipient = new Map(history.mails.flatMap((mail) => mail.recipients.map((one) => [one, mail] as const)));
  const strangers = new Map<string, MessageRecord | undefined>();
  const unknown = history.arrivals.filter(({ id }) => id !== undefined && !known.has(id));
  await inTurns(unknown, async ({ id = '', recipient }) => {
    const tenant = byRecipient.get(recipient)?.tenant;
    strangers.set(id, tenant && (await readMessage(client, tenant, id)).record);
  });
  return strangers;
}

async function readMessage(
  client: Client,
  tenant: Tenant,
  id: string,
): Promise<{ readonly status: number; readonly record?: MessageRecord }> {
  const { body, status } = await client(tenant, { method: 'GET', path: `/transactional/emails/${id}` });
  const events = propertyOf(body, 'events');
  if (status !== 200 || !Array.isArray(events)) return { status };
  const record = {
    status: String(propertyOf(body, 'status')),
    events: events.map((entry: unknown) => ({
      event: String(propertyOf(entry, 'event')),
      occurredAt: String(propertyOf(entry, 'occurred_at')),
      recipient: asText(propertyOf(entry, 'recipient')),
    })),
  };
  return { status, record };
}

async function lookAtQuota(client: Client, tenant: Tenant): Promise<FinalState['quota']> {
  const { body } = await client(tenant, { method: 'GET', path: '/transactional/usage' });
  const day = propertyOf(body, 'day');
  const figure = (name: string): number => Number(propertyOf(day, name));
  let stored = 0;
  let after = '';
  for (;;) {
    const path = `/transactional/emails?per_page=${PAGE}${after}`;
    const page: unknown = (await client(tenant, { method: 'GET', path })).body;
    const data = propertyOf(page, 'data');
    const messages: readonly unknown[] = Array.isArray(data) ? data : [];
    for (const message of messages) stored += lengthOf(propertyOf(message, 'to'));
    if (messages.length < PAGE) break;
    after = `&after=${String(propertyOf(messages.at(-1), 'id'))}`;
  }
  return { used: figure('used'), limit: figure('limit'), remaining: figure('remaining'), stored };
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const turn = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, turn));
}
