import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withCampaignSending } from '../../src/app/campaign-sending.ts';
import { campaignMeansOf } from '../../src/app/campaigns.ts';
import type { RunningJobs } from '../../src/base/jobs.ts';
import { eraseDue } from '../../src/features/audience/contact-privacy/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

/** Covers the devices and mailbox providers of a campaign, from the SMTP sessions and HTTP requests to the report. */

const SERVERS = [
  { domain: 'outlook.test', host: 'outlook-test.olc.protection.outlook.com', address: '127.0.1.12' },
  { domain: 'yahoo.test', host: 'mta5.am0.yahoodns.net', address: '127.0.1.13' },
  { domain: 'small.test', host: 'mx.small.test', address: '127.0.1.14' },
] as const;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const TABLET = 'Mozilla/5.0 (Android 14; Tablet; rv:143.0) Gecko/143.0 Firefox/143.0';
const YAHOO_PROXY = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html';
const APPLE_PROXY = 'Mozilla/5.0';
/** Contacts of the campaign. Dan's server rejects the email. */
const CONTACTS = ['ann@outlook.test', 'bea@yahoo.test', 'cas@small.test', 'dan@small.test', 'eve@outlook.test'];

let app: TestApp;
let dns: DnsServer;
let jobs: RunningJobs;
let sender: Sender;
const sinks: SmtpSink[] = [];

beforeAll(async () => {
  dns = await startDnsServer({});
  let port = 0;
  for (const { address, domain, host } of SERVERS) {
    const rcpt = ({ line }: { readonly line: string }) =>
      line.includes('dan@') ? { say: '550 5.1.1 No such user' } : undefined;
    const sink = await startSmtpSink({ on: { rcpt } }, { host: address, port });
    port = sink.port;
    sinks.push(sink);
    dns.set(domain, 'MX', [{ preference: 10, exchange: host }]);
    dns.set(host, 'A', [address]);
  }
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_WARM_UP: '0',
  });
  sender = await newSender(app);
  jobs = withCampaignSending(
    app.installation,
    { close: async () => {} },
    campaignMeansOf(app.installation, () => app.api.baseUrl),
  );
  app.deliver();
}, 60_000);
afterAll(async () => {
  await jobs.close();
  await app.close();
  await Promise.all(sinks.map((sink) => sink.close()));
  await dns.close();
});

/** Returns the URLs of the tracking pixel and of the link in the email to a contact. */
async function urlsFor(address: string): Promise<{ readonly picture: string; readonly link: string }> {
  const message = sinks.flatMap(({ messages }) => messages).find(({ to }) => to.includes(address));
  const { html = '' } = await PostalMime.parse(message?.data ?? Buffer.alloc(0));
  const urls = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  const urlWith = (part: string) => urls.find((url) => url.includes(part)) ?? '';
  return { picture: urlWith('/t/l/0/'), link: urlWith('/t/l/1/') };
}

async function visit(address: string, part: 'picture' | 'link', userAgent: string): Promise<void> {
  const url = (await urlsFor(address))[part];
  const { status } = await fetch(url, { redirect: 'manual', headers: { 'user-agent': userAgent } });
  expect(status).toBe(part === 'link' ? 302 : 200);
}

/** Waits until a number of visits by people, proxies, and bots is stored. */
async function untilStored(visits: number): Promise<void> {
  const text = 'select coalesce(sum(visits), 0)::integer as visits from campaign_visit where account_id = $1';
  await eventually(`${visits} visits are stored`, async () => {
    const [found] = await rowsOf<{ visits: number }>(app.installation.db, text, [sender.accountId]);
    return found?.visits === visits ? true : undefined;
  });
}

