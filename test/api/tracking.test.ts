import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { createVault } from '../../src/base/crypto.ts';
import { openDatabase, type Database, type Db } from '../../src/base/db.ts';
import { createUuidGenerator } from '../../src/base/ids.ts';
import { createLog, silentLog } from '../../src/base/log.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { createTracker, createVisits, trackingRoutes } from '../../src/features/outcomes/tracking/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { planTracking } from '../../src/mail/track.ts';
import { eventually, startApp, type Client, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const HOSTNAME = 'mail.postrider.example';
const LINK = 'https://shop.example/?a=1&b=grün#top';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

interface TimelineEvent {
  readonly event: string;
  readonly recipient: string;
  readonly status: string | null;
  readonly reason: string | null;
}

let app: TestApp;
let dns: DnsServer;
let sink: SmtpSink;
const records = new Map<string, string>();

beforeAll(async () => {
  sink = await startSmtpSink({});
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_HOSTNAME: HOSTNAME,
    POSTRIDER_BASE_URL: 'https://track.example/mail',
  });
});
afterAll(async () => {
  await app.close();
  await sink.close();
  await dns.close();
});

/** Replaces the public base URL in a link with the address of the server. */
function local(address: string): string {
  return address.replace('https://track.example/mail', `http://127.0.0.1:${app.api.port}`);
}

function visit(address: string, userAgent = PERSON, method = 'GET'): Promise<Response> {
  return fetch(local(address), { method, redirect: 'manual', headers: { 'user-agent': userAgent } });
}

function sql<Row>(text: string, values: readonly unknown[], db: Db = app.installation.db): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}

async function patch(client: Client, path: string, body: unknown): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${app.api.port}${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

async function call(client: Client, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${app.api.port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // The type is `any`, because JSON bodies have many shapes, and the expectations check them.
  // oxlint-disable-next-line typescript/no-explicit-any
  const answer: any = await response.json();
  return answer;
}

interface Mailing {
  readonly tenant: Tenant;
  readonly id: string;
  readonly uuid: string;
  readonly pixel: string;
  readonly link: string;
  /** Returns a tracked link to the given URL. */
  linkTo(url: string): string;
  pixelOf(recipientNo: number): string;
  events(): Promise<TimelineEvent[]>;
  /** Opens and clicks of the message's tag. */
  counts(): Promise<{ opened: number; clicked: number }>;
  /**
   * Clicks a link whose clicks are counted, and waits until the click is recorded. All earlier opens and clicks are
   * then recorded too.
   */
  settle(): Promise<void>;
}

let mailings = 0;

/** Inserts an accepted message. By default, the message was delivered an hour ago. */
async function mailing(options: { readonly deliveredAgo?: string } = {}): Promise<Mailing> {
  mailings += 1;
  const tenant = await app.newAccount();
  const { accountId } = { accountId: tenant.account.id };
  const { id } = await call(tenant, '/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost', 'delivered+2@sandbox.localhost'],
    subject: 'S',
    html: '<p>Hi</p>',
    tag: 'news',
  });
  const uuid = parseMessageId(id, Date.now()) ?? '';
  const nextUuid = createUuidGenerator();
  await sql(
    `insert into event (account_id, message_id, id, recipient_no, event, occurred_at)
     select $1, $2, e.id, 0, e.event, now() - $3::interval from unnest($4::uuid[], $5::text[]) as e (id, event)`,
    [
      accountId,
      uuid,
      options.deliveredAgo ?? '1 hour',
      [nextUuid(Date.now()), nextUuid(Date.now())],
      ['sent', 'delivered'],
    ],
  );
  const html = (target: string, recipientNo: number): string =>
    createTracker({ vault: app.installation.vault, baseUrl: () => app.api.baseUrl }).personalise({
      accountId,
      messageId: uuid,
      html: `<a href="${target}">x</a>`,
      track: { opens: true, clicks: true },
      exempt: [],
    })?.(recipientNo) ?? '';
  const linkTo = (url: string): string => planTracking(html(url, 0)).links[0]?.url ?? '';
  const pixelOf = (recipientNo: number): string => /src="([^"]+)"/.exec(html(LINK, recipientNo))?.[1] ?? '';
  const events = async (): Promise<TimelineEvent[]> => {
    const body = await call(tenant, `/transactional/emails/${id}`);
    return body.events.filter(({ event }: TimelineEvent) => event === 'opened' || event === 'clicked');
  };
  return {
    tenant,
    id,
    uuid,
    pixel: pixelOf(0),
    link: linkTo(LINK),
    linkTo,
    pixelOf,
    events,
    async counts() {
      const { last_30_days: totals } = await call(tenant, '/transactional/tags/news');
      return { opened: totals.opened, clicked: totals.clicked };
    },
    async settle() {
      const url = 'https://settle.example/';
      await visit(linkTo(url));
      await eventually('the last visit is recorded', async () =>
        (await events()).some(({ reason }) => reason === url) ? true : undefined,
      );
    },
  };
}

