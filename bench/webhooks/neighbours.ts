import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../src/app/installation.ts';
import { startWebhooks } from '../../src/app/webhooks.ts';
import { createResolver } from '../../src/base/dns.ts';
import { createUuidGenerator } from '../../src/base/ids.ts';
import { recordWebhookEvents } from '../../src/features/transactional/webhooks/index.ts';
import { row, shown } from '../measure.ts';
import { openStack } from '../stack.ts';
import type { Manner } from './receiver-thread.ts';
import { startReceiver } from './receiver.ts';
import { makeWebhooks, queueBareEvents } from './rows.ts';

/** Receivers beside the one that is measured, and their accounts: more together than a process has places for them. */
const TROUBLES: readonly Manner[] = ['hangs', 'drips', 'resets', 'fails', 'redirects', 'is gone'];
const ACCOUNTS_EACH = 20;
const EVENTS_EACH = 50;
/** Events of the account that is measured: one at a time, as mails cause them. */
const EVENTS_A_SECOND = 50;
const SECONDS = 20;
const TARGET_MS = 1_000;
const LOOK_EVERY_MS = 100;

/** How long the events of an account take whose receiver answers, from their transaction's commit to the end of the attempt. */
export async function benchNeighbours(): Promise<void> {
  const accounts = TROUBLES.length * ACCOUNTS_EACH;
  console.log(`\nWebhooks next to ${accounts} accounts with failing receivers, ${EVENTS_EACH} events each`);
  const troubled = await Promise.all(TROUBLES.map((manner) => startReceiver(manner)));
  const healthy = await startReceiver();
  const stack = await openStack({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: 'true' });
  try {
    const urls = troubled.flatMap(({ url }) => Array.from({ length: ACCOUNTS_EACH }, () => url));
    const [measured = 0, ...others] = await makeWebhooks(stack.installation, [healthy.url, ...urls]);
    const webhooks = startWebhooks(stack.installation, createResolver({ clock: stack.installation.clock }));
    try {
      await tellOneByOne(stack.installation, measured, () => webhooks.wake());
      await show(stack.installation, measured, 'alone');
      for (const accountId of others) await queueBareEvents(stack.installation, accountId, EVENTS_EACH);
      webhooks.wake();
      await tellOneByOne(stack.installation, measured, () => webhooks.wake());
      await show(stack.installation, measured, 'beside them');
      const requests = troubled.map((receiver, index) => `${TROUBLES[index]} ${shown(receiver.count())}`);
      row('  requests that they received', requests.join(', '));
    } finally {
      await webhooks.stop();
    }
  } finally {
    await stack.close();
    await Promise.all([healthy, ...troubled].map((receiver) => receiver.close()));
  }
}

async function tellOneByOne({ clock, db }: Installation, accountId: number, wake: () => void): Promise<void> {
  const nextUuid = createUuidGenerator();
  for (let told = 0; told < SECONDS * EVENTS_A_SECOND; told += 1) {
    const nowMs = clock.now();
    const event = { id: nextUuid(nowMs), event: 'delivered', occurredAt: new Date(nowMs), recipient: 'user@y.example' };
    const ofNoMail = { messageId: null, recipientNo: null, status: null, reason: null, extra: null };
    await db.transaction((tx) => recordWebhookEvents(tx, accountId, [{ ...event, ...ofNoMail }]));
    wake();
    await sleep(1000 / EVENTS_A_SECOND);
  }
}

/** Of what was not looked at yet, which then is removed. */
async function show({ db }: Installation, accountId: number, what: string): Promise<void> {
  const waiting = 'select exists (select from webhook_delivery where account_id = $1 and next_at is not null) as waits';
  for (;;) {
    const [found] = await db.query<{ waits: boolean }>({ name: 'bench_waits_of', text: waiting }, [accountId]);
    if (!found?.waits) break;
    await sleep(LOOK_EVERY_MS);
  }
  const text = `with told as (
      select extract(epoch from a.started_at - d.occurred_at) * 1000 + a.duration_ms as ms
      from webhook_delivery d join webhook_attempt a on a.account_id = d.account_id and a.delivery_id = d.id
      where d.account_id = $1 and d.state = 1
    )
    select count(*)::integer as events, percentile_cont(0.5) within group (order by ms)::float8 as p50,
      percentile_cont(0.99) within group (order by ms)::float8 as p99, max(ms)::float8 as most from told`;
  const [told] = await db.query<{ events: number; p50: number; p99: number; most: number }>(
    { name: 'bench_told', text },
    [accountId],
  );
  if (!told) return;
  const verdict = told.p99 <= TARGET_MS && told.events === SECONDS * EVENTS_A_SECOND ? '' : '   MISSED';
  row(
    `a working receiver, ${what}`,
    `p50 ${shown(told.p50)}, p99 ${shown(told.p99)}, longest ${shown(told.most)} ms of ${shown(told.events)}${verdict}`,
  );
  for (const table of ['webhook_attempt', 'webhook_delivery']) {
    await db.query({ name: '', text: `delete from ${table} where account_id = $1` }, [accountId]);
  }
}
