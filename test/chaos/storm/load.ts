import { setTimeout as pause } from 'node:timers/promises';
import { propertyOf, type ApiAnswer, type Client } from './client.ts';
import type { History, InvariantName, SentMail, Tenant } from './history.ts';
import { between, pick, randomFrom, weighted, type Random } from './random.ts';
import { GONE_PREFIX } from './receiver-session.ts';
import { RECEIVING_DOMAINS } from './receiver.ts';

const CALLERS = 12;
const RETRY_MS = 50;
const MAX_RECIPIENTS = 3;
const MAX_BATCH = 5;
const MAX_LINES = 12;
/** Requests per second of the account with the small quota. The rate is below the rate limit of the plan. */
const QUOTA_RATE = 3;
const KEPT_KEYS = 500;

/** Weight of each action of a caller. */
const DEEDS = { send: 50, gone: 2, keyed: 18, batch: 10, repeat: 8, lookUp: 6, suppress: 2, suppressed: 4 } as const;
type Deed = keyof typeof DEEDS;

/** A completed request that has an idempotency key and may be repeated later. */
interface KeyedRequest {
  readonly tenant: Tenant;
  readonly path: string;
  readonly key: string;
  readonly body: object;
  readonly ids: readonly string[];
}

export interface LoadParts {
  readonly client: Client;
  readonly history: History;
  readonly tenants: readonly Tenant[];
  readonly seed: number;
  readonly ratePerSecond: number;
  readonly signal: AbortSignal;
}

/** State that all callers share. */
interface Load extends LoadParts {
  readonly keyed: KeyedRequest[];
}

interface Caller {
  readonly load: Load;
  readonly random: Random;
  readonly tenant: Tenant;
}

/**
 * Calls the API as customers' applications do, until the given time. Resolves when every request with an idempotency
 * key has a response.
 */
export async function runLoad(parts: LoadParts, untilMs: number): Promise<void> {
  const load: Load = { ...parts, keyed: [] };
  const others = parts.tenants.filter(({ hasQuota }) => !hasQuota);
  const pauseMs = (CALLERS * 1_000) / parts.ratePerSecond;
  const callers = Array.from({ length: CALLERS }, async (_none, index) => {
    const random = randomFrom(parts.seed, `caller ${index}`);
    while (performance.now() < untilMs) {
      const tenant = pick(random, others);
      const deed = weighted(random, DEEDS);
      if (tenant && deed) await DOERS[deed]({ load, random, tenant });
      await pause(between(random, 0.5 * pauseMs, 1.5 * pauseMs), undefined, { signal: parts.signal });
    }
  });
  await Promise.all([
    ...callers,
    ...parts.tenants.map((tenant) => tenant.hasQuota && useUpQuota(load, tenant, untilMs)),
  ]);
}

const DOERS: Readonly<Record<Deed, (caller: Caller) => Promise<void>>> = {
  async send(caller) {
    const mail = newMail(caller, recipientsFor(caller));
    settle(caller, mail, await post(caller, '/transactional/emails', bodyOf(mail)));
  },
  async gone(caller) {
    const mail = newMail(caller, [newAddress(caller, GONE_PREFIX)]);
    settle(caller, mail, await post(caller, '/transactional/emails', bodyOf(mail)));
  },
  async keyed(caller) {
    const mail = newMail(caller, recipientsFor(caller));
    await insist(caller, '/transactional/emails', bodyOf(mail), [mail]);
  },
  async batch(caller) {
    const count = 1 + Math.floor(caller.random() * MAX_BATCH);
    const mails = Array.from({ length: count }, () => newMail(caller, recipientsFor(caller)));
    await insist(caller, '/transactional/emails/batch', { emails: mails.map(bodyOf) }, mails);
  },
  repeat: repeatKey,
  lookUp,
  suppress,
  async suppressed(caller) {
    const address = pick(caller.random, [...caller.load.history.suppressions.keys()]);
    if (address !== undefined) await sendToSuppressed(caller, address);
  },
};

/**
 * Sends a request with an idempotency key, and repeats it, even if processes are killed, until there is a response that
 * does not call for a retry.
 */
async function insist(caller: Caller, path: string, body: object, mails: readonly SentMail[]): Promise<void> {
  const { load, tenant } = caller;
  const key = `key-${mails[0]?.number}`;
  for (;;) {
    const answer = await post(caller, path, body, key);
    if (isPassing(answer)) {
      await pause(RETRY_MS, undefined, { signal: load.signal });
      continue;
    }
    const ids = idsOf(answer);
    const isWhole = answer.status === 202 && ids.length === mails.length;
    if (!isWhole) breach(caller, 'I6', key, `was answered ${answer.status} with ${ids.length} ids`);
    for (const [index, mail] of mails.entries()) settleWith(mail, answer.status, ids[index]);
    if (isWhole) load.keyed.push({ tenant, path, key, body, ids });
    if (load.keyed.length > KEPT_KEYS) load.keyed.shift();
    return;
  }
}

/** Reuses an idempotency key. The same body must result in the same IDs, and a different body must be rejected. */
async function repeatKey(caller: Caller): Promise<void> {
  const { history, keyed } = caller.load;
  const request = pick(caller.random, keyed);
  if (!request) return;
  const { body, ids, key, path, tenant } = request;
  const isOther = caller.random() < 0.3 && path === '/transactional/emails';
  const sent = isOther ? { ...body, subject: 'Another subject' } : body;
  const answer = await post({ ...caller, tenant }, path, sent, key);
  if (isPassing(answer)) return;
  history.repeats[isOther ? 'other' : 'same'] += 1;
  if (isOther) {
    if (answer.status !== 409) breach(caller, 'I6', key, `with another body was answered ${answer.status}, not 409`);
  } else if (answer.status !== 202 || idsOf(answer).join() !== ids.join()) {
    breach(
      caller,
      'I6',
      key,
      `was answered ${answer.status} with other ids: ${idsOf(answer).join()} not ${ids.join()}`,
    );
  }
}

