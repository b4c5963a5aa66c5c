import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db, Tx } from '../../src/base/db.ts';
import { createLog } from '../../src/base/log.ts';
import { subscriptionRoutes, type UnsubscribeParts } from '../../src/features/campaigns/subscriptions/index.ts';
import { createLinkTokens, type TrackedRecipient } from '../../src/features/outcomes/tracking/index.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { LinkPurpose } from '../../src/mail/link-purpose.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = 'application/x-www-form-urlencoded';
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' };
const MAX_PAGE_BYTES = 6_000;
const TICKED = /name="tracked"\s+value="yes"\s+checked/;

type Tenant = TestPerson & { readonly accountId: number; readonly accountEmail: string };
type OwnedRecipient = Extract<TrackedRecipient, { source: number }>;

let server: ReturnType<typeof createHttpServer>;
let base: string;
let nowMs: number;
let tenant: Tenant;
let campaignId: number;
let contactId: number;
let token: string;
let preferencesToken: string;
/** Names of the statements that the pages have executed. */
let ran: string[];
let heard: string[];
let logged: string[];
let failure: Error | undefined;
/** SQLSTATE of an error that the listener causes the next time it runs, and only then. Undefined for no error. */
let passing: string | undefined;

/** Records unsubscribes per campaign, as the real listener does. */
const eventParts: UnsubscribeParts = {
  log: createLog('error', (line) => void logged.push(line)),
  async noteUnsubscribedBy(tx, accountId, campaign, contact, at) {
    await run(
      tx,
      `with once as (
         update deliverable set unsubscribed_at = $4
         where account_id = $1 and campaign_id = $2 and contact_id = $3 and unsubscribed_at is null returning variant
       )
       update campaign_count c set unsubscribed = c.unsubscribed + 1
       from once where c.account_id = $1 and c.campaign_id = $2 and c.variant = once.variant`,
      [accountId, campaign, contact, at],
    );
    if (failure) throw failure;
    const once = passing;
    passing = undefined;
    if (once !== undefined) await run(tx, `do $$ begin raise exception using errcode = '${once}'; end $$`);
  },
  onUnsubscribed: [
    async (_tx, _account, contact) => {
      if (failure) throw failure;
      heard.push(String(contact));
    },
  ],
};

const app = shared(startApp);

beforeAll(async () => {
  const { db, log, vault } = app.installation;
  const watched = {
    ...db,
    query: async <Row>(...given: Parameters<Db['query']>) => {
      ran.push(given[0].name);
      return db.query<Row>(...given);
    },
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => {
      ran.push('transaction');
      return db.transaction(work);
    },
  };
  server = createHttpServer({
    routes: subscriptionRoutes({
      ...eventParts,
      db: watched,
      clock: { now: () => nowMs },
      vault,
      sandboxDomain: 'sandbox.localhost',
    }),
    authenticate: () => Promise.resolve(undefined),
    log,
    baseUrl: () => 'https://mail.example',
    ready: () => Promise.resolve(true),
  });
  base = `http://127.0.0.1:${(await server.listen('127.0.0.1', 0)).port}`;
});
afterAll(async () => {
  await server.close(0);
});
beforeEach(async () => {
  nowMs = Date.now();
  [ran, heard, logged, failure] = [[], [], [], undefined];
  tenant = await newTenant();
  const { accountId } = tenant;
  await rows(`update account set name = 'The <Garden> Post' where account_id = $1`, [accountId]);
  [campaignId, contactId] = [await newCampaign(accountId), await newContact(tenant, 'ann.reader@there.example')];
  await rows(
    `with sent as (
       insert into deliverable (account_id, campaign_id, contact_id, sent_at) values ($1, $2, $3, now())
     )
     insert into campaign_count (account_id, campaign_id, sent) values ($1, $2, 1)`,
    [accountId, campaignId, contactId],
  );
  token = tokenOf();
  preferencesToken = tokenOf({}, 'preferences');
});

async function run<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}

async function rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return run(app.installation.db, text, values);
}

async function newTenant(): Promise<Tenant> {
  const { account } = await app.newAccount();
  return { ...(await newPerson(app, account.id)), accountId: account.id, accountEmail: account.email };
}

async function newCampaign(accountId: number): Promise<number> {
  const [made] = await rows<{ id: number }>(
    `insert into campaign (account_id, title, subject, from_name, from_email)
     values ($1, 'News', 'News', 'Rose of the Garden', 'rose@garden.example') returning id`,
    [accountId],
  );
  return made?.id ?? 0;
}

