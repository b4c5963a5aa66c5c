import { Pool } from 'undici';
import type { Installation } from '../../src/app/installation.ts';
import { requestOf } from '../../src/features/transactional/webhooks/attempt.ts';
import { writePayload } from '../../src/features/transactional/webhooks/payload.ts';
import { createSigner } from '../../src/features/transactional/webhooks/signature.ts';

/** Number of concurrent requests, both per account and per loop. */
export const CONCURRENCY = 64;
/**
 * Batch size of the durable loop: the number of events that a statement reads, and the number of responses that a
 * statement records.
 */
const BATCH = 64;

/** Timestamp of the sample request. */
const NOW_MS = Date.UTC(2026, 10, 21);

/** Sends identical requests and reads the responses. */
export async function sendBare(origin: string, count: number): Promise<void> {
  const request = sampleRequest();
  const pool = new Pool(origin, { connections: CONCURRENCY });
  let left = count;
  const call = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await pool.request({ method: 'POST', path: '/hook', ...request });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, call));
  await pool.close();
}

const READ = `select id, event_id, message_id, recipient, tag, event, occurred_at, status, reason from webhook_delivery
  where account_id = $1 and id > $2 and state = 0 order by id limit ${BATCH}`;
const RECORD = `with done as (
    update webhook_delivery d set state = 1, attempts = 1, next_at = null, answer = o.answer, body = $5, format = 'native'
    from unnest($2::uuid[], $3::smallint[], $4::text[]) as o (id, answer, words)
    where d.account_id = $1 and d.id = any ($2) and d.id = o.id
    returning d.id, o.answer, o.words
  )
  insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer, answer_headers,
    answer_body)
  select $1, id, 1, now(), 1, '/hook', answer, '{}', words from done`;
const BEFORE = `select coalesce((select id from webhook_delivery where account_id = $1 and state <> 0 order by id desc limit 1),
  '00000000-0000-0000-0000-000000000000') as id`;

interface Answer {
  readonly id: string;
  readonly status: number;
  readonly words: string;
}

/**
 * Sends requests like `sendBare`, but reads the events from an account's queue and records the responses there, with
 * one plain statement per 64 events. Has no leases, limits, address checks, signatures, or message content.
 */
export async function sendDurably({ db }: Installation, accountId: number, origin: string): Promise<void> {
  const request = sampleRequest();
  const pool = new Pool(origin, { connections: CONCURRENCY });
  const events: string[] = [];
  let answers: Answer[] = [];
  const [before] = await db.query<{ id: string }>({ name: 'bench_durable_before', text: BEFORE }, [accountId]);
  let [last, isRead] = [before?.id ?? '', false];
  let reading: Promise<void> | undefined;
  const records: Promise<unknown>[] = [];

  async function read(): Promise<void> {
    const rows = await db.query<{ id: string }>({ name: 'bench_durable_read', text: READ }, [accountId, last]);
    isRead = rows.length < BATCH;
    last = rows.at(-1)?.id ?? last;
    for (const { id } of rows) events.push(id);
    reading = undefined;
  }

  function record(): void {
    const batch = answers;
    answers = [];
    const [ids, codes] = [batch.map(({ id }) => id), batch.map(({ status }) => status)];
    const values = [accountId, ids, codes, batch.map(({ words }) => words), request.body];
    records.push(db.query({ name: 'bench_durable_record', text: RECORD }, values));
  }

  async function call(): Promise<void> {
    for (;;) {
      if (!isRead && events.length < CONCURRENCY) reading ??= read();
      const id = events.shift();
      if (id === undefined) {
        if (!reading) return;
        await reading;
        continue;
      }
      const answer = await pool.request({ method: 'POST', path: '/hook', ...request });
      answers.push({ id, status: answer.statusCode, words: await answer.body.text() });
      if (answers.length === BATCH) record();
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, call));
  if (answers.length > 0) record();
  await Promise.all(records);
  await pool.close();
}

/** Returns the bytes and headers of a delivery, signed once. */
function sampleRequest(): { headers: Record<string, string>; body: Buffer } {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const at = new Date(NOW_MS);
  const [recipient, tag, nothing] = ['user@y.example', 'receipt', { status: null, reason: null, extra: null }];
  const event = { id, messageId: id, recipientNo: 0, recipient, event: 'delivered', occurredAt: at, tag, ...nothing };
  const head = { id, from: 'Shop <shop@x.example>', to: [recipient], subject: 'Your order 4711', tag, headers: {} };
  const body = writePayload('native', event, { ...head, createdAt: at, messageIdHeader: '' }, 'delivered');
  const names = { accountId: 1, id, eventId: id, url: '', format: 'native' } as const;
  const delivery = { ...names, epoch: 0, attempts: 0, body, isOwnUrl: true };
  const sign = createSigner({
    secrets: [`whsec_${'A'.repeat(44)}`],
    hasSingleSignature: false,
    hasBothSignatures: false,
  });
  const { headers } = requestOf(delivery, sign, NOW_MS);
  return { headers: { ...headers }, body };
}
