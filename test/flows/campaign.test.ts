import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withCampaignSending } from '../../src/app/campaign-sending.ts';
import { campaignMeansOf } from '../../src/app/campaigns.ts';
import type { RunningJobs } from '../../src/base/jobs.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

/**
 * Covers a whole campaign with the production components: the API, content, safeguards, the campaign job, delivery, and
 * tracking.
 */

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' };
const NAMES = ['ann', 'bea', 'cas', 'dan'];

let app: TestApp;
let jobs: RunningJobs;
let sender: Sender;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink({
    on: { rcpt: ({ line }) => (line.includes('dan@') ? { say: '550 5.1.1 No such user' } : undefined) },
  });
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_INBOX_PORT: '0',
  });
  sender = await newSender(app);
  jobs = withCampaignSending(
    app.installation,
    { close: async () => {} },
    campaignMeansOf(app.installation, () => app.api.baseUrl),
  );
  app.deliver();
});
afterAll(async () => {
  await jobs.close();
  await app.close();
  await sink.close();
});

/** Returns the header fields and the link targets of the message to a recipient. */
async function mailTo(name: string) {
  const found = sink.messages.filter(({ to }) => to.includes(`${name}@read.example`));
  expect(found).toHaveLength(1);
  const raw = found[0]?.data ?? Buffer.alloc(0);
  const mail = await PostalMime.parse(raw);
  const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );
  return { mail, links, header: (key: string) => mail.headers.find((field) => field.key === key)?.value ?? '' };
}

/** Reads the database directly, because the API allows each user only sixty requests per minute. */
async function count(counter: 'sent' | 'clickers', id: number): Promise<number> {
  const text = `select ${counter} as counted from campaign_count where account_id = $1 and campaign_id = $2`;
  return (await rowsOf<{ counted: number }>(app.installation.db, text, [sender.accountId, id]))[0]?.counted ?? 0;
}

async function stateOf(id: number): Promise<string | undefined> {
  const text = 'select state from campaign where account_id = $1 and id = $2';
  return (await rowsOf<{ state: string }>(app.installation.db, text, [sender.accountId, id]))[0]?.state;
}

it('creates, sends and tracks a campaign with opens, clicks, bounces and unsubscribes, and resends it to non-openers', async () => {
  const { ann } = sender;
  const { body: list } = await ann.call('POST', '/lists', { name: 'News' });
  for (const name of NAMES) {
    await ann.call('POST', '/contacts', { email: `${name}@read.example`, first_name: name, lists: [list.id] });
  }
  await rowsOf(app.installation.db, 'update contact set confirmed_at = now() where account_id = $1', [
    sender.accountId,
  ]);
  await rowsOf(app.installation.db, 'update contact_stat set flags = 0 where account_id = $1', [sender.accountId]);
  const { body: campaign } = await ann.call('POST', '/campaigns', {
    title: 'November',
    subject: 'Tea for {{ contact.first_name }}',
    html: '<p>Hello {{ contact.first_name | default: "you" }}, <a href="https://shop.example/tea?a=1&amp;b=2">tea</a></p>',
    from_name: 'Tea',
    from_email: `news@${sender.domain}`,
    lists: [list.id],
  });
  const sent = await ann.call('POST', `/campaigns/${campaign.id}/send`);
  expect(sent).toMatchObject({ status: 200, body: { status: 'scheduled', sent_at: null } });
  const stats = async (query = '') => (await ann.call('GET', `/campaigns/${campaign.id}/stats${query}`)).body;
  await eventually('all messages have an outcome', async () =>
    (await count('sent', campaign.id)) === NAMES.length ? true : undefined,
  );
  await eventually('the campaign is sent', async () => ((await stateOf(campaign.id)) === 'sent' ? true : undefined));
  const { body: ended } = await ann.call('GET', `/campaigns/${campaign.id}`);
  expect(ended).toMatchObject({ status: 'sent', recipients_count: NAMES.length, fault: null });
  expect((await ann.call('POST', `/campaigns/${campaign.id}/send`)).status).toBe(409);
  expect((await ann.call('PATCH', `/campaigns/${campaign.id}`, { title: 'X' })).status).toBe(409);
  expect((await ann.call('DELETE', `/campaigns/${campaign.id}`)).status).toBe(409);

  const { header, links, mail } = await mailTo('ann');
  expect(mail.subject).toBe('Tea for ann');
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const tracked = links.find((url) => url.includes('/t/l/1/')) ?? '';
  const picture = links.find((url) => url.includes('/t/l/0/')) ?? '';
  expect((await fetch(tracked, { method: 'HEAD', redirect: 'manual', headers: PERSON })).status).toBe(302);
  expect(await stats()).toMatchObject({
    unique_open_count: 0,
    unique_click_count: 0,
    bounce_count: 1,
    bounce_rate: 25,
  });

  // An open within two seconds of the delivery is not counted as an open by a person.
  await rowsOf(
    app.installation.db,
    `update deliverable set sent_at = sent_at - interval '1 minute' where account_id = $1`,
    [sender.accountId],
  );
  expect((await fetch(picture, { headers: PERSON })).headers.get('content-type')).toBe('image/gif');
  const followed = await fetch(tracked, { redirect: 'manual', headers: PERSON });
  expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://shop.example/tea?a=1&b=2']);
  expect((await fetch(`${tracked.slice(0, -1)}x`, { redirect: 'manual' })).status).toBe(404);
  const [oneClick = ''] = /https?:[^>]+/.exec((await mailTo('bea')).header('list-unsubscribe')) ?? [];
  const left = await fetch(oneClick, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(left.status).toBe(200);
  await eventually('the visits are counted', async () =>
    (await count('clickers', campaign.id)) === 1 ? true : undefined,
  );
  expect(await stats('?include_link_stats=true')).toMatchObject({
    sent_count: 4,
    unique_open_count: 1,
    unique_click_count: 1,
    unsubscribe_count: 1,
    bounce_count: 1,
    open_rate: 25,
    click_rate: 25,
    unsubscribe_rate: 25,
    link_stats: [{ url: 'https://shop.example/tea?a=1&b=2', clicks: 1 }],
  });
  const of = async (type: string) =>
    (await ann.call('GET', `/campaigns/${campaign.id}/engagement?type=${type}`)).body.data.map(
      ({ first_name: name }: { first_name: string }) => name,
    );
  expect([await of('openers'), await of('clickers'), await of('bounced'), await of('unsubscribed')]).toEqual([
    ['ann'],
    ['ann'],
    ['dan'],
    ['bea'],
  ]);

  // Bea has unsubscribed and the address of Dan does not exist, so Cas is the only remaining recipient who has not
  // opened the email.
  const { body: clone } = await ann.call('POST', `/campaigns/${campaign.id}/resend`, { audience: 'non_openers' });
  expect(clone.title).toBe('Resend: November');
  const taken = sink.messages.length;
  expect((await ann.call('POST', `/campaigns/${clone.id}/send`)).status).toBe(200);
  await eventually('the clone is sent', async () => ((await count('sent', clone.id)) === 1 ? true : undefined));
  await eventually('the email of the clone arrives', async () => (sink.messages.length > taken ? true : undefined));
  expect(sink.messages.slice(taken).flatMap(({ to }) => to)).toEqual(['cas@read.example']);
  const { body: cas } = await ann.call('GET', '/contacts?email=cas@read.example');
  const { body: activity } = await ann.call('GET', `/contacts/${cas.data[0].id}/activity`);
  expect(activity.deliverables.data.map(({ campaign_id: id }: { campaign_id: number }) => id)).toEqual([
    clone.id,
    campaign.id,
  ]);
});
