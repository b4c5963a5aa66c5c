// Place in a run: slow.
import { beforeAll, describe, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { trackedSourcesOf } from '../../src/app/campaign-results.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { runChecks } from '../../src/features/campaigns/automation-runs/checks.ts';
import { enterByVisits } from '../../src/features/campaigns/automation-runs/index.ts';
import { startApp } from '../support/app.ts';
import { newAutomationTenant, type AutomationTenant } from '../support/automations.ts';
import { plantCampaign, type PlantedCampaign } from '../support/counted-campaigns.ts';
import { countersOf, noteMails, passHours, type NotedMails } from '../support/planted-automations.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { runAutomations } from '../support/run-automations.ts';
import { shared } from '../support/shared.ts';

// Time is simulated: the test moves the stored times of the automation into the past.

const DATE_TYPE = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';
const WEEK_HOURS = 7 * 24;

let db: Database;
let noted: NotedMails;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
  noted = await noteMails(db);
});

interface Tenant extends AutomationTenant {
  readonly tag: number;
  readonly segment: number;
  readonly field: number;
  readonly campaign: PlantedCampaign;
  /** The contact of the campaign, with today's date in the field. */
  readonly contact: number;
  readonly post: (path: string, body?: object) => Promise<number>;
  /** Reports that the contact clicked a link in the campaign. */
  readonly click: () => Promise<void>;
  /** Checks the triggers on segments and dates. */
  readonly check: () => Promise<void>;
  readonly event: (name: string) => Promise<void>;
}

async function newTenant(): Promise<Tenant> {
  const tenant = await newAutomationTenant(app);
  const { accountId, ann } = tenant;
  const post = async (path: string, body: object = {}): Promise<number> => {
    const answer = await ann.call('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.id;
  };
  const campaign = await plantCampaign(db, accountId, 1);
  await campaign.sent(0);
  const tag = await plantGroup(db, accountId, 'tag', 'VIP');
  const field = await post('/contact-fields', { label: 'Birthday', contact_field_type_id: DATE_TYPE });
  const [contact = 0] = campaign.contacts;
  await rowsOf(
    db,
    `update contact set fields = jsonb_build_object($3::text, (now() at time zone 'UTC')::date) where account_id = $1 and id = $2`,
    [accountId, contact, field],
  );
  const source = trackedSourcesOf({ ...app.installation, log: silentLog }, [enterByVisits]).campaign;
  return {
    ...tenant,
    tag,
    segment: await post('/contact-segments', { name: 'VIPs', filter: { tag_ids: [tag] } }),
    field,
    campaign,
    contact,
    post,
    click: async () => db.transaction(async (tx) => source?.hear(tx, accountId, [campaign.visit(0, 1, 100)])),
    async check() {
      await rowsOf(db, 'update automation_check set next_at = now() where account_id = $1', [accountId]);
      const limits = { runMs: 60_000, members: 1_000, contacts: 1_000 };
      await runChecks({ db, clock: app.installation.clock, log: silentLog, filterParts: FILTER_PARTS }, limits);
    },
    event: async (name) => void (await post('/events', { name, contact_id: contact })),
  };
}

/** Creates an active automation. `stepsOf` gets the IDs of two emails. */
async function started(ann: Tenant, trigger: object, stepsOf: (one: object, two: object) => readonly object[]) {
  const id = await ann.post('/automations', { title: 'React', triggers: [trigger] });
  const emails: { readonly id: number; readonly campaign_id: number }[] = [
    await ann.newEmail(id, { delay_hours: 0 }),
    await ann.newEmail(id, { delay_hours: 5 }),
  ];
  const [one = {}, two = {}] = emails.map((email) => ({ type: 'email', id: email.id }));
  const flow = await ann.ann.call('PATCH', `/automations/${id}/flow`, { steps: stepsOf(one, two) });
  expect(flow.status, JSON.stringify(flow.body)).toBe(200);
  expect((await ann.ann.call('PATCH', `/automations/${id}`, { active: true })).status).toBe(200);
  return {
    id,
    /** Advances the clock by this many hours, and runs everything that is due. */
    after: async (hours: number): Promise<void> => {
      await passHours(db, ann.accountId, id, hours);
      await rowsOf(
        db,
        'update automation_entry set wait_ends_at = seconds_after(wait_ends_at, $2::float8 * -3600) where account_id = $1',
        [ann.accountId, hours],
      );
      await runAutomations(db, noted);
    },
    /** Returns the numbers of the emails that were sent, in order. */
    sentEmails: async () =>
      (await noted.sent(ann.accountId)).map(
        (mail) => emails.findIndex((email) => email.campaign_id === mail.campaign_id) + 1,
      ),
  };
}

describe('each trigger', () => {
  it.each<readonly [string, (ann: Tenant) => object, (ann: Tenant) => Promise<unknown>]>([
    [
      'apply_list',
      ({ list }) => ({ list_id: list }),
      async ({ contact, list, post }) => post(`/lists/${list}/contacts`, { contact_id: contact }),
    ],
    [
      'tag_added',
      ({ tag }) => ({ tag_id: tag }),
      async ({ contact, post, tag }) => post(`/contacts/${contact}/tags/${tag}`),
    ],
    ['event', () => ({ event: 'order.placed' }), async ({ event }) => event('order.placed')],
    ['contact_created', () => ({}), async ({ post }) => post('/contacts', { email: 'new@way.example' })],
    ['open_campaign', ({ campaign }) => ({ campaign_id: campaign.id }), async ({ click }) => click()],
    ['click_campaign', ({ campaign }) => ({ campaign_id: campaign.id }), async ({ click }) => click()],
    [
      'segment_entered',
      ({ segment }) => ({ segment_id: segment }),
      async ({ check, contact, post, tag }) => {
        await check();
        await post(`/contacts/${contact}/tags/${tag}`);
        await check();
      },
    ],
    ['field_date', ({ field }) => ({ field_id: field }), async ({ check }) => check()],
  ])('%s enters the contact once, and the steps follow on time', async (type, triggerOf, fire) => {
    const ann = await newTenant();
    const { after, id, sentEmails } = await started(ann, { type, ...triggerOf(ann) }, (one, two) => [
      { type: 'wait', minutes: 60 },
      one,
      two,
    ]);
    await after(0);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 0 });
    await fire(ann);
    await after(0);
    await after(0.9);
    expect(await sentEmails()).toEqual([]);
    await after(0.2);
    expect(await sentEmails()).toEqual([1]);
    await after(4.8);
    expect(await sentEmails()).toEqual([1]);
    await after(0.3);
    expect(await sentEmails()).toEqual([1, 2]);
    await ann.check();
    await after(1_000);
    expect(await sentEmails()).toEqual([1, 2]);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 1, finished: 1, in: 0, ended: 0 });
  });
});

