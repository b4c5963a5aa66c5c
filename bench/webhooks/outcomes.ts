import { setTimeout as sleep } from 'node:timers/promises';
import { accountOf } from '../../src/app/commands/whose.ts';
import type { Installation } from '../../src/app/installation.ts';
import { removeWebhook, setWebhook } from '../../src/features/transactional/webhooks/settings.ts';
import type { RunningCandidate } from '../delivery/candidate.ts';
import { BENCH_OWNER, joinRunning, startPostrider } from '../delivery/postrider.ts';
import { startSink, type Sink } from '../delivery/sink.ts';
import { row, shown } from '../measure.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { queueBareEvents, TOLD, untilRecorded } from './rows.ts';

const MAILS = 3_000;
/** The first two take turns, since a machine is not always equally fast. */
const ROUNDS = 3;
/** Sent and delivered. */
const EVENTS_A_MAIL = 2;
const WARM_UP = 1_000;
const CLAIMS = 20;
/** Requests that hang end within this, and until then their account counts as one whose receiver hangs. */
const HANG_SECONDS = 17;
/** How long a backlog is watched while it flows off. */
const FLOW_SECONDS = 15;

/** What sending mails feels of webhooks: none, one that answers, one that hangs, and so many events that wait. */
export async function benchOutcomes(events: number): Promise<void> {
  console.log(`\nWebhooks during delivery: ${shown(MAILS)} emails of 7 KB each time, two events per email`);
  const [sink, answers, hangs] = [await startSink(), await startReceiver(), await startReceiver('hangs')];
  const system = await startPostrider(sink.port, { POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: 'true' });
  const installation = await joinRunning(system.dataDir);
  try {
    const { id: accountId } = await accountOf(installation.db, BENCH_OWNER);
    const tell = (url: string): Promise<unknown> =>
      setWebhook(installation, { accountId, via: 'command' }, { url, events: [...TOLD] });
    const measure = async (what: string): Promise<void> => {
      row(what, `${shown(await deliver(system, sink, MAILS))} emails/s   ${await describeTable(installation)}`);
    };
    await deliver(system, sink, WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure('no webhook');
      await tell(answers.url);
      await told(installation, answers, () => measure('a receiver that answers'));
      await removeWebhook(installation, { accountId, via: 'command' });
    }
    await tell(hangs.url);
    await measure('a receiver that hangs');
    await queueBareEvents(installation, accountId, events);
    await measure(`${shown(events)} more events wait for it`);
    await measure('the same again');
    await tell(answers.url);
    await sleep(HANG_SECONDS * 1000);
    await flow(answers, 'they flow off', () => measure('  mails meanwhile'));
  } finally {
    await installation.close();
    await system.stop();
    await Promise.all([sink.close(), answers.close(), hangs.close()]);
  }
}

/** How long it takes until all events of what `work` sends are told. */
async function told(installation: Installation, receiver: Receiver, work: () => Promise<void>): Promise<void> {
  const [before, startedAt] = [receiver.count(), performance.now()];
  await work();
  // The last outcomes are recorded a moment after their mails arrived.
  await receiver.until(before + EVENTS_A_MAIL * MAILS);
  await untilRecorded(installation);
  const seconds = (performance.now() - startedAt) / 1000;
  row('  all its events', `${shown(receiver.count() - before)} within ${seconds.toFixed(1)} s of the first email`);
}

async function flow(receiver: Receiver, what: string, meanwhile: () => Promise<void>): Promise<void> {
  const [before, startedAt] = [receiver.count(), performance.now()];
  await sleep(FLOW_SECONDS * 1000);
  row(what, `${shown(((receiver.count() - before) * 1000) / (performance.now() - startedAt))} deliveries/s`);
  await meanwhile();
}

/** Hands mails in and resolves with how many a second arrived. */
async function deliver(system: RunningCandidate, sink: Sink, mails: number): Promise<number> {
  sink.reset();
  const startedAt = performance.now();
  const [endedAt] = await Promise.all([sink.until(mails), system.send(mails)]);
  return (mails * 1000) / (endedAt - startedAt);
}

/** What webhooks have in the database, and how long a look for due events takes that leases none. */
async function describeTable({ db }: Installation): Promise<string> {
  const sizes = `select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 / 1e6 as megabytes,
      (select count(*)::integer from webhook_delivery where next_at is not null) as waiting
    from pg_inherits where inhparent in ('webhook_delivery'::regclass, 'webhook_attempt'::regclass)`;
  const [table] = await db.query<{ megabytes: number; waiting: number }>({ name: 'bench_sizes', text: sizes }, []);
  const claim = `select * from claim_webhooks(uuid_at(current_date - 4), 64, 0, -1, '{}', '{}', 30, '{}', '{}', 500, null, 1)`;
  const startedAt = performance.now();
  for (let call = 0; call < CLAIMS; call += 1) await db.query({ name: 'bench_webhook_claim', text: claim }, []);
  const claimMs = (performance.now() - startedAt) / CLAIMS;
  return `${shown(table?.waiting ?? 0)} wait, ${shown(table?.megabytes ?? 0)} MB, claim ${claimMs.toFixed(2)} ms`;
}