function written(mail: Mailing, count: number): Promise<TimelineEvent[]> {
  return eventually(`${count} events are recorded`, async () => {
    const events = await mail.events();
    return events.length >= count ? events : undefined;
  });
}

describe('open', () => {
  it('returns an uncached image and is in the timeline and statistics', async () => {
    const mail = await mailing();
    const response = await visit(mail.pixel);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.length, bytes.toString('latin1', 0, 6)]).toEqual([43, 'GIF89a']);
    const [event] = await written(mail, 1);
    expect(event).toMatchObject({
      event: 'opened',
      recipient: 'delivered@sandbox.localhost',
      status: null,
      reason: null,
    });
    expect(await mail.counts()).toEqual({ opened: 1, clicked: 0 });
    const { status } = await call(mail.tenant, `/transactional/emails/${mail.id}`);
    expect(status).toBe('queued');
  });

  it('counts for each recipient', async () => {
    const mail = await mailing();
    await visit(mail.pixelOf(0));
    await visit(mail.pixelOf(1));
    const events = await written(mail, 2);
    expect(new Set(events.map(({ recipient }) => recipient)).size).toBe(2);
    expect(await mail.counts()).toMatchObject({ opened: 2 });
  });

  it('is not repeated within a minute, and a later one is in the timeline, but the recipient counts once', async () => {
    const mail = await mailing();
    await visit(mail.pixel);
    await written(mail, 1);
    await visit(mail.pixel);
    await mail.settle();
    expect((await mail.events()).filter(({ event }) => event === 'opened')).toHaveLength(1);
    await sql("update event set occurred_at = occurred_at - interval '61 s' where message_id = $1", [mail.uuid]);
    await visit(mail.pixel);
    expect((await written(mail, 3)).map(({ event }) => event).toSorted()).toEqual(['clicked', 'opened', 'opened']);
    expect(await mail.counts()).toEqual({ opened: 1, clicked: 1 });
  });

  it('counts once if several processes receive it concurrently', async () => {
    const mail = await mailing();
    const { db, log } = app.installation;
    const recorders = Array.from({ length: 4 }, () => createVisits({ db, log }));
    const { account } = mail.tenant;
    const opened = { accountId: account.id, messageId: mail.uuid, recipientNo: 0, kind: 'opened', url: null } as const;
    for (const recorder of recorders) {
      for (let i = 0; i < 20; i += 1) recorder.record({ ...opened, userAgent: PERSON, atMs: Date.now() });
    }
    await Promise.all(recorders.map((recorder) => recorder.idle()));
    expect(await mail.events()).toHaveLength(1);
    expect(await mail.counts()).toMatchObject({ opened: 1 });
  });

  it('of 2,000 recipients in a burst takes a few statements, and each counts', async () => {
    const mail = await mailing();
    const { db, log } = app.installation;
    const accountId = mail.tenant.account.id;
    await sql(
      `insert into delivery (account_id, message_id, recipient_no, recipient, class, status, next_at)
       select $1, $2, n, 'a@x.example', 0, 7, null from generate_series(2, 2001) n`,
      [accountId, mail.uuid],
    );
    let statements = 0;
    const counting: Database = {
      ...db,
      query: (...of) => {
        statements += 1;
        return db.query(...of);
      },
      transaction: (work) =>
        db.transaction((tx) =>
          work({
            ...tx,
            query: (...of) => {
              statements += 1;
              return tx.query(...of);
            },
          }),
        ),
    };
    const visits = createVisits({ db: counting, log });
    const atMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const opened = { accountId, messageId: mail.uuid, kind: 'opened', url: null, userAgent: PERSON, atMs } as const;
    for (let recipientNo = 2; recipientNo < 2_002; recipientNo += 1) visits.record({ ...opened, recipientNo });
    await visits.idle();
    expect(await mail.counts()).toMatchObject({ opened: 2_000 });
    expect(statements).toBeLessThan(10);
  });

  it('by a proxy counts once and is marked', async () => {
    const mail = await mailing();
    await visit(mail.pixel, GMAIL);
    expect(await written(mail, 1)).toMatchObject([{ event: 'opened', status: 'proxy' }]);
    await sql("update event set occurred_at = occurred_at - interval '1 day' where message_id = $1", [mail.uuid]);
    await visit(mail.pixel, 'Mozilla/5.0');
    await mail.settle();
    expect((await mail.events()).filter(({ event }) => event === 'opened')).toHaveLength(1);
    await visit(mail.pixel);
    const events = await written(mail, 3);
    expect(events.filter(({ event }) => event === 'opened').map(({ status }) => status)).toEqual(['proxy', null]);
    expect(await mail.counts()).toMatchObject({ opened: 1 });
  });
});

