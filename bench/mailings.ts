import { accountOf } from '../src/app/commands/whose.ts';
import type { Installation } from '../src/app/installation.ts';
import type { Database } from '../src/base/db.ts';
import { addRecipients, closeMailing, createMailingMaker } from '../src/features/sending/mailings/index.ts';
import { mailingOf, RECIPIENT, SANDBOX_SENDER } from './delivery/mails.ts';
import { BENCH_OWNER, joinRunning, startCampaign, startPostrider } from './delivery/postrider.ts';
import { startSink, type Sink } from './delivery/sink.ts';
import { residentMegabytes, row, shown } from './measure.ts';

const RECIPIENTS = 1_000_000;
/** The open mailing gets a tenth as many, one at a time. */
const ALONE = 10;
const CALLERS = 8;
const WARM_UP = 12_000;
const SAMPLE_EVERY_MS = 250;

type System = Awaited<ReturnType<typeof startPostrider>>;

/** A frozen mailing, and an open one whose recipients come one at a time: memory of delivery processes, bytes on disk, mails a second. */
export async function benchMailings(recipients = RECIPIENTS): Promise<void> {
  const alone = Math.ceil(recipients / ALONE);
  console.log(
    `\nMailings: ${shown(recipients)} recipients of a frozen mailing, then ${shown(alone)} of an open mailing, one at a time`,
  );
  const sink = await startSink();
  const system = await startPostrider(sink.port, {});
  const installation = await joinRunning(system.dataDir);
  try {
    await Promise.all([sink.until(WARM_UP), startCampaign(installation, WARM_UP)]);
    await measure('frozen', { installation, sink, system, count: recipients }, () =>
      startCampaign(installation, recipients),
    );
    for (const callers of [1, CALLERS]) {
      await measure(`open, ${callers} that add at once`, { installation, sink, system, count: alone }, () =>
        addOneByOne(installation, alone, callers),
      );
    }
  } finally {
    await installation.close();
    await system.stop();
    await sink.close();
  }
}

interface Run {
  readonly installation: Installation;
  readonly sink: Sink;
  readonly system: System;
  readonly count: number;
}

async function measure(what: string, { count, installation, sink, system }: Run, add: () => Promise<void>) {
  const before = await bytesOf(installation.db);
  sink.reset();
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, ...system.deliveryPids().map(residentMegabytes));
  }, SAMPLE_EVERY_MS);
  const [cpuBefore, startedAt] = [system.cpuMicros(), performance.now()];
  const added = add().then(() => performance.now());
  const [endedAt, addedAt] = await Promise.all([sink.until(count), added]);
  const cpu = (system.cpuMicros() - cpuBefore) / count;
  clearInterval(sampling);
  await settled(installation.db);
  const perRecipient = ((await bytesOf(installation.db)) - before) / count;
  const rate = (ms: number) => shown((count * 1000) / ms);
  row(
    what,
    `added ${rate(addedAt - startedAt)}/s   ${rate(endedAt - startedAt)} emails/s   ${shown(cpu)} µs CPU per email`,
  );
  row('', `${shown(perRecipient)} bytes on disk per recipient   delivery process, maximum ${shown(most)} MB`);
}

async function addOneByOne({ clock, db }: Installation, count: number, callers: number): Promise<void> {
  const { id: accountId } = await accountOf(db, BENCH_OWNER);
  const make = createMailingMaker({ clock });
  const mailing = { ...mailingOf(SANDBOX_SENDER), mailClass: 'confirmation', kind: 'open' } as const;
  const id = await db.transaction((tx) => make(tx, accountId, mailing));
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const recipient = { address: RECIPIENT, values: { number: String(next) }, ref: next };
      next += 1;
      await db.transaction((tx) => addRecipients(tx, accountId, id, [recipient]));
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  await db.transaction((tx) => closeMailing(tx, accountId, id));
}

/** Waits until everything that was sent is recorded. */
async function settled(db: Database): Promise<void> {
  const text = `select (select count(*) from mailing where state = 'sending')
    + (select count(*) from delivery where next_at is not null) as open`;
  for (;;) {
    const [found] = await db.query<{ open: number }>({ name: '', text }, []);
    if (found?.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
  }
}

async function bytesOf(db: Database): Promise<number> {
  const text = `select sum(pg_total_relation_size(c.oid))::bigint as bytes from pg_class c
    where c.relkind = 'r' and c.relname ~ '^(mail_template|mailing|delivery|attempt|event)(_|$)'`;
  const [found] = await db.query<{ bytes: number }>({ name: '', text }, []);
  return found?.bytes ?? 0;
}
