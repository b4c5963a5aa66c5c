import type { Database } from '../../src/base/db.ts';

/** An account whose messages are sent to several API processes. */
export interface BusyAccount {
  readonly accountId: number;
  readonly key: string;
  /** Base URLs of the API processes. */
  readonly baseUrls: readonly string[];
  /** Connections to the shared database that are independent of the processes. */
  readonly db: Database;
}

/**
 * IDs of the accepted messages, IDs of the messages that the reader found, and the number of pages that the reader
 * requested.
 */
export interface Reading {
  readonly accepted: ReadonlySet<string>;
  readonly seen: ReadonlySet<string>;
  readonly pages: number;
}

const SENDERS = 12;
const MAX_BATCH = 20;
/** Number of other messages that are accepted while a key is locked. */
const OVERTAKING = 3;
const MAIL = {
  from: 'onboarding@sandbox.localhost',
  to: ['delivered@sandbox.localhost'],
  subject: 'Hello',
  text: 'Hi',
};

/**
 * Sends at least `count` messages to all processes concurrently, through several endpoints, with and without
 * idempotency keys. Some of the requests wait for a transaction that has locked their idempotency key. At the same
 * time, a reader pages forward with `before` and the newest ID it has seen.
 */
export async function readForwardDuring(account: BusyAccount, count: number): Promise<Reading> {
  const accepted = new Set<string>();
  const first = await post(account, 0, '/transactional/emails', MAIL);
  const start = String(first.id);
  let isOver = false;
  const reading = readForward(account, start, () => isOver);
  try {
    await Promise.all(Array.from({ length: SENDERS }, (_, sender) => sendMix(account, sender, accepted, count)));
  } finally {
    isOver = true;
  }
  return { accepted, ...(await reading) };
}

/** Reads pages until there are no newer messages and `isOver` returned true before the last page was requested. */
async function readForward({ baseUrls, key }: BusyAccount, start: string, isOver: () => boolean) {
  const seen = new Set<string>();
  let newest = start;
  for (let pages = 1; ; pages += 1) {
    const isLast = isOver();
    const url = `${baseUrls[pages % baseUrls.length]}/transactional/emails?per_page=100&before=${newest}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { data, has_more: hasMore } = (await response.json()) as { data: { id: string }[]; has_more: boolean };
    for (const { id } of data) seen.add(id);
    newest = data[0]?.id ?? newest;
    if (isLast && !hasMore) return { seen, pages };
  }
}

/** Runs one sender, which changes the endpoint and the process with each request. */
async function sendMix(account: BusyAccount, sender: number, accepted: Set<string>, count: number): Promise<void> {
  for (let turn = 0; accepted.size < count; turn += 1) {
    const place = sender + turn;
    const key = `mix-${sender}-${turn}`;
    const many = Array.from({ length: 1 + (place % MAX_BATCH) }, () => MAIL);
    const kinds: (() => Promise<string[]>)[] = [
      async () => idsOf(await post(account, place, '/transactional/emails', MAIL)),
      async () => idsOf(await post(account, place, '/transactional/emails', MAIL, key)),
      async () => idsOf(await post(account, place, '/transactional/emails/batch', { emails: many })),
      async () => idsOf(await post(account, place, '/transactional/emails/batch', { emails: many }, key)),
      async () => idsOf(await post(account, place, '/transactional/emails/batch', { emails: keyed(many, key) })),
      async () => idsOf(await post(account, place, '/transactional/compat/emails/batch', many)),
      // Only one sender locks keys, because each locked request needs a separate database connection.
      () => (sender === 0 ? heldUp(account, place, key, many) : Promise.resolve([])),
    ];
    for (const id of (await kinds[place % kinds.length]?.()) ?? []) accepted.add(id);
  }
}

/**
 * Sends a batch that waits for a transaction that has locked the batch's idempotency key. In the meantime, other
 * messages are accepted. Resolves with the IDs of all these messages.
 */
async function heldUp(account: BusyAccount, place: number, key: string, many: readonly unknown[]): Promise<string[]> {
  const overtaking: string[] = [];
  const held: { batch?: Promise<string[]> } = {};
  const rollback = new Error('The key is given back');
  const hold = account.db.transaction(async (tx) => {
    const claim = `insert into idempotency (account_id, key, fingerprint) values ($1, $2, 'held')`;
    await tx.query({ name: '', text: claim }, [account.accountId, key]);
    held.batch = post(account, place, '/transactional/compat/emails/batch', many, key).then(idsOf);
    // The promise is awaited below. Until then, this prevents an unhandled rejection.
    held.batch.catch(() => {});
    for (let other = 1; other <= OVERTAKING; other += 1) {
      overtaking.push(...idsOf(await post(account, place + other, '/transactional/emails', MAIL)));
    }
    throw rollback;
  });
  await hold.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return [...overtaking, ...((await held.batch) ?? [])];
}

function keyed(many: readonly object[], key: string): object[] {
  return many.map((mail, index) => ({ ...mail, idempotency_key: `${key}-${index}` }));
}

interface Accepted {
  readonly id?: string;
  readonly data?: readonly { readonly id: string }[];
}

function idsOf({ data, id }: Accepted): string[] {
  return data ? data.map((entry) => entry.id) : [id ?? ''];
}

async function post(
  { baseUrls, key: apiKey }: BusyAccount,
  place: number,
  path: string,
  body: unknown,
  key?: string,
): Promise<Accepted> {
  const response = await fetch(`${baseUrls[place % baseUrls.length]}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Accepted;
}