interface StepRow {
  readonly steps: (ann: Tenant, one: object, two: object) => readonly object[];
  /** What happens, in order: the hours that pass or an action, and the emails that have been sent afterwards. */
  readonly later: readonly (readonly [number | ((ann: Tenant) => Promise<unknown>), readonly number[]])[];
}

const tagOf = ({ contact, post, tag }: Tenant) => post(`/contacts/${contact}/tags/${tag}`);
const isTagged = async ({ ann, contact, tag }: Tenant) =>
  expect((await ann.call('GET', `/contacts/${contact}/tags`)).body).toMatchObject([{ id: tag }]);

const STEPS: Readonly<Record<string, StepRow>> = {
  'an email with a delay': {
    steps: (_ann, one, two) => [one, two],
    later: [
      [0, [1]],
      [4.9, [1]],
      [0.2, [1, 2]],
    ],
  },
  'a wait of minutes': {
    steps: (_ann, one, two) => [{ type: 'wait', minutes: 90 }, one, two],
    later: [
      [1.4, []],
      [0.2, [1]],
    ],
  },
  'a wait for a weekday': {
    steps: (_ann, one, two) => [{ type: 'wait', weekdays: [1], time: '09:00' }, one, two],
    later: [
      [0, []],
      [WEEK_HOURS + 2, [1]],
    ],
  },
  "a wait for a weekday in the contact's time zone": {
    steps: (_ann, one, two) => [{ type: 'wait', weekdays: [1], time: '09:00', timezone: 'contact' }, one, two],
    later: [
      [0, []],
      [WEEK_HOURS + 2, [1]],
    ],
  },
  'a wait for an event that occurs': {
    steps: (_ann, one, two) => [{ type: 'wait', event: 'paid', timeout_minutes: 600 }, one, two],
    later: [
      [1, []],
      [async ({ event }) => event('paid'), [1]],
    ],
  },
  'a wait for an event that does not occur': {
    steps: (_ann, one, two) => [{ type: 'wait', event: 'paid', timeout_minutes: 600 }, one, two],
    later: [
      [9.9, []],
      [0.2, [1]],
    ],
  },
  'a wait for a filter that matches later': {
    steps: ({ tag }, one, two) => [{ type: 'wait', filter: { tag_ids: [tag] }, timeout_minutes: 600 }, one, two],
    later: [
      [1, []],
      [tagOf, []],
      [0.3, [1]],
    ],
  },
  'a condition that is met': {
    steps: ({ tag }, one, two) => [
      { type: 'update', add_tag_ids: [tag] },
      { type: 'condition', filter: { tag_ids: [tag] }, yes: [one], no: [{ type: 'exit' }] },
      two,
    ],
    later: [
      [0, [1]],
      [5.1, [1, 2]],
    ],
  },
  'a condition that is not met': {
    steps: (_ann, one, two) => [
      { type: 'condition', event: 'paid', yes: [one], no: [{ type: 'wait', minutes: 60 }] },
      two,
    ],
    later: [
      [0.9, []],
      [0.2, []],
      [5.1, [2]],
    ],
  },
  'an update': {
    steps: ({ tag }, one, two) => [{ type: 'update', add_tag_ids: [tag] }, one, two],
    later: [
      [0, [1]],
      [isTagged, [1]],
    ],
  },
  'a webhook': {
    steps: (_ann, one, two) => [{ type: 'webhook', name: 'invoice' }, one, two],
    later: [[0, [1]]],
  },
  'an exit': {
    steps: (_ann, one, two) => [one, { type: 'condition', event: 'paid', yes: [two], no: [{ type: 'exit' }] }],
    later: [[0, [1]]],
  },
};

describe('each step', () => {
  it.each(Object.keys(STEPS))('%s ends on time, and the run ends', async (name) => {
    const { later, steps } = STEPS[name] ?? { steps: () => [], later: [] };
    const ann = await newTenant();
    const { after, id, sentEmails } = await started(ann, { type: 'event', event: 'start' }, (one, two) =>
      steps(ann, one, two),
    );
    await ann.event('start');
    await after(0);
    for (const [does, sent] of later) {
      if (typeof does === 'number') await after(does);
      else await does(ann);
      await runAutomations(db, noted);
      expect(await sentEmails()).toEqual(sent);
    }
    await after(2_000);
    await after(2_000);
    expect(await countersOf(db, ann.accountId, id)).toMatchObject({ entered: 1, finished: 1, in: 0, ended: 0 });
  });
});
