import { Models } from 'postmark';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const DOMAIN = 'pmstats.news.test';
const OTHER = 'pmstats2.news.test';
const MAIL = { From: `shop@${DOMAIN}`, Subject: 'Hello', TextBody: 'Hi', HtmlBody: '<a href="https://x.test/a">A</a>' };
const TODAY = new Date().toISOString().slice(0, 10);
const BEFORE = new Date(Date.parse(TODAY) - 2 * 24 * 3_600_000).toISOString().slice(0, 10);

let client: ReturnType<typeof postmarkClient>;
let seen: string;

const sink = shared(async () =>
  startSmtpSink({
    on: { rcpt: ({ line }) => (line.includes('gone@') ? { say: '550 5.1.1 no such user' } : undefined) },
  }),
);
const app = shared(async () =>
  startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` }),
);
const tenant = shared(async () => vendorAccount(app, 'postmark', {}, DOMAIN));

// Sends a tracked message to three recipients, one of whom is suppressed, a message whose opens are tracked, and one
// that bounces. Then records opens, clicks, a complaint, and a delay two days ago.
beforeAll(async () => {
  client = postmarkClient(app.url, tenant.key);
  app.deliver();
  const { db } = app.installation;
  await db.script(
    `insert into suppression (account_id, address, reason) values (${tenant.accountId}, 'left@x.test', 'manual')`,
  );
  const tracked = { ...MAIL, Tag: 'orders', TrackOpens: true, TrackLinks: Models.LinkTrackingOptions.HtmlOnly };
  seen = (await client.sendEmail({ ...tracked, To: 'ann@x.test, bob@x.test, left@x.test' })).MessageID;
  await client.sendEmail({ ...MAIL, To: 'many@x.test', MessageStream: 'broadcast', TrackOpens: true });
  await client.sendEmail({ ...MAIL, To: 'gone@x.test' });
  await eventually('all messages have a final status', async () => {
    const { Bounces } = await client.getBounces();
    const { TotalCount } = await client.getOutboundMessages({ status: Models.OutboundMessageStatus.Sent });
    return Bounces.length === 1 && Number(TotalCount) === 3 ? true : undefined;
  });
  await visit('ann@x.test', 0, '/open');
  await visit('ann@x.test', 0, '/open');
  await visit('bob@x.test', 1, '/open');
  for (const url of ['https://x.test/a', 'https://x.test/a', 'https://x.test/b']) await visit('ann@x.test', 0, url);
  await db.script(
    `select append_vendor_events(${tenant.accountId}, '{postmark}', '{${DOMAIN}}', '{${seen}}', '{1}', '{bob@x.test}', '{complained}', '{"{}"}');
     insert into vendor_event (account_id, id, recorded_at, vendor, domain, message_id, recipient_no, recipient, event, details)
     select account_id, -1, now() - interval '2 days', vendor, domain, message_id, recipient_no, recipient, 'delayed', '{}'
     from vendor_event where account_id = ${tenant.accountId} and event = 'bounced'`,
  );
});

/** Records an open, or a click on a URL, as tracking does. */
async function visit(recipient: string, no: number, url: string): Promise<void> {
  const [event, details] = url === '/open' ? ['opened', { userAgent: 'Firefox' }] : ['clicked', { url }];
  await app.installation.db.query(
    {
      name: '',
      text: `select append_vendor_events($1, '{postmark}', $2, $3, $4, $5, $6, $7)`,
    },
    [tenant.accountId, [DOMAIN], [seen], [no], [recipient], [event], [JSON.stringify(details)]],
  );
}

describe('statistics', () => {
  it('are returned to the official client as an overview with rates in percent of sent messages', async () => {
    expect(await client.getOutboundOverview()).toEqual({
      // No message was sent to the suppressed address.
      Sent: 4,
      Bounced: 1,
      SMTPApiErrors: 0,
      BounceRate: 25,
      SpamComplaints: 1,
      SpamComplaintsRate: 25,
      Opens: 3,
      UniqueOpens: 2,
      Tracked: 3,
      WithOpenTracking: 3,
      WithLinkTracking: 2,
      TotalClicks: 3,
      UniqueLinksClicked: 2,
      WithClientRecorded: 0,
      WithPlatformRecorded: 0,
      WithReadTimeRecorded: 0,
    });
  });

  it('are returned by day with sums', async () => {
    expect(await client.getSentCounts()).toEqual({ Days: [{ Date: TODAY, Sent: 4 }], Sent: 4 });
    expect(await client.getBounceCounts()).toEqual({
      Days: [
        { Date: BEFORE, Transient: 1 },
        { Date: TODAY, HardBounce: 1 },
      ],
      Transient: 1,
      HardBounce: 1,
    });
    expect(await client.getSpamComplaintsCounts()).toEqual({
      Days: [{ Date: TODAY, SpamComplaint: 1 }],
      SpamComplaint: 1,
    });
    expect(await client.getTrackedEmailCounts()).toEqual({ Days: [{ Date: TODAY, Tracked: 3 }], Tracked: 3 });
    expect(await client.getEmailOpenCounts()).toEqual({
      Days: [{ Date: TODAY, Opens: 3, Unique: 2 }],
      Opens: 3,
      Unique: 2,
    });
    expect(await client.getClickCounts()).toEqual({
      Days: [{ Date: TODAY, Clicks: 3, Unique: 2 }],
      Clicks: 3,
      Unique: 2,
    });
    expect(await client.getClickLocation()).toEqual({ Days: [{ Date: TODAY, HTML: 3, Text: 0 }], HTML: 3, Text: 0 });
  });

  it('filter by tag, stream and days, and refuse unknown filters', async () => {
    expect((await client.getSentCounts({ tag: 'orders' })).Sent).toBe(2);
    expect((await client.getSentCounts({ messageStream: 'broadcast' })).Sent).toBe(1);
    expect((await client.getOutboundOverview({ tag: 'none' })).Sent).toBe(0);
    expect(await client.getBounceCounts({ fromDate: BEFORE, toDate: BEFORE })).toEqual({
      Days: [{ Date: BEFORE, Transient: 1 }],
      Transient: 1,
    });
    expect(await client.getEmailOpenCounts({ toDate: BEFORE })).toEqual({ Days: [], Opens: 0, Unique: 0 });
    const unknown = { colour: 'red' } as Models.StatisticsFilteringParameters;
    await expect(client.getSentCounts(unknown)).rejects.toMatchObject({ statusCode: 422, code: 300 });
    await expect(client.getEmailOpenReadTimes()).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('opens and clicks', () => {
  it('are listed newest first by page, recipient and message', async () => {
    const opens = await client.getMessageOpens();
    expect([opens.TotalCount, opens.Opens.map(({ Recipient }) => Recipient)]).toEqual([
      3,
      ['bob@x.test', 'ann@x.test', 'ann@x.test'],
    ]);
    expect(opens.Opens[0]).toMatchObject({
      RecordType: 'Open',
      MessageID: seen,
      UserAgent: 'Firefox',
      Tag: 'orders',
      MessageStream: 'outbound',
      ReceivedAt: expect.stringMatching(/Z$/),
    });
    expect((await client.getMessageOpens({ count: 1, offset: 1 })).Opens).toHaveLength(1);
    expect((await client.getMessageOpens({ recipient: 'BOB@x.test' })).TotalCount).toBe(1);
    expect((await client.getMessageOpens({ tag: 'none' })).TotalCount).toBe(0);
    const clicks = await client.getMessageClicksForSingleMessage(seen, { count: 2 });
    expect(clicks).toMatchObject({
      TotalCount: 3,
      Clicks: [{ OriginalLink: 'https://x.test/b' }, { RecordType: 'Click' }],
    });
    expect((await client.getMessageOpensForSingleMessage(seen)).TotalCount).toBe(3);
    expect(await client.getMessageClicksForSingleMessage('01890000-0000-7000-8000-000000000000')).toEqual({
      TotalCount: 0,
      Clicks: [],
    });
    await expect(client.getMessageOpensForSingleMessage('nonsense')).rejects.toMatchObject({ code: 701 });
    // Locations are not stored, so a filter by country is rejected. Returning no results would be misleading.
    await expect(client.getMessageOpens({ country: 'Belgium' })).rejects.toMatchObject({ statusCode: 422 });
  });
});

describe('key of one domain', () => {
  it('counts and lists only that domain, and another account has nothing', async () => {
    const { db } = app.installation;
    const scopes = [SCOPES.read];
    const own = await createKey(db, { accountId: tenant.accountId, name: 'own', scopes, domain: DOMAIN });
    const one = await createKey(db, { accountId: tenant.accountId, name: 'one', scopes, domain: OTHER });
    const stranger = await vendorAccount(app, 'postmark', {}, OTHER);
    const counts = async (key: string) => {
      const by = postmarkClient(app.url, key);
      const { Bounced, Opens, Sent, TotalClicks } = await by.getOutboundOverview();
      return [Sent, Bounced, Opens, TotalClicks, (await by.getMessageOpens()).TotalCount];
    };
    expect(await counts(own.key)).toEqual([4, 1, 3, 3, 3]);
    expect(await counts(one.key)).toEqual([0, 0, 0, 0, 0]);
    expect(await counts(stranger.key)).toEqual([0, 0, 0, 0, 0]);
  });
});
