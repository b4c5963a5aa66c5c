import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Refusal } from '../../src/base/refusal.ts';
import { openMailingsOf } from '../../src/app/open-mailings.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import {
  campaignIn,
  campaignRow,
  createSender,
  plainContents,
  plantCampaign,
  plantList,
  wavesOf,
} from '../support/sent-campaigns.ts';

let app: TestApp;
let tenant: Sender;
let runner: ReturnType<typeof createSender>;

beforeAll(async () => {
  app = await startApp();
  runner = createSender(app);
});
afterAll(() => app.close());
afterEach(() => runner.stop());
beforeEach(async () => {
  tenant = await newSender(app);
});

const rows = async <Row>(text: string, values: readonly unknown[] = []) =>
  rowsOf<Row>(app.installation.db, text, values);

/** Inserts a campaign with a separate list. By default, the sender uses the account's domain. */
async function planted(title: string, over: Record<string, unknown> = {}): Promise<number> {
  const { list } = await plantList(app.installation.db, tenant.accountId, 5, title.toLowerCase());
  const from = { from_email: `News@${tenant.domain.toUpperCase()}` };
  return plantCampaign(app.installation.db, tenant.accountId, { title, list_ids: [list], ...from, ...over });
}

async function remove() {
  const [domain] = await rows<{ id: number }>('select id from domain where account_id = $1', [tenant.accountId]);
  return tenant.ann.call('DELETE', `/domains/${domain?.id}`);
}

it('pauses running campaigns of a removed domain and names them', async () => {
  const later = new Date(Date.now() + 3_600_000);
  const sending = await planted('Sending');
  const scheduled = await planted('Scheduled', { scheduled_at: later, next_at: later });
  const elsewhere = await planted('Elsewhere', { from_email: 'news@other.example' });
  await planted('Draft', { state: 'draft', next_at: null });
  runner.run({ contents: plainContents(`news@${tenant.domain}`) });
  await campaignIn(app.installation.db, sending, 'sending');
  await campaignIn(app.installation.db, elsewhere, 'sending');
  const { body, status } = await remove();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message:
        `The domain was deleted. These campaigns can no longer be sent, because they use this domain: “Sending” (${sending}, paused), ` +
        `“Scheduled” (${scheduled}, scheduled). Change the sender of these campaigns, or cancel the campaigns.`,
      campaigns: [
        { id: sending, title: 'Sending', status: 'paused' },
        { id: scheduled, title: 'Scheduled', status: 'scheduled' },
      ],
    },
  });
  expect(await campaignRow(app.installation.db, sending)).toMatchObject({
    state: 'paused',
    pause_reason: `The sender domain ${tenant.domain} was removed.`,
  });
  // The messages stay queued, because no process attempts to deliver messages of a paused mailing.
  expect((await wavesOf(app.installation.db, sending)).map(({ state }) => state)).toEqual(['paused']);
  expect((await campaignRow(app.installation.db, elsewhere)).state).toBe('sending');
});

it('stops a campaign that the removal missed at its next evaluation', async () => {
  const id = await planted('Missed');
  const contents = plainContents(`news@${tenant.domain}`);
  let refusal: Refusal | undefined;
  runner.run({
    contents: { ...contents, senderOf: async (...of) => ({ ...(await contents.senderOf(...of)), refusal }) },
  });
  await campaignIn(app.installation.db, id, 'sending');
  refusal = new Refusal('domain_not_verified', { message: 'The domain is gone.' });
  expect((await campaignIn(app.installation.db, id, 'paused')).pause_reason).toContain('The domain is gone.');
});

it('sends no automation email from a removed domain, even if it was prepared before', async () => {
  const mails = openMailingsOf(app.installation, () => app.api.baseUrl);
  const id = await planted('Welcome', { kind: 'automation', state: 'draft', next_at: null, list_ids: [] });
  await mails.ready(tenant.accountId, id);
  await remove();
  await expect
    .poll(
      async () =>
        mails.ready(tenant.accountId, id).then(
          () => 'ready',
          (error: unknown) => (error instanceof Refusal ? error.code : 'failed'),
        ),
      { timeout: 5_000 },
    )
    .toBe('domain_not_verified');
});