describe('click', () => {
  it('redirects to the original URL and is in the timeline and statistics', async () => {
    const mail = await mailing();
    const response = await visit(mail.link);
    expect([response.status, response.headers.get('location')]).toEqual([302, new URL(LINK).href]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await written(mail, 1)).toMatchObject([{ event: 'clicked', status: null, reason: LINK }]);
    expect(await mail.counts()).toEqual({ opened: 0, clicked: 1 });
  });

  it('redirects if others have added parameters', async () => {
    const mail = await mailing();
    expect((await visit(`${mail.link}&utm_source=x&fbclid=1`)).status).toBe(302);
  });

  it('on each URL is a row, and the recipient counts once', async () => {
    const mail = await mailing();
    await visit(mail.linkTo('https://a.example/'));
    // Two clicks in the same millisecond may be in either order.
    await written(mail, 1);
    await visit(mail.linkTo('https://b.example/'));
    await visit(mail.linkTo('https://a.example/'));
    await mail.settle();
    const reasons = (await mail.events()).map(({ reason }) => reason);
    expect(reasons).toEqual(['https://a.example/', 'https://b.example/', 'https://settle.example/']);
    expect(await mail.counts()).toMatchObject({ clicked: 1 });
  });

  it('is stored at most fifty times per recipient', async () => {
    const mail = await mailing();
    await Promise.all(Array.from({ length: 60 }, (_, no) => visit(mail.linkTo(`https://x.example/${no}`))));
    await written(mail, 50);
    await visit(mail.pixelOf(1));
    const events = await eventually('the event of the other recipient is recorded', async () => {
      const all = await mail.events();
      return all.some(({ event }) => event === 'opened') ? all : undefined;
    });
    expect(events.filter(({ event }) => event === 'clicked')).toHaveLength(50);
    expect(await mail.counts()).toEqual({ opened: 1, clicked: 1 });
  });

  it('within two seconds of the delivery, or before it is recorded, redirects without counting', async () => {
    // The delivery time is slightly in the future, so that the open and the click are within the two seconds even if
    // the test is slow.
    const mail = await mailing({ deliveredAgo: '-30 s' });
    expect((await visit(mail.link)).status).toBe(302);
    await visit(mail.pixel);
    await written(mail, 1);
    expect(await mail.counts()).toEqual({ opened: 1, clicked: 0 });
    const before = await mailing();
    await sql('delete from event where message_id = $1', [before.uuid]);
    expect((await visit(before.link)).status).toBe(302);
    await visit(before.pixel);
    expect(await written(before, 1)).toMatchObject([{ event: 'opened' }]);
  });
});