async function sendCampaign(): Promise<number> {
  const { accountId, ann, domain } = sender;
  const { body: list } = await ann.call('POST', '/lists', { name: 'News' });
  for (const email of CONTACTS) await ann.call('POST', '/contacts', { email, lists: [list.id] });
  await rowsOf(app.installation.db, 'update contact set confirmed_at = now() where account_id = $1', [accountId]);
  await rowsOf(app.installation.db, 'update contact_stat set flags = 0 where account_id = $1', [accountId]);
  const { body: campaign } = await ann.call('POST', '/campaigns', {
    title: 'November',
    subject: 'Tea',
    html: '<p>Hello, <a href="https://shop.example/tea">tea</a></p>',
    from_name: 'Tea',
    from_email: `news@${domain}`,
    lists: [list.id],
  });
  expect((await ann.call('POST', `/campaigns/${campaign.id}/send`)).status).toBe(200);
  await eventually('all emails have an outcome', async () => {
    const found = await rowsOf(app.installation.db, 'select from deliverable where account_id = $1', [accountId]);
    return found.length === CONTACTS.length ? true : undefined;
  });
  // Visits within two seconds of the delivery are attributed to bots.
  await rowsOf(
    app.installation.db,
    "update deliverable set sent_at = sent_at - interval '1 hour' where account_id = $1",
    [accountId],
  );
  return campaign.id;
}

it('counts each contact once by device and by the mailbox provider of its server', { timeout: 60_000 }, async () => {
  const id = await sendCampaign();
  const results = async () => (await sender.ann.session.call('GET', `/dashboard/campaigns/${id}/devices`)).body;
  const contactsOf = async () =>
    Object.fromEntries(
      (await results()).devices.map((row: { device: string; contacts_count: number; clicked_count: number }) => [
        row.device,
        [row.contacts_count, row.clicked_count],
      ]),
    );
  expect((await results()).providers).toEqual([
    {
      provider: 'outlook',
      name: 'Outlook.com and Hotmail',
      sent_count: 2,
      delivered_count: 2,
      open_rate: 0,
      click_rate: 0,
    },
    { provider: 'yahoo', name: 'Yahoo and AOL', sent_count: 1, delivered_count: 1, open_rate: 0, click_rate: 0 },
    { provider: null, name: null, sent_count: 2, delivered_count: 1, open_rate: 0, click_rate: 0 },
  ]);

  // Ann's mailbox provider loads the image first, so that her first known device is the phone.
  await visit('ann@outlook.test', 'picture', YAHOO_PROXY);
  await visit('bea@yahoo.test', 'picture', YAHOO_PROXY);
  await visit('cas@small.test', 'picture', APPLE_PROXY);
  await visit('eve@outlook.test', 'picture', 'curl/8.5.0');
  await untilStored(4);
  expect(await contactsOf()).toEqual({
    phone: [0, 0],
    tablet: [0, 0],
    desktop: [0, 0],
    proxy: [3, 0],
    unknown: [0, 0],
  });
  await visit('ann@outlook.test', 'picture', PHONE);
  await untilStored(5);
  await visit('ann@outlook.test', 'link', DESKTOP);
  await visit('eve@outlook.test', 'picture', TABLET);
  await untilStored(7);
  expect(await contactsOf()).toEqual({
    phone: [1, 1],
    tablet: [1, 0],
    desktop: [0, 0],
    proxy: [2, 0],
    unknown: [0, 0],
  });
  expect((await results()).providers).toMatchObject([
    { provider: 'outlook', open_rate: 100, click_rate: 50 },
    { provider: 'yahoo', open_rate: 100, click_rate: 0 },
    { provider: null, open_rate: 0, click_rate: 0 },
  ]);

  // The export of personal data contains the device and the provider. The user agent is not stored.
  const { body: contacts } = await sender.ann.call('GET', '/contacts?email=ann@outlook.test');
  const contactId: number = contacts.data[0].id;
  const { body: exported } = await sender.ann.call('GET', `/contacts/${contactId}/data`);
  expect(exported.campaigns[0]).toMatchObject({ mailbox_provider: 'outlook' });
  expect(exported.campaigns[0].visits.map((row: { device: string | null }) => row.device)).toEqual([
    null,
    'phone',
    'desktop',
  ]);
  expect(JSON.stringify(exported)).not.toContain('iPhone');

  const before = await results();
  expect((await sender.ann.call('POST', `/contacts/${contactId}/erase`, { email: 'ann@outlook.test' })).status).toBe(
    202,
  );
  await eraseDue(app.installation);
  const emails = 'select from deliverable where account_id = $1 and contact_id = $2';
  expect(await rowsOf(app.installation.db, emails, [sender.accountId, contactId])).toEqual([]);
  expect(await results()).toEqual(before);
  const stranger = await newSender(app);
  expect((await stranger.ann.session.call('GET', `/dashboard/campaigns/${id}/devices`)).status).toBe(403);
});
