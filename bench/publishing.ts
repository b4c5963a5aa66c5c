import { setTimeout as sleep } from 'node:timers/promises';
import { contactAddressOf, saveContacts } from '../src/features/audience/contacts/index.ts';
import { isFault } from '../src/mail/address.ts';
import { plantGroup } from '../test/support/planted-contacts.ts';
import { addAllContacts } from './automations.ts';
import { CONTENT, requestOf, sendCodes } from './campaign/calls.ts';
import type { CampaignSystem } from './campaign/system.ts';
import { judged, millisecondsOf, row, shown } from './measure.ts';
import { numberOf, until } from './stack.ts';

/** Maximum number of milliseconds by which publishing may delay other work. */
const MAX_DELAYED_MS = 1_000;
const WAIT = { type: 'wait', minutes: 14_400 } as const;
const POLL_MS = 100;

/**
 * Measures how long it takes to publish a draft that moves all waiting contacts to another step, and how long this
 * delays contacts that enter the same automation, and login codes.
 */
export async function measurePublishing(system: CampaignSystem, contacts: number): Promise<void> {
  const { accountId, installation } = system;
  const { db } = installation;
  const list = await plantGroup(db, accountId, 'list', 'Patient readers');
  const trigger = { trigger_type: 'apply_list', trigger_list_id: list };
  const { id } = await requestOf<{ id: number }>(system, 'POST', '/automations', { title: 'Wait', ...trigger });
  const path = `/automations/${id}`;
  const made = await requestOf<{ id: number }>(system, 'POST', `${path}/emails`, CONTENT);
  const email = { type: 'email', id: made.id };
  await requestOf(system, 'PATCH', `${path}/flow`, { steps: [WAIT, email] });
  await requestOf(system, 'PATCH', path, { active: true });
  await addAllContacts(system, list);
  const started = `select count(*) from automation_entry
    where account_id = $1 and automation_id = $2 and wait_ends_at is not null`;
  await until(async () => (await numberOf(db, started, [accountId, id])) >= contacts, POLL_MS);
  await requestOf(system, 'PATCH', `${path}/draft`, { steps: [{ ...WAIT, minutes: 5 }, email] });
  const codes = sendCodes(system);
  for (const [name, isDryRun] of [
    ['dry run', true],
    ['publishing', false],
  ] as const) {
    const publish = async () => requestOf(system, 'POST', `${path}/draft/publish`, { dry_run: isDryRun });
    const { ms, slowest } = await besideEntering(system, list, publish);
    const most = judged(slowest, { most: MAX_DELAYED_MS }, shown(slowest));
    row(`${name}, moves ${shown(contacts)} contacts`, `${shown(ms)} ms   contacts enter after at most ${most} ms`);
  }
  const times = await codes.stop();
  row('login codes in the meantime', `delivered after at most ${shown(Math.max(...times))} ms`);
}

/**
 * Runs a request while contacts enter the automation one after another. Returns the duration of the request and the
 * longest time that a contact took to enter, both in milliseconds.
 */
async function besideEntering(
  { accountId, installation: { db } }: CampaignSystem,
  list: number,
  run: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly slowest: number }> {
  let isRunning = true;
  let slowest = 0;
  const entering = (async () => {
    for (let number = 0; isRunning; number += 1) {
      const email = contactAddressOf(`late${number}.${Date.now()}@customer.example`);
      if (isFault(email)) throw new Error(email.fault);
      const enter = async () => db.transaction(async (tx) => saveContacts(tx, accountId, [{ email, listIds: [list] }]));
      slowest = Math.max(slowest, await millisecondsOf(enter));
    }
  })();
  await sleep(POLL_MS);
  const ms = await millisecondsOf(run);
  isRunning = false;
  await entering;
  return { ms, slowest };
}