describe('automated request', () => {
  it('gets its response without counting: HEAD, no user agent, programs, link-following proxies', async () => {
    const mail = await mailing();
    for (const address of [mail.pixel, mail.link]) {
      expect((await visit(address, PERSON, 'HEAD')).status).toBe(address === mail.pixel ? 200 : 302);
      expect((await visit(address, '')).status).toBe(address === mail.pixel ? 200 : 302);
      expect((await visit(address, 'Googlebot/2.1')).status).toBe(address === mail.pixel ? 200 : 302);
    }
    await visit(mail.link, GMAIL);
    await mail.settle();
    expect(await mail.events()).toMatchObject([{ reason: 'https://settle.example/' }]);
    expect(await mail.counts()).toEqual({ opened: 0, clicked: 1 });
  });
});

describe('browser prefetch', () => {
  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch;anonymous-client-ip'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
    ['x-purpose', 'preview'],
  ])('gets its response and is neither an open nor a click: %s: %s', async (name, value) => {
    const mail = await mailing();
    for (const address of [mail.pixel, mail.link]) {
      const headers = { 'user-agent': PERSON, [name]: value };
      const answer = await fetch(local(address), { redirect: 'manual', headers });
      expect(answer.status).toBe(address === mail.pixel ? 200 : 302);
    }
    await mail.settle();
    expect(await mail.events()).toMatchObject([{ reason: 'https://settle.example/' }]);
    expect(await mail.counts()).toEqual({ opened: 0, clicked: 1 });
  });
});

describe('invalid tracking links', () => {
  async function expectUnknown(address: string): Promise<void> {
    const response = await visit(address);
    expect({ address, status: response.status, location: response.headers.get('location') }).toEqual({
      address,
      status: 404,
      location: null,
    });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('Unknown link');
  }

  it('do not redirect: another URL, none, two, another recipient, account or message, another purpose', async () => {
    const mail = await mailing();
    const url = new URL(mail.link);
    const token = url.pathname.split('/').at(-1) ?? '';
    const click = (changed: string, query: string): string => `https://track.example/mail/t/c/${changed}${query}`;
    await expectUnknown(click(token, '?u=https%3A%2F%2Fevil.example%2F'));
    await expectUnknown(click(token, ''));
    await expectUnknown(click(token, `${url.search}&u=https%3A%2F%2Fevil.example%2F`));
    await expectUnknown(click(token, '?u[a]=b'));
    for (const at of [7, 12, 25, 30]) {
      const bytes = Buffer.from(token, 'base64url');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await expectUnknown(click(bytes.toString('base64url'), url.search));
    }
    const openToken = mail.pixel.split('/').at(-1) ?? '';
    await expectUnknown(click(openToken, url.search));
    await expectUnknown(click(openToken, '?u='));
    await expectUnknown(`https://track.example/mail/t/o/${token}`);
    await expectUnknown('https://track.example/mail/t/o/x');
  });

  it('never cause an internal error', async () => {
    const mail = await mailing();
    for (const query of ['?u=%', '?u=%00', '?u=%ED%A0%80', '?__proto__=1', '?u=a&u[b]=c']) {
      const { status } = await visit(`${mail.link.split('?')[0]}${query}`);
      expect({ query, status: Math.floor(status / 100) }).toEqual({ query, status: 4 });
    }
    expect((await visit('https://track.example/mail/t/c/%00?u=x')).status).toBe(404);
    expect((await visit(`https://track.example/mail/t/o/${'x'.repeat(2_000)}`)).status).toBe(404);
  });
});

