import { beforeAll, expect, it } from 'vitest';
import Mailgun14 from 'mailgun.js-14';
import { recordVendorEvents } from '../../src/features/compatibility/vendors/append.ts';
import { eventually, startApp } from '../support/app.ts';
import { basic, DOMAIN, mailgunAccount, mailgunClient } from '../support/mailgun.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const sink = shared(startSmtpSink);
const app = shared(async () =>
  startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` }),
);
const tenant = shared(async () => mailgunAccount(app));

beforeAll(async () => {
  app.deliver();
});

const MAIL = {
  from: `News <news@${DOMAIN}>`,
  subject: 'Hello',
  html: '<p>Hi <a href="https://x.test/a?b=1&amp;c=2">link</a></p>',
};

async function batch(to: readonly string[], fields: Record<string, unknown> = {}) {
  return tenant.mailgun.messages.create(DOMAIN, {
    ...MAIL,
    to: [...to],
    'recipient-variables': JSON.stringify(Object.fromEntries(to.map((address) => [address, {}]))),
    ...fields,
  });
}

/**
 * Replaces the base URL in a link with the address of the server, because messages are composed without the server's
 * port.
 */
function here(address: string): string {
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
  return `${app.url}${pathname}${search}`;
}

/** Waits for a message to an address, and returns its source, partially decoded. */
async function bodyOf(address: string): Promise<string> {
  await sink.until(({ messages }) => messages.some(({ to }) => to.includes(address)));
  const text = sink.messages.find(({ to }) => to.includes(address))?.data.toString() ?? '';
  return text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

it('events have the options of their message for each recipient', async () => {
  const { id } = await batch(['E1@x.test', 'e2@x.test'], {
    'v:order': '%recipient.n%',
    'v:a:b': 'c',
    'o:tag': ['first', 'second tag'],
    'recipient-variables': JSON.stringify({ 'E1@x.test': { n: 1 }, 'e2@x.test': { n: 2 } }),
  });
  const items = await eventually('the delivered events are listed', async () => {
    const page = await tenant.mailgun.events.get(DOMAIN, {
      event: 'delivered',
      tags: 'second tag AND first',
      ascending: 'yes',
    });
    return page.items.length === 2 ? page.items : undefined;
  });
  expect(items.map(({ recipient }) => recipient).toSorted()).toEqual(['E1@x.test', 'e2@x.test']);
  const first = items.find(({ recipient }) => recipient === 'E1@x.test');
  expect(first).toMatchObject({
    event: 'delivered',
    tags: ['first', 'second tag'],
    'user-variables': { order: '1', 'a:b': 'c' },
    message: { headers: { 'message-id': id?.slice(1, -1), subject: 'Hello' } },
    'delivery-status': { code: 250 },
  });
  expect((await tenant.mailgun.events.get(DOMAIN, { tags: 'first AND third' })).items).toEqual([]);
  expect((await tenant.mailgun.events.get(DOMAIN, { 'message-id': id })).items).toHaveLength(4);
});

it('nothing is tracked unless requested', async () => {
  await batch(['quiet@x.test']);
  const body = await bodyOf('quiet@x.test');
  expect(body).toContain('href="https://x.test/a?b=1&amp;c=2"');
  expect(body).not.toContain('/t/l/');
});

it('opens and clicks of batches and single messages are counted if requested', async () => {
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  await batch(['seen@x.test'], { 'o:tracking-opens': 'yes', 'o:tracking-clicks': 'htmlonly' });
  await tenant.mailgun.messages.create(DOMAIN, { ...MAIL, to: 'seen-one@x.test', 'o:tracking': true });
  await eventually('the delivered events are listed', async () => {
    const { items } = await tenant.mailgun.events.get(DOMAIN, { event: 'delivered' });
    return items.filter(({ recipient }) => recipient.startsWith('seen')).length === 2 || undefined;
  });
  // A click within two seconds of the delivery counts as a click by a bot.
  await app.installation.db.script(
    `update mailing_outcome set finished_at = finished_at - interval '1 minute';
     update event set occurred_at = occurred_at - interval '1 minute' where event in ('sent', 'delivered');`,
  );
  for (const address of ['seen@x.test', 'seen-one@x.test']) {
    const body = await bodyOf(address);
    const [link = ''] = /(?<=href=")[^"]*/.exec(body) ?? [];
    const [picture = ''] = /(?<=src=")[^"]*/.exec(body) ?? [];
    const clicked = await fetch(here(link), { redirect: 'manual', headers: agent });
    expect(clicked.headers.get('location')).toBe('https://x.test/a?b=1&c=2');
    expect((await fetch(here(picture), { headers: agent })).status).toBe(200);
  }
  const events = await eventually('the opens and clicks are listed', async () => {
    const { items } = await tenant.mailgun.events.get(DOMAIN, { event: 'opened OR clicked' });
    return items.length >= 4 ? items : undefined;
  });
  expect(events.map(({ event, recipient, url }) => `${event} ${recipient} ${url ?? ''}`).toSorted()).toEqual([
    'clicked seen-one@x.test https://x.test/a?b=1&c=2',
    'clicked seen@x.test https://x.test/a?b=1&c=2',
    'opened seen-one@x.test ',
    'opened seen@x.test ',
  ]);
});

it('pages return each event once in either order and with any limit, and the last next link continues', async () => {
  const domain = 'mg2.news.test';
  const other = await mailgunAccount(app, {}, domain);
  const to = Array.from({ length: 25 }, (_, index) => `page${index}@x.test`);
  await other.mailgun.messages.create(domain, {
    ...MAIL,
    from: `news@${domain}`,
    to,
    'recipient-variables': '{}',
    'o:testmode': 'yes',
  });
  for (const [ascending, limit] of [
    ['yes', 7],
    ['no', 7],
    ['yes', 25],
    ['yes', 300],
  ] as const) {
    const seen: string[] = [];
    const query = { ascending, limit };
    let page = await other.mailgun.events.get(domain, query);
    for (let no = 0; page.items.length > 0 && no < 30; no += 1) {
      seen.push(...page.items.map(({ recipient }) => recipient));
      page = await other.mailgun.events.get(domain, { page: page.pages.next.page, ...query });
    }
    expect(seen).toEqual(ascending === 'yes' ? to : to.toReversed());
    const back = await other.mailgun.events.get(domain, { page: page.pages.previous.page, ...query });
    expect(back.items.at(-1)?.['recipient']).toBe(seen.at(-1));
  }
  // The URL after the last page contains the whole query, so a later request finds new events.
  const begin = String(Date.now() / 1_000 - 600);
  const { pages } = await other.mailgun.events.get(domain, { ascending: 'yes', begin, limit: 300, event: 'accepted' });
  const headers = { authorization: basic(other.key) };
  const empty = (await (await fetch(pages.next.url, { headers })).json()) as {
    items: unknown[];
    paging: { next: string };
  };
  expect(empty.items).toEqual([]);
  await other.mailgun.messages.create(domain, {
    ...MAIL,
    from: `news@${domain}`,
    to: 'late@x.test',
    'o:testmode': 'yes',
  });
  const tail = (await (await fetch(empty.paging.next, { headers })).json()) as { items: { recipient: string }[] };
  expect(tail.items.map(({ recipient }) => recipient)).toEqual(['late@x.test']);
});

it('reading during concurrent writes misses no event in any order of commits', async () => {
  const domain = 'mg3.news.test';
  const other = await mailgunAccount(app, {}, domain);
  await other.mailgun.messages.create(domain, {
    ...MAIL,
    from: `news@${domain}`,
    to: 'many@x.test',
    'o:testmode': 'yes',
  });
  const { db } = app.installation;
  const [{ id: messageId }] = (await db.query(
    { name: 'test_vendor_message', text: 'select id from vendor_message where account_id = $1' },
    [other.accountId],
  )) as [{ id: string }];
  let isWriting = true;
  const write = async (writer: number): Promise<void> => {
    for (let no = 0; no < 30; no += 1) {
      await db.transaction(async (tx) => {
        // Delays transactions that start first, so that they commit after those that start later.
        if (writer === 0) await tx.query({ name: 'test_rest', text: 'select pg_sleep(0.01)' }, []);
        const of = {
          vendor: 'mailgun',
          domain: domain,
          messageId,
          recipientNo: 0,
          event: 'accepted',
          details: {},
        } as const;
        await recordVendorEvents(tx, other.accountId, [
          { ...of, recipient: `w${writer}-${no}a@x.test` },
          { ...of, recipient: `w${writer}-${no}b@x.test` },
        ]);
        if (writer === 1) await tx.query({ name: 'test_rest', text: 'select pg_sleep(0.01)' }, []);
      });
    }
  };
  const seen: string[] = [];
  const times: number[] = [];
  const read = async (): Promise<void> => {
    let page = await other.mailgun.events.get(domain, { ascending: 'yes', limit: 7 });
    for (let isLast = false; ;) {
      seen.push(...page.items.map(({ recipient }) => recipient));
      times.push(...page.items.map(({ timestamp }) => timestamp));
      if (page.items.length === 0 && isLast) return;
      isLast = !isWriting;
      page = await other.mailgun.events.get(domain, { page: page.pages.next.page, limit: 7 });
    }
  };
  const writing = Promise.all([0, 1, 2, 3].map(write)).finally(() => {
    isWriting = false;
  });
  await Promise.all([writing, read()]);
  expect(seen).toHaveLength(1 + 4 * 30 * 2);
  expect(new Set(seen).size).toBe(seen.length);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
}, 60_000);

it('logs have the same events, with tokens until the end', async () => {
  const domain = 'mg4.news.test';
  const other = await mailgunAccount(app, {}, domain);
  const to = ['l1@x.test', 'l2@x.test', 'l3@x.test'];
  await other.mailgun.messages.create(domain, {
    ...MAIL,
    from: `news@${domain}`,
    to,
    'recipient-variables': '{}',
    'o:testmode': 'yes',
    'o:tag': 'logged',
  });
  const ask = async (pagination: Record<string, unknown>) => {
    const response = await fetch(`${app.url}/v1/analytics/logs`, {
      method: 'POST',
      headers: { authorization: basic(other.key), 'content-type': 'application/json' },
      body: JSON.stringify({
        start: new Date(Date.now() - 600_000).toUTCString(),
        end: '',
        events: ['accepted'],
        filter: {
          AND: [
            { attribute: 'domain', comparator: '=', values: [{ label: domain, value: domain }] },
            { attribute: 'tag', comparator: '=', values: [{ label: 'logged', value: 'logged' }] },
          ],
        },
        pagination: { sort: 'timestamp:asc', limit: 2, ...pagination },
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as {
      items: { recipient: string; '@timestamp': string; domain: { name: string } }[];
      pagination: { next?: string };
    };
  };
  const first = await ask({});
  const second = await ask({ token: first.pagination.next });
  expect([...first.items, ...second.items].map(({ recipient }) => recipient)).toEqual(to);
  expect(second.pagination.next).toBeUndefined();
  expect(first.items[0]).toMatchObject({ domain: { name: domain }, '@timestamp': expect.stringMatching(/Z$/) });
});

it('the newest client reads logs as from Mailgun', async () => {
  const client = mailgunClient(app.url, tenant.key, Mailgun14);
  const { items } = await client.logs.list({
    start: new Date(Date.now() - 3_600_000),
    end: new Date(),
    events: ['accepted'],
    pagination: { sort: 'timestamp:asc', limit: 5 },
  });
  expect(items.length).toBeGreaterThan(0);
  expect(items[0]?.['@timestamp']).toBeInstanceOf(Date);
});

it.each([
  'ascending=maybe',
  'limit=0',
  'limit=x',
  'begin=yesterday-ish',
  'event=born',
  'tags=a OR b',
  'severity=some',
  'begin=1&begin=2',
])('a query like %s is refused with an explanation', async (query) => {
  const response = await fetch(`${app.url}/v3/${DOMAIN}/events?${query}`, {
    headers: { authorization: basic(tenant.key) },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: expect.any(String) });
});

it('unknown tokens return empty pages', async () => {
  const tokens = [
    'x',
    'e30',
    Buffer.from('{"f":{}}').toString('base64url'),
    Buffer.from('[]').toString('base64url'),
    'a'.repeat(900),
  ];
  for (const token of tokens) {
    const response = await fetch(`${app.url}/v3/${DOMAIN}/events/${token}`, {
      headers: { authorization: basic(tenant.key) },
    });
    expect(response.status).toBe(404);
  }
});
