import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentPartsOf } from '../../src/app/campaign-content.ts';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { createResolver } from '../../src/base/dns.ts';
import { contentRoutes, createLinkAsker, dmarcPolicyOf } from '../../src/features/campaigns/campaign-content/index.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { createMailingMaker } from '../../src/features/sending/mailings/index.ts';
import { createOutgoingClient } from '../../src/http/outgoing/client.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { newSender, plantCampaign, plantContact, plantVariant, type Sender } from '../support/campaign-contents.ts';
import { makeCertificate } from '../support/certificate.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
let dns: DnsServer;
let sender: Sender;

beforeAll(async () => {
  sink = await startSmtpSink();
  dns = await startDnsServer();
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_INBOX_PORT: '0',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_CAMPAIGN_BLOCKED_WORDS: 'casino, easy money',
  });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await dns.close();
  await sink.close();
});
beforeEach(async () => {
  sender = await newSender(app);
});

function ask(path: string, body: unknown = {}) {
  return sender.ann.call('POST', path, body);
}

describe('POST /campaigns/:id/preview', () => {
  it('renders the message for a contact with untracked links that belong to no contact', async () => {
    const { accountId } = sender;
    const bea = await plantContact(app, accountId, { email: 'bea@x.example', firstName: 'Bea <b>' });
    const campaign = await plantCampaign(app, sender, { preview_text: 'For {{ email }}' });
    const { body, status } = await ask(`/campaigns/${campaign.id}/preview`, { contact_id: String(bea) });
    const token = createLinkTokens(app.installation.vault)(
      {
        kind: 'campaign',
        accountId,
        source: campaign.id,
        recipient: 0,
      },
      'unsubscribe',
    );
    expect([status, body]).toEqual([
      200,
      {
        campaign_id: campaign.id,
        variant: 0,
        contact_id: bea,
        email: 'bea@x.example',
        subject: 'Tea for Bea <b>',
        preview_text: 'For bea@x.example',
        html: expect.stringContaining('Hello Bea &lt;b&gt;, <a href="https://shop.example/tea">tea</a>'),
        text: expect.stringContaining('Hello Bea <b>, tea (https://shop.example/tea)'),
      },
    ]);
    expect(body.html).toContain(`${app.api.baseUrl}/u/${token}`);
    expect(body.html).toContain('Tea &amp; Co<br>Main Street 1<br>12345 Town');
    expect(body.html).not.toContain('/t/l/');
  });

  it('uses the first contact of the audience, or a sample contact if it is empty', async () => {
    const { accountId } = sender;
    const { db } = app.installation;
    const list = await plantGroup(db, accountId, 'list', 'News');
    const without = await plantGroup(db, accountId, 'list', 'Not');
    const campaign = await plantCampaign(app, sender, {
      list_ids: [list],
      excluded_list_ids: [without],
      segment_ids: [1],
    });
    const path = `/campaigns/${campaign.id}/preview`;
    expect((await ask(path)).body).toMatchObject({
      contact_id: null,
      email: 'ann@example.com',
      subject: 'Tea for Ann',
    });
    const [gone = 0] = await plantContacts(db, accountId, { count: 1, flags: 2, prefix: 'gone' });
    const [out = 0, first = 0] = await plantContacts(db, accountId, { count: 2 });
    await plantMembers(db, accountId, { kind: 'list', id: list, contactIds: [gone, out, first] });
    await plantMembers(db, accountId, { kind: 'list', id: without, contactIds: [out] });
    expect((await ask(path)).body).toMatchObject({ contact_id: first, subject: 'Tea for Reader 2' });
    const [segment] = await rowsOf<{ id: number }>(
      db,
      `insert into contact_segment (account_id, name, filter) values ($1, 'Out', $2) returning id`,
      [accountId, { in_list_ids: [list] }],
    );
    await rowsOf(db, 'update campaign set excluded_segment_ids = $3 where account_id = $1 and id = $2', [
      accountId,
      campaign.id,
      [segment?.id],
    ]);
    expect((await ask(path)).body).toMatchObject({ contact_id: null });
  });

  it('renders a variant and returns 404 for an unknown one', async () => {
    const campaign = await plantCampaign(app, sender);
    await plantVariant(app, sender, campaign, { variant: 1, subject: 'Coffee' });
    const path = `/campaigns/${campaign.id}/preview`;
    expect((await ask(path, { variant: '1' })).body).toMatchObject({ variant: 1, subject: 'Coffee' });
    expect((await ask(path, { variant: 2 })).status).toBe(404);
    expect((await ask(path, { variant: 'b' })).body.errors).toMatchObject({ variant: [expect.any(String)] });
  });

  it('returns all errors with 422', async () => {
    const campaign = await plantCampaign(app, sender, { subject: '{{ nosuch }}', html: '<p>{{ other }}</p>' });
    expect(await ask(`/campaigns/${campaign.id}/preview`)).toMatchObject({
      status: 422,
      body: { errors: { subject: [expect.stringContaining('nosuch')], html: [expect.stringContaining('other')] } },
    });
  });

  it('returns 403 for a campaign and 422 for a contact of another account', async () => {
    const other = await newSender(app);
    const theirs = await plantCampaign(app, other);
    const contact = await plantContact(app, other.accountId, { email: 'x@x.example' });
    expect((await ask(`/campaigns/${theirs.id}/preview`)).status).toBe(403);
    expect((await ask('/campaigns/999999999/preview')).status).toBe(404);
    const campaign = await plantCampaign(app, sender);
    expect(await ask(`/campaigns/${campaign.id}/preview`, { contact_id: contact })).toMatchObject({
      status: 422,
      body: { errors: { contact_id: ['must be the ID of one of your contacts.'] } },
    });
  });
});

