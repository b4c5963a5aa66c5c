import { beforeAll, describe, expect, it } from 'vitest';
import { trackedSourcesOf } from '../../src/app/campaign-results.ts';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import type { Database } from '../../src/base/db.ts';
import { createLog, silentLog } from '../../src/base/log.ts';
import { startBulkActions } from '../../src/features/audience/bulk-actions/index.ts';
import { eraseDue } from '../../src/features/audience/contact-privacy/index.ts';
import { countEarlyVisits, type EngagedListener } from '../../src/features/campaigns/campaign-results/index.ts';
import { enterByVisits } from '../../src/features/campaigns/automation-runs/index.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newAudience, runImports, type Audience } from '../support/contact-files.ts';
import { plantCampaign } from '../support/counted-campaigns.ts';
import { countersOf, passHours, plantAutomation, type PlantedAutomation } from '../support/planted-automations.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

let db: Database;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
});

interface Tenant extends Audience {
  readonly list: number;
  readonly automation: PlantedAutomation;
}

/** Creates a tenant with a list whose contacts enter an automation. */
async function newTenant(): Promise<Tenant> {
  const audience = await newAudience(app);
  const list = await audience.newGroup('list', 'News');
  const automation = await plantAutomation(db, audience.accountId, { type: 'apply_list', list }, [5]);
  return { ...audience, list, automation };
}

async function entriesOf({ accountId, id }: { readonly accountId: number; readonly id: number }) {
  return rowsOf<{ email: string; is_waiting: boolean }>(
    db,
    `select c.email, e.item_id is not null as is_waiting from automation_entry e
     join contact c on c.account_id = $1 and c.id = e.contact_id
     where e.account_id = $1 and e.automation_id = $2 order by c.email`,
    [accountId, id],
  );
}

const enteredBy = async ({ accountId, automation }: Tenant) =>
  (await entriesOf({ accountId, id: automation.id })).map(({ email }) => email);

/** Creates a confirmed contact that is not in any list. */
async function confirmed(accountId: number): Promise<number> {
  const [id = 0] = await plantContacts(db, accountId, { count: 1, prefix: 'known' });
  return id;
}