async function newContact(owner: Tenant, email: string): Promise<number> {
  return (await owner.call('POST', '/contacts', { email, first_name: 'Ann' })).body.id;
}

async function newList(name: string): Promise<number> {
  return (await tenant.call('POST', '/lists', { name })).body.id;
}

function tokenOf(over: Partial<OwnedRecipient> = {}, purpose: LinkPurpose = 'unsubscribe'): string {
  const named = { kind: 'campaign', accountId: tenant.accountId, source: campaignId, recipient: contactId } as const;
  return createLinkTokens(app.installation.vault)({ ...named, ...over }, purpose);
}

interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function ask(path: string, init: RequestInit = {}, at = base): Promise<Page> {
  const response = await fetch(`${at}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function post(path: string, body: string, type = FORM, at = base): Promise<Page> {
  return ask(path, { method: 'POST', body, headers: { 'content-type': type } }, at);
}

/** Returns the value that the first form with this field would submit. */
function fieldOf({ text }: Page, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
}

async function contactOf(id = contactId) {
  const [found] = await rows<{ unsubscribed_at: Date | null; flags: number; is_tracked: boolean; deleted: boolean }>(
    `select c.unsubscribed_at, s.flags, c.is_tracked, c.deleted_at is not null as deleted
     from contact c left join contact_stat s on s.account_id = c.account_id and s.contact_id = c.id where c.id = $1`,
    [id],
  );
  return found;
}

const isSubscribed = async (id = contactId) => (await contactOf(id))?.unsubscribed_at === null;
const countOf = async () =>
  (
    await rows<{ unsubscribed: number }>('select unsubscribed from campaign_count where campaign_id = $1', [campaignId])
  )[0]?.unsubscribed;
const listsOf = async () =>
  (await tenant.call('GET', `/contacts/${contactId}`)).body.lists
    .map(({ id }: { id: number }) => id)
    .toSorted((a: number, b: number) => a - b);

describe('POST to the URL in List-Unsubscribe (RFC 8058)', () => {
  it.each([
    ['urlencoded', ONE_CLICK, FORM],
    ['urlencoded, with a charset', ONE_CLICK, `${FORM}; charset=UTF-8`],
    ['in lowercase', 'list-unsubscribe=one-click', FORM],
    [
      'multipart, as the RFC shows it',
      `--sep\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--sep--\r\n`,
      'multipart/form-data; boundary=sep',
    ],
  ])('unsubscribes immediately: %s', async (_how, body, type) => {
    const answer = await post(`/u/${token}`, body, type);
    expect([answer.status, answer.text]).toEqual([200, 'Unsubscribed.\n']);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('location')).toBeNull();
    expect(await contactOf()).toMatchObject({ unsubscribed_at: new Date(nowMs), flags: 2 });
    expect([await countOf(), heard]).toEqual([1, [String(contactId)]]);
  });

  it.each([
    ['no body', undefined, undefined],
    ['another content type', ONE_CLICK, 'text/plain'],
    ['JSON', '{"a":1}', 'application/json'],
    ['an invalid form', '--sep\r\nnonsense', 'multipart/form-data; boundary=sep'],
    ['a form without its boundary', ONE_CLICK, 'multipart/form-data'],
    ['invalid escapes', 'a=%E0%A4%A', FORM],
  ])('is accepted with any body: %s', async (_what, body, type) => {
    const init = { method: 'POST', ...(body !== undefined && { body, headers: { 'content-type': type ?? '' } }) };
    expect((await ask(`/u/${token}`, init)).status).toBe(200);
    expect(await isSubscribed()).toBe(false);
  });

  it('has no effect if repeated and is not attributed to another message', async () => {
    await post(`/u/${token}`, ONE_CLICK);
    const since = (await contactOf())?.unsubscribed_at;
    nowMs += 1_000;
    const other = tokenOf({ source: await newCampaign(tenant.accountId) });
    for (const again of [token, token, other]) expect((await post(`/u/${again}`, ONE_CLICK)).status).toBe(200);
    expect((await contactOf())?.unsubscribed_at).toEqual(since);
    expect([await countOf(), heard.length]).toEqual([1, 1]);
  });

  it('counts once for two concurrent requests', async () => {
    const { db } = app.installation;
    const answers = await db.transaction(async (tx) => {
      await run(tx, 'select id from contact where account_id = $1 and id = $2 for update', [
        tenant.accountId,
        contactId,
      ]);
      const asked = Array.from({ length: 2 }, async () => post(`/u/${token}`, ONE_CLICK));
      // Both requests have read that the contact is subscribed.
      await eventually('both requests wait for the lock on the contact', async () => {
        const waiting = await rows(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return waiting.length === 2 ? true : undefined;
      });
      return asked;
    });
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect([await countOf(), heard.length]).toEqual([1, 1]);
  });

  it('needs one lookup if repeated a thousand times', async () => {
    await post(`/u/${token}`, ONE_CLICK);
    ran = [];
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, async () => post(`/u/${token}`, ONE_CLICK)));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    expect(ran).toEqual(Array.from({ length: 1_000 }, () => 'subscriptions_subscriber'));
  });

  it.each(['automation', 'confirmation'] as const)('works for other kinds of email: %s', async (kind) => {
    expect((await post(`/u/${tokenOf({ kind })}`, ONE_CLICK)).status).toBe(200);
    expect([await isSubscribed(), await countOf()]).toEqual([false, 1]);
  });

  it('unsubscribes even if listeners fail permanently', async () => {
    failure = new Error('Whoever counts always fails');
    expect((await post(`/u/${token}`, ONE_CLICK)).status).toBe(200);
    expect([await isSubscribed(), await countOf(), heard]).toEqual([false, 0, []]);
    expect(logged.filter((line) => line.includes('Unsubscribe listener failed'))).toHaveLength(2);
  });

  it('is retried after a serialization failure and counted once', async () => {
    passing = '40P01';
    expect((await post(`/u/${token}`, ONE_CLICK)).status).toBe(200);
    expect([await isSubscribed(), await countOf(), heard.length, passing]).toEqual([false, 1, 1, undefined]);
  });

  it('refuses bodies larger than a form', async () => {
    expect((await post(`/u/${token}`, `a=${'x'.repeat(40_000)}`)).status).toBe(413);
  });
});

describe('reading a page', () => {
  it('changes nothing, regardless of method and client', async () => {
    const lists = [await newList('News')];
    await tenant.call('POST', `/lists/${lists[0]}/contacts`, { contact_id: contactId });
    const before = [await contactOf(), await listsOf()];
    ran = [];
    for (const path of [`/u/${token}`, `/preferences/${preferencesToken}`]) {
      for (const method of ['GET', 'HEAD']) {
        for (const headers of [
          BROWSER,
          { 'user-agent': 'Googlebot/2.1' },
          { purpose: 'prefetch', 'sec-purpose': 'prefetch' },
        ]) {
          expect((await ask(`${path}?${ONE_CLICK}&unsubscribe=1&undo=1`, { method, headers })).status).toBe(200);
        }
      }
    }
    expect([await contactOf(), await listsOf()]).toEqual(before);
    expect([await countOf(), heard]).toEqual([0, []]);
    expect(new Set(ran)).toEqual(
      new Set(['subscriptions_subscriber', 'subscriptions_shown_lists', 'topics_of_contact']),
    );
  });

  it('sends no referrer, loads and runs nothing, and cannot be framed', async () => {
    for (const path of [`/u/${token}`, `/preferences/${preferencesToken}`]) {
      const { headers, text } = await ask(path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('set-cookie')).toBeNull();
      expect(text).not.toMatch(/<script|https?:\/\/|<img|<link|\son\w+=/);
    }
  });

  it("shows the account's name and only a masked address", async () => {
    const [leave, choose] = [await ask(`/u/${token}`), await ask(`/preferences/${preferencesToken}`)];
    for (const { text } of [leave, choose]) expect(text).toContain('The &lt;Garden&gt; Post');
    expect(choose.text).toContain('a…@there.example');
    expect(leave.text + choose.text).not.toContain('ann.reader');
    // If an account has no name, pages do not show its owner's address.
    await rows('update account set name = null where account_id = $1', [tenant.accountId]);
    const { text } = await ask(`/u/${token}`);
    expect(text).toContain('Rose of the Garden');
    expect(text).not.toContain(tenant.accountEmail);
  });
});

describe('unsubscribe page', () => {
  it('unsubscribes by its button and can undo it', async () => {
    const asked = await ask(`/u/${token}`);
    expect(asked.text).toContain('>Unsubscribe</button>');
    const done = await post(`/u/${token}`, `visit=${fieldOf(asked, 'visit')}`);
    expect([done.status, await isSubscribed()]).toEqual([200, false]);
    expect(done.text).toContain('You have been unsubscribed');
    expect(done.text).toContain(`href="../preferences/${preferencesToken}"`);
    const undone = await post(`/u/${token}`, `undo=${fieldOf(done, 'undo')}`);
    expect(undone.text).toContain('You are subscribed again');
    expect(await contactOf()).toMatchObject({ unsubscribed_at: null, flags: 0 });
    // The message still counts as the cause of an unsubscribe.
    expect(await countOf()).toBe(1);
    // An undo works once, and does not apply to later unsubscribes.
    nowMs += 1_000;
    await post(`/u/${token}`, ONE_CLICK);
    expect((await post(`/u/${token}`, `undo=${fieldOf(done, 'undo')}`)).status).toBe(410);
    expect(await isSubscribed()).toBe(false);
  });

  it('offers to undo after the button was pressed twice', async () => {
    const visit = fieldOf(await ask(`/u/${token}`), 'visit');
    await post(`/u/${token}`, `visit=${visit}`);
    nowMs += 50;
    const undo = fieldOf(await post(`/u/${token}`, `visit=${visit}`), 'undo');
    expect((await post(`/u/${token}`, `undo=${undo}`)).text).toContain('You are subscribed again');
    expect(await isSubscribed()).toBe(true);
  });

  it('offers no undo for other unsubscribes', async () => {
    await rows(`update contact set unsubscribed_at = now() - interval '1 day' where id = $1`, [contactId]);
    const visit = fieldOf(
      await ask(`/u/${tokenOf({ recipient: await newContact(tenant, 'bob@there.example') })}`),
      'visit',
    );
    for (const body of ['', `visit=${visit}`, 'visit=0.AAAAAAAAAAAAAAAA']) {
      expect((await post(`/u/${token}`, body)).text).not.toContain('Undo');
    }
    expect((await ask(`/u/${token}`)).text).not.toContain('Undo');
    expect(await isSubscribed()).toBe(false);
  });

  it('undoes only within an hour, for the same contact and the same unsubscribe', async () => {
    const done = await post(`/u/${token}`, '');
    const undo = fieldOf(done, 'undo');
    const bob = await newContact(tenant, 'bob@there.example');
    await post(`/u/${tokenOf({ recipient: bob })}`, '');
    const [moment = '', mac = ''] = undo.split('.');
    const later = (Number.parseInt(moment, 36) + 1).toString(36);
    for (const [of, proof] of [
      [tokenOf({ recipient: bob }), undo],
      [token, `${later}.${mac}`],
      [token, `${moment}.`],
      [token, 'x'],
      [
        token,
        fieldOf(await ask(`/u/${tokenOf({ recipient: await newContact(tenant, 'eve@there.example') })}`), 'visit'),
      ],
    ]) {
      expect((await post(`/u/${of}`, `undo=${proof}`)).status).toBe(410);
    }
    nowMs += 60 * 60_000 + 1;
    expect((await post(`/u/${token}`, `undo=${undo}`)).status).toBe(410);
    expect([await isSubscribed(), await isSubscribed(bob)]).toEqual([false, false]);
  });
});

describe('token', () => {
  it('that is forged, truncated or of another purpose is refused', async () => {
    const links = createLinkTokens(app.installation.vault);
    const uuid = '0192f0c1-2b3c-7d4e-8f50-112233445566';
    const { accountId } = tenant;
    const others = (['transactional', 'mailing'] as const).map((kind) =>
      links({ kind, accountId, source: uuid, recipient: 0 }, 'unsubscribe'),
    );
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    ran = [];
    for (const bad of [changed, token.slice(0, -1), `${token}A`, 'x', '%00', '..%2f..%2fcontacts', ...others]) {
      for (const path of ['/u/', '/preferences/']) {
        for (const answer of [await ask(path + bad), await post(path + bad, ONE_CLICK)]) {
          expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
          expect(answer.text).not.toMatch(/<a |<form|Garden/);
        }
      }
    }
    expect([ran, await isSubscribed()]).toEqual([[], true]);
  });

  it('gives access only to its own contact in its own account', async () => {
    const other = await newTenant();
    const theirs = await newContact(other, 'ann.reader@there.example');
    const mine = await newList('Mine');
    // Uses IDs of another account's contact and list with a token of this account, and vice versa.
    for (const [accountId, recipient] of [
      [tenant.accountId, theirs],
      [other.accountId, contactId],
    ] as const) {
      const crossed = tokenOf({ accountId, recipient }, 'preferences');
      expect((await post(`/u/${tokenOf({ accountId, recipient })}`, ONE_CLICK)).status).toBe(200);
      expect((await post(`/preferences/${crossed}`, `shown=${mine}&list=${mine}`)).status).toBe(200);
      expect((await ask(`/preferences/${crossed}`)).text).not.toContain('there.example');
    }
    expect([await isSubscribed(), await isSubscribed(theirs), await countOf()]).toEqual([true, true, 0]);
    expect([(await contactOf())?.is_tracked, (await contactOf(theirs))?.is_tracked]).toEqual([true, true]);
  });

  it('of a test message is reported as a test', async () => {
    const test = tokenOf({ recipient: 0 });
    const preferences = tokenOf({ recipient: 0 }, 'preferences');
    for (const answer of [
      await ask(`/u/${test}`),
      await post(`/u/${test}`, ''),
      await ask(`/preferences/${preferences}`),
    ]) {
      expect([answer.status, answer.text.includes('This link has no recipient')]).toEqual([200, true]);
    }
    expect(heard).toEqual([]);
  });

  it('of a deleted contact gets the same page as of an unsubscribed one', async () => {
    const bob = await newContact(tenant, 'bob@there.example');
    await post(`/u/${tokenOf({ recipient: bob })}`, ONE_CLICK);
    await tenant.call('DELETE', `/contacts/${contactId}`);
    const shape = ({ status, text }: Page) => [status, text.replaceAll(/(?<=preferences\/|value=")[\w.-]*/g, '')];
    for (const [path, purpose] of [
      ['/u/', 'unsubscribe'],
      ['/preferences/', 'preferences'],
    ] as const) {
      const left = shape(await ask(path + tokenOf({ recipient: bob }, purpose)));
      for (const gone of [contactId, 999_999_999]) {
        expect(shape(await ask(path + tokenOf({ recipient: gone }, purpose)))).toEqual(left);
      }
    }
    for (const gone of [contactId, 999_999_999]) {
      const answer = await post(`/u/${tokenOf({ recipient: gone })}`, ONE_CLICK);
      expect([answer.status, answer.text]).toEqual([200, 'Unsubscribed.\n']);
    }
    // A contact that is added again still gets no email.
    expect(await contactOf()).toMatchObject({ deleted: true, unsubscribed_at: new Date(nowMs) });
    const back = await tenant.call('POST', '/contacts', { email: 'ann.reader@there.example', first_name: 'Ann' });
    expect(back.body.unsubscribed_at).not.toBeNull();
  });

  it('of a deleted account gets the same page as any other', async () => {
    const gone = tokenOf({ accountId: 999_999 });
    expect((await post(`/u/${gone}`, ONE_CLICK)).status).toBe(200);
    expect((await ask(`/preferences/${tokenOf({ accountId: 999_999 }, 'preferences')}`)).status).toBe(200);
  });
});

describe('preferences', () => {
  it("have the contact's lists, which it can leave and join again", async () => {
    const [news, offers, foreign] = [
      await newList('News & more'),
      await newList('Offers'),
      await newList('For others'),
    ];
    for (const list of [news, offers]) await tenant.call('POST', `/lists/${list}/contacts`, { contact_id: contactId });
    const page = await ask(`/preferences/${preferencesToken}`);
    expect(page.text).toContain('News &amp; more');
    expect(page.text).not.toContain('For others');
    const shown = fieldOf(page, 'shown');
    const saved = await post(`/preferences/${preferencesToken}`, `shown=${shown}&list=${news}&tracked=yes`);
    expect(saved.text).toContain('Saved.');
    expect(await listsOf()).toEqual([news]);
    expect((await tenant.call('GET', `/lists/${offers}`)).body.contacts_count).toBe(0);
    // Lists that the contact has left are still offered. IDs of other lists are ignored.
    const all = `shown=${shown},${foreign}&list=${news}&list=${offers}&list=${foreign}&tracked=yes`;
    await post(`/preferences/${preferencesToken}`, all);
    expect(await listsOf()).toEqual([news, offers]);
    expect(await isSubscribed()).toBe(true);
  });

  it('keep lists that the page did not show', async () => {
    const news = await newList('News');
    const shown = fieldOf(await ask(`/preferences/${preferencesToken}`), 'shown');
    await tenant.call('POST', `/lists/${news}/contacts`, { contact_id: contactId });
    await post(`/preferences/${preferencesToken}`, `shown=${shown}&tracked=yes`);
    expect(await listsOf()).toEqual([news]);
    // A client submits the form without loading the page first.
    await post(`/preferences/${preferencesToken}`, 'tracked=yes');
    expect(await listsOf()).toEqual([news]);
  });

  it('do not restore lists from which the account removed the contact', async () => {
    const news = await newList('News');
    await tenant.call('POST', `/lists/${news}/contacts`, { contact_id: contactId });
    await post(`/preferences/${preferencesToken}`, `shown=${news}&tracked=yes`);
    await post(`/preferences/${preferencesToken}`, `shown=${news}&list=${news}&tracked=yes`);
    await tenant.call('DELETE', `/lists/${news}/contacts/${contactId}`);
    await post(`/preferences/${preferencesToken}`, `shown=${news}&list=${news}&tracked=yes`);
    expect(await listsOf()).toEqual([]);
  });

  it('disable tracking of the contact', async () => {
    expect((await ask(`/preferences/${preferencesToken}`)).text).toMatch(TICKED);
    expect((await post(`/preferences/${preferencesToken}`, 'shown=')).text).not.toMatch(TICKED);
    expect((await contactOf())?.is_tracked).toBe(false);
    await post(`/preferences/${preferencesToken}`, 'shown=&tracked=yes');
    expect((await contactOf())?.is_tracked).toBe(true);
  });

  it('resubscribe no contacts, and unsubscribe from everything by the other button', async () => {
    const page = await ask(`/preferences/${preferencesToken}`);
    expect(page.text).toContain(`<form method="post" action="../u/${token}">`);
    const done = await post(`/u/${token}`, '');
    expect(fieldOf(done, 'undo')).not.toBe('');
    const left = await post(`/preferences/${preferencesToken}`, 'shown=&tracked=yes');
    expect(left.text).toContain('You are unsubscribed');
    expect(await isSubscribed()).toBe(false);
  });

  it('have a rate limit per minute, which does not apply to unsubscribing', async () => {
    const save = async () => (await post(`/preferences/${preferencesToken}`, 'shown=&tracked=yes')).status;
    const statuses = [];
    for (let turn = 0; turn < 21; turn += 1) statuses.push(await save());
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const refused = await post(`/preferences/${preferencesToken}`, 'shown=');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const bob = tokenOf({ recipient: await newContact(tenant, 'bob@there.example') }, 'preferences');
    expect((await post(`/preferences/${bob}`, 'shown=')).status).toBe(200);
    expect((await post(`/u/${token}`, ONE_CLICK)).status).toBe(200);
    expect(await isSubscribed()).toBe(false);
    nowMs += 60_000;
    expect(await save()).toBe(200);
  });
});

describe('pages of an installation', () => {
  it('are smaller than 6 kB each', async () => {
    for (const name of ['Weekly news', 'Offers', 'Events near you', 'Product updates', 'For members', 'Blog']) {
      await tenant.call('POST', `/lists/${await newList(name)}/contacts`, { contact_id: contactId });
    }
    const pages = {
      ask: await ask(`/u/${token}`, {}, app.api.baseUrl),
      preferences: await ask(`/preferences/${preferencesToken}`, {}, app.api.baseUrl),
      saved: await post(`/preferences/${preferencesToken}`, 'shown=', FORM, app.api.baseUrl),
      done: await post(`/u/${token}`, '', FORM, app.api.baseUrl),
      unknown: await ask('/u/x', {}, app.api.baseUrl),
      test: await ask(`/u/${tokenOf({ recipient: 0 })}`, {}, app.api.baseUrl),
    };
    const sizes = Object.entries(pages).map(([name, { text }]) => [name, Buffer.byteLength(text)] as const);
    console.log(`bytes of pages: ${sizes.map(([name, bytes]) => `${name} ${bytes}`).join(', ')}`);
    expect(sizes.filter(([, bytes]) => bytes > MAX_PAGE_BYTES)).toEqual([]);
    expect(await isSubscribed()).toBe(false);
  });

  it('show errors as pages too', async () => {
    for (const [path, method, status] of [
      [`/u/${token}`, 'DELETE', 405],
      [`/preferences/${preferencesToken}/more`, 'GET', 404],
    ] as const) {
      const answer = await ask(path, { method }, app.api.baseUrl);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('<h1>Something went wrong</h1>');
    }
  });
});
