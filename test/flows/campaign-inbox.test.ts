// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withCampaignSending } from '../../src/app/campaign-sending.ts';
import { campaignMeansOf } from '../../src/app/campaigns.ts';
import { startDelivery, type Delivery } from '../../src/app/delivery.ts';
import { silentLog } from '../../src/base/log.ts';
import type { RunningJobs } from '../../src/base/jobs.ts';
import { startInbox } from '../../src/features/transactional/inbox/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/** Covers the steps of a new user, who has no domain and no DNS records. All email stays on this machine. */

let app: TestApp;
let delivery: Delivery;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let jobs: RunningJobs;
let arrived = 0;

beforeAll(async () => {
  app = await startApp({ POSTRIDER_DELIVERY: 'inbox' });
  const { clock, db } = app.installation;
  inbox = await startInbox({ db, clock, log: silentLog }, { port: 0 });
  inbox.onMail(() => (arrived += 1));
  delivery = startDelivery(app.installation, inbox.port);
  jobs = withCampaignSending(
    app.installation,
    { close: async () => {} },
    campaignMeansOf(app.installation, () => app.api.baseUrl),
  );
});
afterAll(async () => {
  await jobs.close();
  await delivery.stop();
  await inbox.close();
  await app.close();
});

async function draftOf(at: TestApp, email = 'bea@read.example') {
  const { account, ...client } = await at.newAccount();
  const ann = await newPerson(at, account.id);
  await ann.call('PATCH', '/campaign-settings', { postal_address: 'Main Street 1\n12345 Town' });
  const { body: list } = await ann.call('POST', '/lists', { name: 'News' });
  await ann.call('POST', '/contacts', { email, first_name: 'Bea', lists: [list.id] });
  // Mark the contact as confirmed.
  await at.installation.db.script(
    `update contact set confirmed_at = now() where account_id = ${account.id};
     update contact_stat set flags = 0 where account_id = ${account.id}`,
  );
  const { body: campaign } = await ann.call('POST', '/campaigns', {
    title: 'First',
    subject: 'Tea for {{ contact.first_name }}',
    html: '<p>Hello {{ contact.first_name }}, <a href="https://shop.example/tea">tea</a></p>',
    from_name: 'Tea',
    from_email: `news@${at.installation.config.sandboxDomain}`,
    lists: [list.id],
  });
  return { ann, campaign, client };
}

it("sends a new user's campaign from the sandbox sender to the local inbox, without a domain", async () => {
  const { ann, campaign, client } = await draftOf(app);
  expect(await ann.call('POST', `/campaigns/${campaign.id}/send`)).toMatchObject({ status: 200 });
  await eventually('the email arrives', () => Promise.resolve(arrived > 0 || undefined));
  expect((await client.get('/inbox?to=bea@read.example')).body.data).toMatchObject([{ subject: 'Tea for Bea' }]);
  await isSent(campaign.id);
});

it.each([
  ['bounced', { status: 'bounced', bounced: 1, complained: 0 }],
  ['bounced+label', { status: 'bounced', bounced: 1, complained: 0 }],
  ['complained', { status: 'unsubscribed', bounced: 0, complained: 1 }],
  ['delivered', { status: null, bounced: 0, complained: 0 }],
])('gives the test address %s@ the results of a real campaign, and suppresses nothing', async (name, wanted) => {
  const email = `${name}@${app.installation.config.sandboxDomain}`;
  const { ann, campaign } = await draftOf(app, email);
  expect(await ann.call('POST', `/campaigns/${campaign.id}/send`)).toMatchObject({ status: 200 });
  await isSent(campaign.id);
  const result = await eventually('the outcome is recorded', async () => {
    const [row] = await rowsOf(
      app.installation.db,
      `select case when c.bounced_at is not null then 'bounced' when c.unsubscribed_at is not null then 'unsubscribed' end as status,
         k.bounced::integer, k.complained::integer, (select count(*)::integer from suppression where address = $2) as suppressed
       from campaign_count k join contact c on c.account_id = k.account_id and c.email = $2 where k.campaign_id = $1`,
      [campaign.id, email],
    );
    return row;
  });
  expect(result).toEqual({ ...wanted, suppressed: 0 });
});

/** Reads the database directly, because the API allows each user only sixty requests per minute. */
async function isSent(id: number): Promise<void> {
  await eventually('the campaign is sent', async () => {
    const [row] = await rowsOf(app.installation.db, `select from campaign where id = $1 and state = 'sent'`, [id]);
    return row ? true : undefined;
  });
}

it('does not send campaigns from the sandbox sender if email leaves the machine', async () => {
  const outside = await startApp({ POSTRIDER_DELIVERY: 'direct' });
  try {
    const { ann, campaign } = await draftOf(outside);
    expect(await ann.call('POST', `/campaigns/${campaign.id}/send`)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Campaigns must be sent from your own domain') },
    });
    expect((await ann.call('GET', `/campaigns/${campaign.id}`)).body.status).toBe('draft');
  } finally {
    await outside.close();
  }
});
