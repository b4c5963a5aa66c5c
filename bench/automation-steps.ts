import { passHours } from '../test/support/planted-automations.ts';
import { plantGroup, rowsOf } from '../test/support/planted-contacts.ts';
import { addAllContacts } from './automations.ts';
import { CONTENT, requestOf } from './campaign/calls.ts';
import { plantList, withCampaignSystem, type CampaignSystem } from './campaign/system.ts';
import { judged, row, shown } from './measure.ts';
import { measurePublishing } from './publishing.ts';
import { numberOf, until } from './stack.ts';

const CONTACTS = 20_000;
const MAX_ENTERING = 4;
/** Minimum number of completed steps per second. */
const MIN_STEPS = 2_000;
/** Steps that each contact completes: all but the step in the other branch. */
const STEPS_PER_CONTACT = 5;
const DELAY_HOURS = 2;
const POLL_MS = 100;

/**
 * Measures a complete installation while contacts enter an automation with six steps and one branch, and go through its
 * steps. The first step is an email with a delay, so that nothing is due while the contacts enter. Two of the steps are
 * emails, which are delivered to a sink on the same cores. Then measures how long it takes to publish changes to the
 * steps of another automation in which all contacts are waiting.
 */
export async function benchAutomationSteps(contacts = CONTACTS): Promise<void> {
  console.log(`\nAutomation steps: ${shown(contacts)} contacts, six steps with one branch, two emails of 7 KB`);
  await withCampaignSystem(contacts, { POSTRIDER_CAMPAIGN_APPROVAL: 'off' }, async (system) => {
    const { accountId, installation } = system;
    const { db } = installation;
    await plantList(system, contacts);
    const plainMs = await addAllContacts(system, await plantGroup(db, accountId, 'list', 'Tea club'));
    const list = await plantGroup(db, accountId, 'list', 'Tea lovers');
    const id = await createFlow(system, list);
    const enteringMs = await addAllContacts(system, list);
    const [plain, entering] = [plainMs, enteringMs].map((ms) => shown((contacts * 1000) / ms));
    row('into a list, in transactions of 1,000', `${plain} contacts/s`);
    row(
      'entering through a list',
      `${entering} contacts/s: ${judged(enteringMs / plainMs, { most: MAX_ENTERING })} times the time`,
    );
    await measureSteps(system, id, contacts);
    await measurePublishing(system, contacts);
  });
}

/** Creates an active automation that contacts of the list enter. Half of the contacts meet its condition. */
async function createFlow(system: CampaignSystem, list: number): Promise<number> {
  const { accountId, installation } = system;
  const call = async <T>(method: string, path: string, body: object): Promise<T> =>
    requestOf<T>(system, method, path, body);
  const tags = await Promise.all(
    ['Half', 'Yes', 'No'].map(async (name) => plantGroup(installation.db, accountId, 'tag', name)),
  );
  const [half, yes, no] = tags;
  await rowsOf(
    installation.db,
    `insert into tag_member (account_id, tag_id, contact_id) select $1, $2, id from contact where account_id = $1 and id % 2 = 0`,
    [accountId, half],
  );
  const { id } = await call<{ id: number }>('POST', '/automations', {
    title: 'Tea',
    trigger_type: 'apply_list',
    trigger_list_id: list,
    active: true,
  });
  const emails = [];
  for (let number = 0; number < 2; number += 1) {
    const email = { ...CONTENT, delay_hours: number === 0 ? DELAY_HOURS : 0 };
    emails.push({ type: 'email', id: (await call<{ id: number }>('POST', `/automations/${id}/emails`, email)).id });
  }
  const [first, last] = emails;
  const condition = {
    type: 'condition',
    filter: { tag_ids: [half] },
    yes: [{ type: 'update', add_tag_ids: [yes] }],
    no: [{ type: 'update', add_tag_ids: [no] }],
  };
  const steps = [first, condition, last, { type: 'exit' }];
  await call('PATCH', `/automations/${id}/flow`, { steps });
  return id;
}

async function measureSteps({ accountId, installation }: CampaignSystem, id: number, contacts: number): Promise<void> {
  const { db } = installation;
  const sum = (expression: string): string =>
    `select coalesce(sum(${expression}), 0) from automation_item where account_id = $1 and automation_id = $2`;
  const startedAt = performance.now();
  await passHours(db, accountId, id, DELAY_HOURS);
  const all = contacts * STEPS_PER_CONTACT;
  await until(async () => (await numberOf(db, sum('sent'), [accountId, id])) >= all, POLL_MS);
  const rate = (all * 1000) / (performance.now() - startedAt);
  const exact = `select count(*) from automation where account_id = $1 and id = $2 and finished = $3 and ended = 0`;
  const isExact = (await numberOf(db, exact, [accountId, id, contacts])) === 1;
  row('steps', `${judged(rate, { least: MIN_STEPS })} steps/s${isExact ? '' : '   counted exactly MISSED'}`);
}