describe('message sent before tokens had purposes', () => {
  it('has links that still redirect and an image, but no others', async () => {
    const old = 'https://track.example/mail/t';
    const click = `${old}/c/AAAAAAAAAAcBkvDBKzx9To9QESIzRFVmADH5v6R_ALv9f2XBaORERlUg`;
    const led = await visit(`${click}?u=${encodeURIComponent('https://x.example/ü')}`);
    expect([led.status, led.headers.get('location')]).toEqual([302, 'https://x.example/%C3%BC']);
    expect((await visit(`${click}?u=https%3A%2F%2Fevil.example`)).status).toBe(404);
    expect((await visit(`${old}/o/AAAAAAAAAAcBkvDBKzx9To9QESIzRFVmADFDU3GtTlSpN3C_qUDdE9Kd`)).status).toBe(200);
  });
});

describe('links of deleted messages', () => {
  it.each([
    ['a day whose partition was dropped', 1, '01700000-2b3c-7d4e-8f50-112233445566'],
    ['an unknown account', 2 ** 50, '0192f0c1-2b3c-7d4e-8f50-112233445566'],
  ])('of %s still redirect, and others count', async (_what, accountId, messageId) => {
    const html = createTracker({ vault: app.installation.vault, baseUrl: () => app.api.baseUrl }).personalise({
      accountId,
      messageId,
      html: `<a href="${LINK}">x</a>`,
      track: { opens: true, clicks: true },
      exempt: [],
    })?.(0);
    const [link] = planTracking(html ?? '').links;
    const response = await visit(link?.url ?? '');
    expect([response.status, response.headers.get('location')]).toEqual([302, new URL(LINK).href]);
    const mail = await mailing();
    await mail.settle();
    expect(await mail.counts()).toMatchObject({ clicked: 1 });
  });
});

describe('without the database', () => {
  it('links redirect and the image is served, and the log has a warning', async () => {
    const lines: string[] = [];
    const log = createLog('warn', (line) => void lines.push(line));
    const clock = { now: () => Date.now() };
    const vault = createVault('a secret that only tests use, long enough');
    const db = openDatabase({
      url: 'postgres://postrider@127.0.0.1:1/gone',
      log: silentLog,
      connections: 1,
      applicationName: 'test',
    });
    const visits = createVisits({ db, log });
    const server = createHttpServer({
      routes: trackingRoutes({ vault, clock, visits }),
      authenticate: () => Promise.resolve(undefined),
      log,
      baseUrl: () => 'http://127.0.0.1',
      ready: () => Promise.resolve(true),
    });
    const { port } = await server.listen('127.0.0.1', 0);
    const html = createTracker({ vault, baseUrl: () => `http://127.0.0.1:${port}` }).personalise({
      accountId: 1,
      messageId: '0192f0c1-2b3c-7d4e-8f50-112233445566',
      html: `<a href="${LINK}">x</a>`,
      track: { opens: true, clicks: true },
      exempt: [],
    })?.(0);
    const [link] = planTracking(html ?? '').links;
    const answers = [await visit(link?.url ?? ''), await visit(/src="([^"]+)"/.exec(html ?? '')?.[1] ?? '')];
    expect(answers.map(({ status }) => status)).toEqual([302, 200]);
    await visits.idle();
    expect(lines.join('')).toContain('Opens and clicks could not be recorded');
    await server.close(0);
    await db.close();
  });
});

