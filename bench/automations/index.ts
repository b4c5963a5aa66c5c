import { setTimeout as sleep } from 'node:timers/promises';
import { kill9 } from '../../test/chaos/storm/processes.ts';
import { startReceiver, type Receiver } from '../campaign/receiver.ts';
import { plantList, query, setStage, type Stage } from '../campaign/setup.ts';
import { row, shown } from '../measure.ts';
import { addEverybody, passHours, plantAutomation, plantEmptyList, type BenchAutomation } from './rows.ts';

const CONTACTS = 100_000;
const DELAYS = [0, 24, 48];
/** What is killed in the middle of each mail, beside the main process with its loop. */
const KILLED = ['a delivery process', 'PostgreSQL', 'nothing else'] as const;
const LOOK_EVERY_MS = 100;
/** Of a contact's way into a list, with an automation beside without one. */
const MAX_ENTERING = 4;
/** Copies of mails whose reply nobody had read when their process was killed, of each kill. */
const MAX_AGAIN = 100;

/**
 * Contacts who enter an automation by a list and are sent its three mails by the program as its user runs it, into a sink on
 * the same cores, with the main process killed in the middle of each mail: each contact gets each mail, once but for what was
 * on the wire.
 */
export async function benchAutomations(contacts = CONTACTS): Promise<void> {
  console.log(`\nAutomations: ${shown(contacts)} contacts, ${DELAYS.length} emails of 7 KB, with a kill during each`);
  const receiver = await startReceiver(contacts);
  // Its account is not the operator's, whose mails nobody has to approve.
  const stage = await setStage(receiver.sink.port, { POSTRIDER_CAMPAIGN_APPROVAL: 'off' });
  try {
    await plantList(stage, contacts);
    const plainMs = await addEverybody(stage, await plantEmptyList(stage));
    const automation = await plantAutomation(stage, DELAYS);
    const enteringMs = await addEverybody(stage, automation.list);
    const ratio = enteringMs / plainMs;
    row(
      'into a list, in transactions of 1,000',
      `${shown((contacts * 1000) / plainMs)} contacts/s   entering ${shown((contacts * 1000) / enteringMs)}/s: ${ratio.toFixed(2)} of the time${ratio > MAX_ENTERING ? '   MISSED' : ''}`,
    );
    for (const place of DELAYS.keys()) await measureMail({ stage, receiver, contacts, automation }, place);
    await report(stage, automation, contacts);
  } finally {
    await stage.close();
    await receiver.sink.close();
  }
}

interface Run {
  readonly stage: Stage;
  readonly receiver: Receiver;
  readonly contacts: number;
  readonly automation: BenchAutomation;
}

async function measureMail({ automation, contacts, receiver, stage }: Run, place: number): Promise<void> {
  const { subject } = stage;
  const item = automation.items[place];
  if (!item) return;
  if (place > 0) {
    receiver.forget();
    await passHours(stage, item, DELAYS[place] ?? 0);
  }
  const startedAt = performance.now();
  const queued = await untilQueued(stage, item.id, contacts * 0.2);
  await subject.killMain();
  await subject.untilReady();
  await untilTaken(receiver, contacts * 0.5);
  if (place === 0) await kill9(subject.deliveryPids().slice(0, 1));
  if (place === 1) await kill9(subject.databasePids());
  await untilTaken(receiver, contacts);
  const takenMs = performance.now() - startedAt;
  await untilCounted(stage, item.campaignId, contacts);
  const { again, missed } = receiver.exactness(contacts);
  const [counted] = await query<{ queued: number; people: number; sent: number }>(
    stage.installation,
    `select count(*) as queued, count(distinct r.ref) as people,
       (select sent from automation_item where account_id = $1 and id = $3) as sent
     from mailing m join mailing_lot l on l.account_id = m.account_id and l.mailing_id = m.id
     join mailing_recipient r on r.account_id = l.account_id and r.lot_id = l.id
     where m.account_id = $1 and m.source = $2`,
    [stage.accountId, item.campaignId, item.id],
  );
  const isExact =
    missed === 0 &&
    again <= MAX_AGAIN * 2 &&
    [counted?.queued, counted?.people, counted?.sent].every((number) => number === contacts);
  row(
    `email ${place + 1}, main and ${KILLED[place]} killed`,
    `${shown(takenMs / 1000)} s   ${shown((contacts * 1000) / takenMs)} emails/s   first kill with ${shown(queued)} queued`,
  );
  row(
    isExact ? '  exactly once' : '  exactly once MISSED',
    `${shown(missed)} missing   ${shown(again)} duplicates   queued ${shown(counted?.queued ?? 0)} to ${shown(counted?.people ?? 0)}   sent ${shown(counted?.sent ?? 0)}`,
  );
}

/** What the automation says of itself. */
async function report({ accountId, installation }: Stage, { id }: BenchAutomation, contacts: number): Promise<void> {
  const [kept] = await query<{ entered: number; finished: number; ended: number; waiting: number }>(
    installation,
    `select entered, finished, ended,
       (select count(*) from automation_entry where account_id = $1 and automation_id = $2 and item_id is not null) as waiting
     from automation where account_id = $1 and id = $2`,
    [accountId, id],
  );
  const isExact = kept?.entered === contacts && kept.finished === contacts && kept.ended === 0 && kept.waiting === 0;
  row(
    isExact ? 'counted exactly' : 'counted exactly MISSED',
    `entered ${shown(kept?.entered ?? 0)}   finished ${shown(kept?.finished ?? 0)}   ended ${shown(kept?.ended ?? 0)}   waiting ${shown(kept?.waiting ?? 0)}`,
  );
}

/** Waits until so many were queued; gives how many it were then. */
async function untilQueued({ accountId, installation }: Stage, itemId: number, mails: number): Promise<number> {
  for (;;) {
    const [item] = await query<{ sent: number }>(
      installation,
      'select sent from automation_item where account_id = $1 and id = $2',
      [accountId, itemId],
    );
    if (item && item.sent >= mails) return item.sent;
    await sleep(LOOK_EVERY_MS / 10);
  }
}

async function untilTaken(receiver: Receiver, mails: number): Promise<void> {
  while (receiver.toReaders < mails) await sleep(LOOK_EVERY_MS);
}

/** Waits until all outcomes of a mail are counted; the database may be away meanwhile. */
async function untilCounted({ accountId, installation }: Stage, campaignId: number, mails: number): Promise<void> {
  for (;;) {
    const found = await query<{ sent: number }>(
      installation,
      `select coalesce(sum(sent), 0)::bigint as sent from campaign_count where account_id = $1 and campaign_id = $2`,
      [accountId, campaignId],
    ).catch(() => []);
    if ((found[0]?.sent ?? 0) >= mails) return;
    await sleep(LOOK_EVERY_MS);
  }
}