describe('POST /campaigns/:id/test', () => {
  it('sends the message to people of the account: marked, signed and untracked', async () => {
    const { accountId, ann } = sender;
    const bea = await plantContact(app, accountId, { email: 'bea@x.example', firstName: 'Bea' });
    const campaign = await plantCampaign(app, sender);
    const before = sink.messages.length;
    const answer = await ask(`/campaigns/${campaign.id}/test`, {
      to: [ann.email.toUpperCase(), ann.email],
      contact_id: bea,
    });
    expect([answer.status, answer.body]).toEqual([
      202,
      { campaign_id: campaign.id, variant: 0, to: [ann.email], tests_left_today: 99 },
    ]);
    await sink.waitFor(before + 1);
    const data = sink.messages[before]?.data ?? Buffer.alloc(0);
    const mail = await PostalMime.parse(data);
    const token = createLinkTokens(app.installation.vault)(
      {
        kind: 'campaign',
        accountId,
        source: campaign.id,
        recipient: 0,
      },
      'unsubscribe',
    );
    expect(mail.subject).toBe('[Test] Tea for Bea');
    expect(mail.html).toContain('<a href="https://shop.example/tea">');
    expect(mail.html).toContain(`${app.api.baseUrl}/u/${token}`);
    expect(mail.html).not.toContain('/t/l/');
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe(`<${app.api.baseUrl}/u/${token}>`);
    expect(header('dkim-signature')?.replaceAll(/\s/g, '')).toContain(
      'list-unsubscribe:list-unsubscribe:list-unsubscribe-post',
    );
  });

  it('refuses other recipients and names them', async () => {
    const campaign = await plantCampaign(app, sender);
    const stranger = (await newPerson(app, (await app.newAccount()).account.id)).email;
    const path = `/campaigns/${campaign.id}/test`;
    expect(await ask(path, { to: [sender.ann.email, stranger] })).toMatchObject({
      status: 422,
      body: { errors: { to: [expect.stringContaining(stranger)] } },
    });
    expect((await ask(path, { to: [] })).status).toBe(422);
    const many = Array.from({ length: 11 }, (_, at) => `a${at}@x.example`);
    expect((await ask(path, { to: many })).body.errors.to).toEqual(['must have at most 10 addresses.']);
    expect((await ask(path, { to: ['nobody'] })).status).toBe(422);
  });

  it('is limited to a hundred messages per day and returns 429 until the day ends', async () => {
    const { accountId, ann } = sender;
    const campaign = await plantCampaign(app, sender);
    const path = `/campaigns/${campaign.id}/test`;
    await ask(path, { to: ann.email });
    await rowsOf(app.installation.db, 'update campaign_test set mails = 100 where account_id = $1', [accountId]);
    const refused = await ask(path, { to: ann.email });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    const text = `update campaign_test set since = now() - interval '1 day' where account_id = $1`;
    await rowsOf(app.installation.db, text, [accountId]);
    expect((await ask(path, { to: ann.email })).body.tests_left_today).toBe(99);
  });

  it('is refused for the same content, postal address and sender errors as the campaign', async () => {
    const { accountId, ann } = sender;
    const faulty = await plantCampaign(app, sender, { subject: '{{ nosuch }}' });
    expect((await ask(`/campaigns/${faulty.id}/test`, { to: ann.email })).status).toBe(422);
    const foreign = await plantCampaign(app, sender, { from_email: 'a@nobody.example' });
    expect((await ask(`/campaigns/${foreign.id}/test`, { to: ann.email })).status).toBe(403);
    await rowsOf(app.installation.db, 'delete from campaign_settings where account_id = $1', [accountId]);
    const campaign = await plantCampaign(app, sender);
    expect((await ask(`/campaigns/${campaign.id}/test`, { to: ann.email })).body.errors).toMatchObject({
      postal_address: [expect.any(String)],
    });
    await rowsOf(app.installation.db, 'update account set paused_at = now() where account_id = $1', [accountId]);
    expect((await ask(`/campaigns/${campaign.id}/test`, { to: ann.email })).status).toBe(403);
  });
});

