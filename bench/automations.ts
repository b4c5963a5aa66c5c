import { addAllMembers, lockAudience } from '../src/features/audience/contacts/index.ts';
import { kill9 } from '../test/chaos/storm/processes.ts';
import { passHours, plantAutomation, type PlantedAutomation } from '../test/support/planted-automations.ts';
import { plantGroup, rowsOf } from '../test/support/planted-contacts.ts';
import { CONTENT } from './campaign/calls.ts';
import {
  plantList,
  printExactness,
  untilReceived,
  withCampaignSystem,
  type CampaignSystem,
} from './campaign/system.ts';
import { judged, millisecondsOf, row, shown } from './measure.ts';
import { numberOf, numbersOf, until } from './stack.ts';

const CONTACTS = 100_000;
const DELAYS = [0, 24, 48];
/** The process that is killed together with the main process, for each of the three emails. */
const KILLED = ['a delivery process', 'PostgreSQL', 'nothing else'] as const;
const ADDED_AT_ONCE = 1_000;
const POLL_MS = 10;
/**
 * Maximum ratio of two durations: adding contacts to a list with an automation, and adding contacts to a list without
 * one.
 */
const MAX_ENTERING = 4;
/**
 * Maximum number of duplicate messages after processes are killed. A message can be sent twice if the process is killed
 * before it reads the server's reply.
 */
const MAX_DUPLICATES = 200;

interface Run {
  readonly system: CampaignSystem;
  readonly contacts: number;
  readonly automation: PlantedAutomation;
}

/**
 * Measures a complete installation while contacts enter an automation through a list and receive its three emails, with
 * a sink on the same cores. The main process is killed while each email is being sent. Every contact must receive every
 * email, and only once except for emails in transit during a kill.
 */
export async function benchAutomations(contacts = CONTACTS): Promise<void> {
  console.log(`\nAutomations: ${shown(contacts)} contacts, ${DELAYS.length} emails of 7 KB, with a kill during each`);
  // Turn campaign approval off. It is on by default for all accounts except the operator's.
  await withCampaignSystem(contacts, { POSTRIDER_CAMPAIGN_APPROVAL: 'off' }, async (system) => {
    const { accountId, installation } = system;
    const { db } = installation;
    await plantList(system, contacts);
    const plainMs = await addAllContacts(system, await plantGroup(db, accountId, 'list', 'Tea club'));
    const list = await plantGroup(db, accountId, 'list', 'Tea club');
    const { from_email: from, html } = CONTENT;
    const trigger = { type: 'apply_list', list } as const;
    const automation = await plantAutomation(db, accountId, trigger, DELAYS, { from, html });
    const enteringMs = await addAllContacts(system, list);
    const rates = [plainMs, enteringMs].map((ms) => shown((contacts * 1000) / ms));
    const ratio = judged(enteringMs / plainMs, { most: MAX_ENTERING });
    row(
      'into a list, in transactions of 1,000',
      `${rates[0]} contacts/s   entering ${rates[1]}/s: ${ratio} of the time`,
    );
    for (const place of DELAYS.keys()) await measureEmail({ system, contacts, automation }, place);
    await reportCounters({ system, contacts, automation });
  });
}

/** Adds all contacts of the account to a list, a thousand per transaction. Returns the duration in milliseconds. */
export async function addAllContacts(
  { accountId, installation: { db } }: CampaignSystem,
  list: number,
): Promise<number> {
  const text = 'select id from contact where account_id = $1 order by id';
  const ids = (await rowsOf<{ id: number }>(db, text, [accountId])).map(({ id }) => id);
  return millisecondsOf(async () => {
    for (let first = 0; first < ids.length; first += ADDED_AT_ONCE) {
      await db.transaction(async (tx) => {
        await lockAudience(tx, accountId);
        await addAllMembers(tx, accountId, { kind: 'list', id: list }, ids.slice(first, first + ADDED_AT_ONCE));
      });
    }
  });
}

async function measureEmail({ automation, contacts, system }: Run, place: number): Promise<void> {
  const { accountId, installation, receiver, subject } = system;
  const { db } = installation;
  const item = automation.items[place];
  if (!item) return;
  const sent = 'select sent from automation_item where account_id = $1 and id = $2';
  if (place > 0) {
    receiver.forget();
    await passHours(db, accountId, automation.id, DELAYS[place] ?? 0);
  }
  const startedAt = performance.now();
  let queued = 0;
  await until(async () => (queued = await numberOf(db, sent, [accountId, item.id])) >= contacts * 0.2, POLL_MS);
  await subject.killMain();
  await subject.untilReady();
  await untilReceived(system, contacts * 0.5);
  if (place === 0) await kill9(subject.deliveryPids().slice(0, 1));
  if (place === 1) await kill9(subject.databasePids());
  await untilReceived(system, contacts);
  const takenMs = performance.now() - startedAt;
  // Ignore errors, because the database may be restarting.
  const counted = 'select coalesce(sum(sent), 0) from campaign_count where account_id = $1 and campaign_id = $2';
  await until(async () => (await numberOf(db, counted, [accountId, item.campaignId]).catch(() => 0)) >= contacts);
  row(
    `email ${place + 1}, main and ${KILLED[place]} killed`,
    `${shown(takenMs / 1000)} s   ${shown((contacts * 1000) / takenMs)} emails/s   first kill with ${shown(queued)} queued`,
  );
  const counters = `select count(*) as queued, count(distinct r.ref) as contacts,
      (select sent from automation_item where account_id = $1 and id = $3) as sent
    from mailing m join recipient_batch l on l.account_id = m.account_id and l.mailing_id = m.id
    join mailing_recipient r on r.account_id = l.account_id and r.batch_id = l.id
    where m.account_id = $1 and m.source = $2`;
  const found = await numbersOf(db, counters, [accountId, item.campaignId, item.id]);
  printExactness(system, contacts, found, MAX_DUPLICATES);
}

async function reportCounters({ automation, contacts, system }: Run): Promise<void> {
  const text = `select entered, finished, ended,
      (select count(*) from automation_entry where account_id = $1 and automation_id = $2 and item_id is not null) as waiting
    from automation where account_id = $1 and id = $2`;
  const values = [system.accountId, automation.id];
  const { ended, entered, finished, waiting } = await numbersOf<'ended' | 'entered' | 'finished' | 'waiting'>(
    system.installation.db,
    text,
    values,
  );
  const isExact = entered === contacts && finished === contacts && ended === 0 && waiting === 0;
  const words = `entered ${shown(entered)}   finished ${shown(finished)}   ended ${shown(ended)}   waiting ${shown(waiting)}`;
  row(isExact ? 'counted exactly' : 'counted exactly MISSED', words);
}