describe('contact enters the automation of a list', () => {
  it('when it is created in the list', async () => {
    const ann = await newTenant();
    await ann.person.call('POST', '/contacts', { email: 'new@way.example', lists: [ann.list] });
    expect(await enteredBy(ann)).toEqual(['new@way.example']);
  });

  it('when an update adds it to the list', async () => {
    const ann = await newTenant();
    const id = await confirmed(ann.accountId);
    expect((await ann.person.call('PATCH', `/contacts/${id}`, { lists: [ann.list] })).status).toBe(200);
    expect(await enteredBy(ann)).toHaveLength(1);
  });

  it('when it is added to the list', async () => {
    const ann = await newTenant();
    const id = await confirmed(ann.accountId);
    expect((await ann.person.call('POST', `/lists/${ann.list}/contacts`, { contact_id: id })).status).toBe(200);
    expect(await enteredBy(ann)).toHaveLength(1);
  });

  it('when a batch adds it to the list', async () => {
    const ann = await newTenant();
    const contacts = ['a@way.example', 'b@way.example'].map((email) => ({ email, lists: [ann.list] }));
    const answer = await ann.person.call('POST', '/contacts/batch', { contacts });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    expect(await enteredBy(ann)).toEqual(['a@way.example', 'b@way.example']);
  });

  it('when an import adds it to the list', async () => {
    const ann = await newTenant();
    const runner = runImports(app);
    try {
      const row = await ann.import('email\na@way.example\nb@way.example\n', {
        mapping: ['email'],
        list_ids: [ann.list],
      });
      expect(row).toMatchObject({ state: 'done', added: 2 });
    } finally {
      await runner.close();
    }
    expect(await enteredBy(ann)).toEqual(['a@way.example', 'b@way.example']);
  });

  it('when a bulk action adds it to the list', async () => {
    const ann = await newTenant();
    await plantContacts(db, ann.accountId, { count: 700, prefix: 'bulk' });
    const given = { action: 'add_to_list', target_id: ann.list, filter: { status: 'active' } };
    expect((await ann.person.call('POST', '/contacts/bulk-actions', given)).status).toBe(202);
    const { clock } = app.installation;
    const actions = startBulkActions({ db, clock, log: silentLog, filterParts: FILTER_PARTS, ceiling: 20_000 });
    try {
      await eventually('all contacts have entered', async () =>
        (await countersOf(db, ann.accountId, ann.automation.id)).entered === 700 ? true : undefined,
      );
    } finally {
      await actions.close();
    }
    expect((await countersOf(db, ann.accountId, ann.automation.id)).items).toMatchObject([{ waiting: 700, wait: 700 }]);
  });

  it('when it selects the list on its preferences page', async () => {
    const ann = await newTenant();
    const id = await confirmed(ann.accountId);
    const { accountId, list } = ann;
    await rowsOf(db, 'insert into list_departure (account_id, contact_id, list_id) values ($1, $2, $3)', [
      accountId,
      id,
      list,
    ]);
    const campaign = await plantCampaign(db, accountId, 1);
    const token = createLinkTokens(app.installation.vault)(
      {
        kind: 'campaign',
        accountId,
        source: campaign.id,
        recipient: id,
      },
      'preferences',
    );
    const saved = await fetch(`${app.url}/preferences/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ shown: String(list), list: String(list), tracked: 'yes' }),
    });
    expect(saved.status).toBe(200);
    expect(await enteredBy(ann)).toHaveLength(1);
  });
});

describe('contact leaves its automations', () => {
  it('when it unsubscribes by a link in an email', async () => {
    const ann = await newTenant();
    const { accountId, automation, list } = ann;
    const campaign = await plantCampaign(db, accountId, 1);
    const [id = 0] = campaign.contacts;
    await ann.person.call('POST', `/lists/${list}/contacts`, { contact_id: id });
    expect(await entriesOf({ accountId, id: automation.id })).toMatchObject([{ is_waiting: true }]);
    const token = createLinkTokens(app.installation.vault)(
      {
        kind: 'campaign',
        accountId,
        source: campaign.id,
        recipient: id,
      },
      'unsubscribe',
    );
    const left = await fetch(`${app.url}/u/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(left.status).toBe(200);
    expect(await entriesOf({ accountId, id: automation.id })).toMatchObject([{ is_waiting: false }]);
    expect(await countersOf(db, accountId, automation.id)).toMatchObject({ entered: 1, ended: 1, in: 0 });
  });

  it('when it is deleted by the API, and its entries are removed once it is erased', async () => {
    const ann = await newTenant();
    const { accountId, automation, list, person } = ann;
    const id = await confirmed(accountId);
    await person.call('POST', `/lists/${list}/contacts`, { contact_id: id });
    const reported = await person.call('GET', `/contacts/${id}/data`);
    expect(reported.body.automations, JSON.stringify(reported.body)).toMatchObject([
      { automation_id: automation.id, mails: 0 },
    ]);
    expect((await person.call('DELETE', `/contacts/${id}`)).status).toBe(200);
    expect(await entriesOf({ accountId, id: automation.id })).toMatchObject([{ is_waiting: false }]);
    await rowsOf(db, `update automation_entry set entered_at = now() - interval '1 minute' where account_id = $1`, [
      accountId,
    ]);
    const asked = await person.call('POST', '/privacy/erase', { email: 'known1@planted.example' });
    expect(asked.status).toBe(202);
    await eventually('the contact is erased', async () => {
      await eraseDue(app.installation);
      const left = await rowsOf(db, 'select from contact where account_id = $1', [accountId]);
      return left.length === 0 || undefined;
    });
    expect(await rowsOf(db, 'select from automation_entry where account_id = $1', [accountId])).toEqual([]);
    // The counters still include the deleted contact.
    expect(await countersOf(db, accountId, automation.id)).toMatchObject({ entered: 1, ended: 1 });
  });
});

describe('contact enters the automation of a campaign', () => {
  async function visited() {
    const { accountId } = await newAudience(app);
    const campaign = await plantCampaign(db, accountId, 5);
    await campaign.sent(0, 1, 2, 3, 4);
    const opens = await plantAutomation(db, accountId, { type: 'open_campaign', campaign: campaign.id }, [5]);
    const clicks = await plantAutomation(db, accountId, { type: 'click_campaign', campaign: campaign.id }, [5]);
    const hear = async (
      visits: Parameters<typeof campaign.visited>,
      onEngaged: readonly EngagedListener[] = [enterByVisits],
      log = silentLog,
    ) => {
      const source = trackedSourcesOf({ ...app.installation, log }, onEngaged).campaign;
      await db.transaction(async (tx) => source?.hear(tx, accountId, visits));
    };
    const inside = async ({ id }: PlantedAutomation) =>
      (await entriesOf({ accountId, id })).map(({ email }) => email.slice(0, 2));
    return { accountId, campaign, opens, clicks, hear, inside };
  }

  it('when it first opens the campaign or clicks a link in it', async () => {
    const { accountId, campaign, clicks, hear, inside, opens } = await visited();
    await hear([campaign.visit(0, 0, 100), campaign.visit(1, 1, 100)]);
    // A click counts as an open.
    expect([await inside(opens), await inside(clicks)]).toEqual([['p0', 'p1'], ['p1']]);
    await hear([campaign.visit(0, 0, 5_000), campaign.visit(0, 1, 5_000), campaign.visit(1, 1, 9_000)]);
    expect([await inside(opens), await inside(clicks)]).toEqual([
      ['p0', 'p1'],
      ['p0', 'p1'],
    ]);
    expect(await countersOf(db, accountId, opens.id)).toMatchObject({ entered: 2, items: [{ waiting: 2 }] });
  });

  it('but not for bots or for opens of another campaign', async () => {
    const { accountId, campaign, clicks, hear, inside, opens } = await visited();
    await hear([campaign.visit(0, 0, 100, { visitor: 'scanner' }), campaign.visit(1, 3, 100), campaign.visit(2, 1, 1)]);
    const other = await plantCampaign(db, accountId, 1, 'q');
    await other.sent(0);
    await hear([other.visit(0, 0, 100)]);
    expect([await inside(opens), await inside(clicks)]).toEqual([[], []]);
  });

  it("once if a bot's visit is revoked and a person visits later", async () => {
    const { accountId, campaign, hear, inside, opens } = await visited();
    await hear([campaign.visit(0, 1, 100)]);
    // A click on the honeypot link at the same time reveals a bot.
    await hear([campaign.visit(0, 3, 101)]);
    await hear([campaign.visit(0, 0, 90_000)]);
    expect(await inside(opens)).toEqual(['p0']);
    expect(await countersOf(db, accountId, opens.id)).toMatchObject({ entered: 1, in: 1 });
  });

  it('but not while it cannot be emailed', async () => {
    const { accountId, campaign, hear, inside, opens } = await visited();
    await rowsOf(db, 'update contact_stat set flags = 2 where account_id = $1 and contact_id = $2', [
      accountId,
      campaign.contacts[0],
    ]);
    await hear([campaign.visit(0, 0, 100), campaign.visit(1, 0, 100)]);
    expect(await inside(opens)).toEqual(['p1']);
  });

  it('when the visit came before the delivery outcome', async () => {
    const { accountId } = await newAudience(app);
    const campaign = await plantCampaign(db, accountId, 1);
    const opens = await plantAutomation(db, accountId, { type: 'open_campaign', campaign: campaign.id }, [5]);
    await campaign.visited(campaign.visit(0, 0, 100));
    await campaign.sent(0);
    await countEarlyVisits({ db, log: silentLog, onEngaged: [enterByVisits] });
    expect(await entriesOf({ accountId, id: opens.id })).toHaveLength(1);
  });

  it('and a failing listener neither loses the visit nor affects other listeners', async () => {
    const { accountId, campaign, hear, inside, opens } = await visited();
    const lines: string[] = [];
    const failing: EngagedListener = async (tx) => {
      await rowsOf(tx, 'select 1 / 0');
    };
    await hear(
      [campaign.visit(0, 0, 100)],
      [failing, enterByVisits],
      createLog('error', (line) => void lines.push(line)),
    );
    expect(await rowsOf(db, 'select opens from campaign_count where account_id = $1', [accountId])).toEqual([
      { opens: 1 },
    ]);
    expect(await inside(opens)).toEqual(['p0']);
    expect(lines.join()).toContain('Open and click listener failed');
  });

  it('and a listener that hits a serialization failure is called again with the visit kept', async () => {
    const { accountId, campaign, hear, inside, opens } = await visited();
    let tries = 0;
    const meeting: EngagedListener = async (tx, account, engaged) => {
      tries += 1;
      if (tries === 1) await rowsOf(tx, `do $$ begin raise exception using errcode = '40P01'; end $$`);
      await enterByVisits(tx, account, engaged);
    };
    await hear([campaign.visit(0, 0, 100)], [meeting]);
    expect([tries, await inside(opens)]).toEqual([2, ['p0']]);
    expect(await rowsOf(db, 'select opens from campaign_count where account_id = $1', [accountId])).toEqual([
      { opens: 1 },
    ]);
  });

  it('and concurrent visits to several automations do not deadlock', async () => {
    const { accountId, campaign, opens, clicks, hear } = await visited();
    await Promise.all(
      [0, 1, 2, 3, 4].flatMap((place) => [
        hear([campaign.visit(place, place % 2, 100 + place)]),
        hear([campaign.visit(place, 1, 4_000 + place)]),
        passHours(db, accountId, opens.id, 0),
      ]),
    );
    expect(await countersOf(db, accountId, opens.id)).toMatchObject({ entered: 5, items: [{ waiting: 5, wait: 5 }] });
    expect(await countersOf(db, accountId, clicks.id)).toMatchObject({ entered: 5, items: [{ waiting: 5, wait: 5 }] });
  });
});