describe('GET /campaigns/:id/checks', () => {
  it('returns all findings', async () => {
    dns.set(`_dmarc.${sender.domain}`, 'TXT', ['v=DMARC1; p=reject']);
    const campaign = await plantCampaign(app, sender, {
      html:
        '<p style="display:grid">Easy, MONEY! {{ first_name }}</p><img src="https://x.example/a.png">' +
        '<a href="http://shop.example/">x</a>',
    });
    const { body, status } = await sender.ann.call('GET', `/campaigns/${campaign.id}/checks`);
    expect([status, body.campaign_id, body.variant, body.level]).toEqual([200, campaign.id, 0, 'error']);
    const levels = Object.fromEntries(body.findings.map(({ id, level }: { id: string; level: string }) => [id, level]));
    expect(levels).toEqual({
      'merge-tags': 'warning',
      unsubscribe: 'ok',
      links: 'warning',
      'alt-texts': 'warning',
      'image-only': 'warning',
      contrast: 'ok',
      size: 'ok',
      'link-answers': 'ok',
      'text-part': 'ok',
      'client-support': 'warning',
      'postal-address': 'ok',
      sender: 'ok',
      subject: 'ok',
      'preview-text': 'warning',
      'blocked-words': 'error',
    });
    const words = body.findings.find(({ id }: { id: string }) => id === 'blocked-words');
    expect(words.where).toEqual(['easy money']);
  });

  it('reports a sender without a DMARC record or without verification', async () => {
    const checks = async (from_email: string) => {
      const campaign = await plantCampaign(app, sender, { from_email });
      const { body } = await sender.ann.call('GET', `/campaigns/${campaign.id}/checks`);
      return body.findings.find(({ id }: { id: string }) => id === 'sender');
    };
    expect(await checks(`a@${sender.domain}`)).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('no DMARC record'),
    });
    expect(await checks('a@nobody.example')).toMatchObject({ level: 'error' });
  });

  it('reports errors of content that cannot be sent', async () => {
    const campaign = await plantCampaign(app, sender, { html: '{% if first_name %}' });
    const { body } = await sender.ann.call('GET', `/campaigns/${campaign.id}/checks`);
    expect(body.level).toBe('error');
    expect(body.findings[0]).toMatchObject({
      id: 'merge-tags',
      level: 'error',
      where: [expect.stringContaining('line 1')],
    });
  });

  it('checks one campaign of an account at a time', async () => {
    const reached = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<[]>();
    const parts = {
      ...contentPartsOf(app.installation, () => app.api.baseUrl),
      filterParts: FILTER_PARTS,
      makeMailing: createMailingMaker({ clock: app.installation.clock }),
      askLinks: () => {
        reached.resolve();
        return answered.promise;
      },
      examineSupport: () => Promise.resolve([]),
      dmarcPolicy: () => Promise.resolve('none'),
      missingValues: async () => Promise.resolve({ contacts: 0, data: [] }),
      blockedWords: [],
    };
    const route = contentRoutes(parts).find(({ path }) => path.endsWith('/checks'));
    const campaign = await plantCampaign(app, sender);
    const request = {
      principal: { accountId: sender.accountId },
      params: { id: String(campaign.id) },
      query: {},
    } as never;
    const first = route?.run(request);
    await reached.promise;
    await expect(route?.run(request)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    answered.resolve([]);
    expect(await first).toMatchObject({ status: 200 });
    expect(await route?.run(request)).toMatchObject({ status: 200 });
  });
});