async function lookUp({ load, random }: Caller): Promise<void> {
  const mail = pick(random, load.history.mails);
  if (!mail?.id) return;
  const { status } = await load.client(mail.tenant, { method: 'GET', path: `/transactional/emails/${mail.id}` });
  if (status === 404)
    load.history.breaches.push({ invariant: 'I1', subject: mail.id, words: 'was accepted and is gone' });
}

/** Suppresses an unused address, and then sends a message to it. */
async function suppress(caller: Caller): Promise<void> {
  const { load } = caller;
  const address = newAddress(caller, `stop-${caller.tenant.name}-`);
  for (;;) {
    const answer = await post(caller, '/transactional/suppressions', { address });
    if (answer.status === 201) break;
    if (!isPassing(answer)) return breach(caller, 'I11', address, `was not suppressed: ${answer.status}`);
    await pause(RETRY_MS, undefined, { signal: load.signal });
  }
  load.history.suppressions.set(address, performance.now());
  await sendToSuppressed(caller, address);
}

async function sendToSuppressed(caller: Caller, address: string): Promise<void> {
  const { tenants } = caller.load;
  const tenant = tenants.find(({ name }) => address.startsWith(`stop-${name}-`)) ?? caller.tenant;
  const mail = newMail({ ...caller, tenant }, [address]);
  const answer = await post({ ...caller, tenant }, '/transactional/emails', bodyOf(mail));
  settle(caller, mail, answer);
  if (!isPassing(answer) && answer.status !== 403) breach(caller, 'I11', address, `was answered ${answer.status}`);
}

/** Sends more messages than the daily quota allows, slightly below the rate limit of the plan. */
async function useUpQuota(load: Load, tenant: Tenant, untilMs: number): Promise<void> {
  const caller: Caller = { load, tenant, random: randomFrom(load.seed, 'quota') };
  while (performance.now() < untilMs) {
    const mail = newMail(caller, recipientsFor(caller));
    settle(caller, mail, await post(caller, '/transactional/emails', bodyOf(mail)));
    await pause(1_000 / QUOTA_RATE, undefined, { signal: load.signal });
  }
}

function newMail({ load, random, tenant }: Caller, recipients: readonly string[]): SentMail {
  const number = load.history.mails.length + 1;
  const lines = Array.from({ length: 1 + Math.floor(random() * MAX_LINES) }, () => random().toString(36).repeat(3));
  const mail: SentMail = {
    number,
    tenant,
    recipients,
    subject: `Mail ${number}`,
    text: [`This is mail ${number}.`, ...lines].join('\n'),
    outcome: 'unknown',
  };
  load.history.mails.push(mail);
  return mail;
}

/** Returns an address that only one message uses, so that the receiver can identify the message by its address. */
function newAddress({ load, random }: Caller, prefix: string): string {
  const domain = pick(random, RECEIVING_DOMAINS)?.name ?? '';
  return `${prefix}m${load.history.mails.length + 1}-${Math.floor(random() * 2 ** 32).toString(36)}@${domain}`;
}

function recipientsFor(caller: Caller): string[] {
  const isOne = caller.random() < 0.8;
  const count = isOne ? 1 : 1 + Math.floor(caller.random() * MAX_RECIPIENTS);
  return Array.from({ length: count }, () => newAddress(caller, ''));
}

function bodyOf({ recipients, subject, tenant, text }: SentMail): object {
  return { from: `Chaos <mail@${tenant.domain}>`, to: recipients, subject, text };
}

function post({ load, tenant }: Caller, path: string, body: object, key?: string): Promise<ApiAnswer> {
  return load.client(tenant, { method: 'POST', path, body, ...(key !== undefined && { idempotencyKey: key }) });
}

/**
 * Returns true if a client should retry, because there was no response, the server failed or was unavailable, the rate
 * limit was exceeded, or the first request with the same key was still in progress.
 */
function isPassing({ body, status }: ApiAnswer): boolean {
  const isConcurrent = status === 409 && propertyOf(body, 'name') === 'concurrent_idempotent_requests';
  const isTooFast = status === 429 && propertyOf(body, 'name') === 'rate_limit_exceeded';
  return status === 0 || status >= 500 || isConcurrent || isTooFast;
}

function settle(caller: Caller, mail: SentMail, answer: ApiAnswer): void {
  const [id] = idsOf(answer);
  if (answer.status === 202 && id === undefined) breach(caller, 'I1', mail.subject, 'was answered 202 without an id');
  settleWith(mail, answer.status, id);
}

function settleWith(mail: SentMail, status: number, id: string | undefined): void {
  if (status === 202 && id !== undefined) {
    mail.outcome = 'accepted';
    mail.id = id;
    mail.acceptedAtMs = performance.now();
  } else if (status >= 400 && status < 500) mail.outcome = 'refused';
}

function idsOf({ body }: ApiAnswer): string[] {
  const data = propertyOf(body, 'data');
  const items: readonly unknown[] = Array.isArray(data) ? data : [body];
  return items.flatMap((item) => {
    const id = propertyOf(item, 'id');
    return typeof id === 'string' ? [id] : [];
  });
}

function breach({ load }: Caller, invariant: InvariantName, subject: string, words: string): void {
  load.history.breaches.push({ invariant, subject, words });
}