describe('tracked message', () => {
  async function verifiedTenant(): Promise<Tenant> {
    const tenant = await app.newAccount();
    const parts = domainPartsOf(app.installation);
    const domain = await addDomain(parts, tenant.account.id, 'acme.example');
    for (const record of domain.records) {
      if (record.type === 'TXT') dns.set(record.host, 'TXT', [record.data]);
      records.set(record.host, record.data);
    }
    const verified = await verifyDomain(parts, tenant.account.id, 'acme.example');
    expect(verified.status).toBe('verified');
    dns.set('one.example', 'MX', [{ preference: 10, exchange: 'mx.one.example' }]);
    dns.set('mx.one.example', 'A', ['127.0.0.1']);
    return tenant;
  }

  it('verifies for each recipient, and its image and links work; text and exempt links are unchanged', async () => {
    const tenant = await verifiedTenant();
    await patch(tenant, '/transactional/tags/receipt', { track_opens: true, track_clicks: true });
    const { id } = await call(tenant, '/transactional/emails', {
      from: 'Acme <post@acme.example>',
      to: ['ann@one.example', 'bob@one.example'],
      subject: 'Hello',
      html:
        '<body><a href="https://shop.example/?a=1&amp;b=2">shop</a> <a href="mailto:x@acme.example">mail</a> ' +
        '<a href="https://acme.example/u?x=1&amp;y=2">leave</a></body>',
      headers: { 'List-Unsubscribe': '<mailto:u@acme.example>, <https://acme.example/u?x=1&y=2>' },
      tag: 'receipt',
    });
    const delivery = app.deliver();
    const uuid = parseMessageId(id, Date.now()) ?? '';
    const events = (): Promise<{ event: string; occurred_at: string; recipient: string; reason: string }[]> =>
      call(tenant, `/transactional/emails/${id}`).then((body) => body.events);
    await eventually('both messages are delivered', async () =>
      (await events()).filter(({ event }) => event === 'delivered').length === 2 ? true : undefined,
    );
    const mails = sink.messages.filter(({ data }) => data.includes(id.slice(3)));
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['ann@one.example', 'bob@one.example']);
    expect(mails[0]?.data.equals(mails[1]?.data ?? Buffer.alloc(0))).toBe(false);
    await sql("update event set occurred_at = occurred_at - interval '1 minute' where message_id = $1", [uuid]);
    for (const { data, to } of mails) {
      const { results } = await dkimVerify(data, {
        resolver: (name: string) => Promise.resolve([[records.get(name) ?? '']]),
      });
      expect(results[0]).toMatchObject({ signingDomain: 'acme.example', status: { result: 'pass' } });
      const { html = '', text = '' } = await PostalMime.parse(data);
      expect(text).toContain('https://shop.example/?a=1&b=2');
      expect(text + html).not.toContain('undefined');
      expect(html).toContain('<a href="mailto:x@acme.example">');
      expect(html).toContain('<a href="https://acme.example/u?x=1&amp;y=2">');
      const [link = '', pixel = ''] = html.match(/https:\/\/track\.example\/mail\/t\/[^"]+/g) ?? [];
      expect((await visit(link)).headers.get('location')).toBe('https://shop.example/?a=1&b=2');
      expect((await visit(pixel)).status).toBe(200);
      await eventually(`the open and the click of ${to.join()} are recorded`, async () => {
        const own = (await events()).filter(({ recipient }) => recipient === to[0]).map(({ event }) => event);
        return own.includes('opened') && own.includes('clicked') ? true : undefined;
      });
    }
    const { last_30_days: totals } = await call(tenant, '/transactional/tags/receipt');
    expect(totals).toMatchObject({ delivered: 2, opened: 2, clicked: 2, open_rate: 100, click_rate: 100 });

    const { id: plainId } = await call(tenant, '/transactional/emails', {
      from: 'Acme <post@acme.example>',
      to: ['ann@one.example', 'bob@one.example'],
      subject: 'Hello',
      text: 'https://shop.example/',
      tag: 'receipt',
    });
    const plain = (): Buffer[] => sink.messages.flatMap(({ data }) => (data.includes(plainId.slice(3)) ? [data] : []));
    await sink.until(() => plain().length === 2);
    expect(plain()[0]?.equals(plain()[1] ?? Buffer.alloc(0)), 'a mail without HTML is the same for all').toBe(true);
    await delivery.stop();
  });
});