describe('link check', () => {
  it('requests a few URLs at a time that are on the public internet and use https', async () => {
    const certificate = makeCertificate(['localhost', '127.0.0.1']);
    const asked: string[] = [];
    let open = 0;
    let most = 0;
    const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      open += 1;
      most = Math.max(most, open);
      asked.push(`${request.method} ${request.url}`);
      setImmediate(() => {
        open -= 1;
        const status = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 200);
        response.writeHead(status, { location: 'http://169.254.169.254/' }).end('x'.repeat(100_000));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { clock } = app.installation;
    const resolver = createResolver({ clock, servers: [dns.address] });
    const open1 = { resolver, allowLoopback: true, trustedCertificates: [certificate.cert] };
    const development = createOutgoingClient(open1);
    const production = createOutgoingClient({ ...open1, allowLoopback: false });
    try {
      const results = await createLinkAsker({ clock, client: development })([
        `${base}/200`,
        `${base}/404`,
        `${base}/302`,
        `${base}/403`,
        `${base}/500`,
        `${base}/200`,
        'http://shop.example/',
        'https://nobody.example/',
      ]);
      expect(results.map(({ fault, url }) => [url.replace(base, ''), fault])).toEqual([
        ['/200', undefined],
        ['/404', 'returned status 404'],
        ['/302', undefined],
        ['/403', undefined],
        ['/500', 'returned status 500'],
        ['https://nobody.example/', expect.stringContaining('nobody.example')],
      ]);
      expect(asked.toSorted()).toEqual(['GET /200', 'GET /302', 'GET /403', 'GET /404', 'GET /500']);
      const [refused] = await createLinkAsker({ clock, client: production })([`${base}/200`]);
      expect(refused?.fault).toMatch(/points to this server/);
      asked.length = 0;
      const many = Array.from({ length: 60 }, (_, at) => `${base}/${at}/200`);
      expect(await createLinkAsker({ clock, client: development })(many)).toHaveLength(50);
      expect([asked.length, most <= 8]).toEqual([50, true]);
    } finally {
      await Promise.all([development.close(), production.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('DMARC policy of a domain', () => {
  it('is its own or that of its parent domain', async () => {
    const resolver = createResolver({ clock: app.installation.clock, servers: [dns.address] });
    dns.set('_dmarc.shop.org.example', 'TXT', ['v=spf1', 'v=DMARC1; p=Quarantine; rua=mailto:a@x.example']);
    dns.set('_dmarc.broken.example', 'TXT', 'SERVFAIL');
    expect(await dmarcPolicyOf(resolver, 'news.shop.org.example')).toBe('quarantine');
    expect(await dmarcPolicyOf(resolver, 'other.example')).toBeNull();
    expect(await dmarcPolicyOf(resolver, 'broken.example')).toBeUndefined();
  });
});
