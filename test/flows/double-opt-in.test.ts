// Place in a run: slow.
import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterEach, expect, it } from 'vitest';
import { withCampaignSending } from '../../src/app/campaign-sending.ts';
import { campaignMeansOf } from '../../src/app/campaigns.ts';
import { createToken } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newSender } from '../support/campaign-contents.ts';
import { createTestDatabase } from '../support/db.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { runProgram, type Program } from './program.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Returns the URL of the button in an email. */
async function linkIn(raw: Buffer | string): Promise<string> {
  const { html = '' } = await PostalMime.parse(raw);
  return /href="([^"]+\/confirm\/[^"]+)"/.exec(html)?.[1] ?? '';
}

it('asks a new contact for confirmation by email and, once the contact confirms on the page, includes the contact in campaigns', async () => {
  const sink = await startSmtpSink();
  closing.push(() => sink.close());
  const app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_INBOX_PORT: '0',
    POSTRIDER_DOUBLE_OPT_IN: 'on',
  });
  closing.push(() => app.close());
  const { accountId, ann, domain } = await newSender(app);
  const means = campaignMeansOf(app.installation, () => app.api.baseUrl);
  const jobs = withCampaignSending(app.installation, { close: async () => {} }, means);
  closing.push(() => jobs.close());
  app.deliver();

  const { body: list } = await ann.call('POST', '/lists', { name: 'News' });
  const lists = [list.id];
  await ann.call('POST', '/contacts/batch', { contacts: [{ email: 'cas@read.example', lists }] });
  const { body: bea } = await ann.call('POST', '/contacts', { email: 'bea@read.example', first_name: 'Bea', lists });
  const got = (name: string) => sink.messages.filter(({ to }) => to.includes(`${name}@read.example`));
  const sendCampaign = async (expected: number) => {
    const content = { title: 'News', subject: 'News', html: '<p>News</p>', lists };
    const from = { from_name: 'Tea', from_email: `news@${domain}` };
    const { body } = await ann.call('POST', '/campaigns', { ...content, ...from });
    expect((await ann.call('POST', `/campaigns/${body.id}/send`)).status).toBe(200);
    const text = `select recipients from campaign where account_id = $1 and id = $2 and state = 'sent'`;
    const sent = await eventually('the campaign is sent', async () => {
      const [row] = await rowsOf<{ recipients: number }>(app.installation.db, text, [accountId, body.id]);
      return row;
    });
    expect(sent.recipients).toBe(expected);
  };

  const asking = await eventually('the confirmation email arrives', async () => got('bea')[0]?.data);
  const mail = await PostalMime.parse(asking);
  const header = (key: string) => mail.headers.find((field) => field.key === key)?.value;
  expect([mail.subject, mail.from?.address]).toEqual(['Please confirm your subscription', `news@${domain}`]);
  expect([header('auto-submitted'), header('list-unsubscribe'), header('list-id')]).toEqual([
    'auto-generated',
    undefined,
    undefined,
  ]);
  expect(mail.html).not.toContain('/t/');
  const link = await linkIn(asking);
  for (const method of ['HEAD', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBe(200);

  await sendCampaign(1);
  await eventually('the first campaign arrives', async () => (got('cas').length === 1 ? true : undefined));
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  const { body: confirmed } = await ann.call('GET', `/contacts/${bea.id}`);
  expect(confirmed.confirmed_at).toEqual(expect.any(String));
  await sendCampaign(2);
  await eventually('the second campaign arrives', async () => (got('bea').length === 2 ? true : undefined));
  expect([got('bea').length, got('cas').length]).toEqual([2, 2]);
});

it('asks a new contact once and confirms once even if each process is killed after its response', async () => {
  const test = await createTestDatabase();
  closing.push(() => test.drop());
  const { db } = test;
  const secret = randomBytes(24).toString('hex');
  const begin = async (role: 'api' | 'start'): Promise<readonly [Program, string]> => {
    const program = runProgram([role], {
      DATABASE_URL: test.url,
      POSTRIDER_SECRET: secret,
      POSTRIDER_UNSAFE_DURABILITY: '1',
      POSTRIDER_DELIVERY: 'inbox',
      POSTRIDER_INBOX_PORT: '0',
      PORT: '0',
    });
    closing.push(() => program.stop());
    const [, url = ''] = await program.printed(/(http:\/\/\S+?:\d+)/);
    return [program, url];
  };
  const kill = async (program: Program): Promise<void> => {
    program.child.kill('SIGKILL');
    expect(await program.ended).toBe('SIGKILL');
  };
  const { id: accountId } = await createAccount(db, { email: 'a@opt.example', plan: 'unlimited', isOperator: false });
  const { token } = await db.transaction(async (tx) => createToken(tx, { accountId, personId: undefined, name: 'x' }));

  const [first, firstUrl] = await begin('api');
  const added = await fetch(`${firstUrl}/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bea@read.example' }),
  });
  expect(added.status).toBe(200);
  await kill(first);

  const [second, secondUrl] = await begin('start');
  const inInbox = async () =>
    rowsOf<{ raw: Buffer }>(db, `select raw from inbox_mail where recipients = array['bea@read.example']`);
  const [mail] = await eventually('the confirmation email arrives', async () => {
    const found = await inInbox();
    return found.length > 0 ? found : undefined;
  });
  const { pathname } = new URL(await linkIn(mail?.raw ?? ''));
  expect((await fetch(`${secondUrl}${pathname}`, { method: 'POST' })).status).toBe(200);
  await kill(second);

  const confirmationCounts = async () =>
    rowsOf(
      db,
      `select s.flags, d.asked, d.confirmed from contact_stat s join confirmation_day d on d.account_id = s.account_id
       where s.account_id = $1`,
      [accountId],
    );
  expect(await confirmationCounts()).toEqual([{ flags: 0, asked: 1, confirmed: 1 }]);
  const [, thirdUrl] = await begin('api');
  expect((await fetch(`${thirdUrl}${pathname}`, { method: 'POST' })).status).toBe(200);
  expect(await confirmationCounts()).toEqual([{ flags: 0, asked: 1, confirmed: 1 }]);
  expect(await inInbox()).toHaveLength(1);
});
