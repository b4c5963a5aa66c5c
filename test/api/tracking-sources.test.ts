import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../src/app/api.ts';
import { createMailings } from '../../src/app/mailings.ts';
import type { Tx } from '../../src/base/db.ts';
import { createLog } from '../../src/base/log.ts';
import { addRecipients, createMailingMaker, startMailing } from '../../src/features/sending/mailings/index.ts';
import {
  createLinkTokens,
  createSources,
  linkPrefix,
  type TrackedSource,
} from '../../src/features/outcomes/tracking/index.ts';
import type { EmailAddress } from '../../src/mail/address.ts';
import { eventually, startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const SCANNER = 'Googlebot/2.1';
const LINKS = ['https://shop.example/?a=1&b=grün#top', 'https://shop.example/2', 'javascript:alert(1)'];
const SOURCE = 41;
const HOUR_MS = 3_600_000;

let api: Api;
let accountId: number;
/** Number of lookups in the source, and the error that the source throws, if any. */
let lookUps = 0;
let failure: Error | undefined;
let failed = 0;

/**
 * Source for campaigns. Stores the number of events and the time of the first event per recipient, link, and visitor.
 */
const campaigns: TrackedSource = {
  linksOf: (_account, source) => {
    lookUps += 1;
    if (failure) return Promise.reject(failure);
    return Promise.resolve(source === SOURCE ? LINKS : undefined);
  },
  handedOverAt: (_tx, _account, recipients) => Promise.resolve(recipients.map(() => new Date(Date.now() - HOUR_MS))),
  async hear(tx, account, visits) {
    await write(
      tx,
      `insert into seen as s select $1, v.recipient, v.link, v.visitor, v.count, v.first_at
       from unnest($2::bigint[], $3::integer[], $4::text[], $5::integer[], $6::timestamptz[])
         as v (recipient, link, visitor, count, first_at)
       on conflict (account_id, recipient, link, visitor) do update set count = s.count + excluded.count`,
      [
        account,
        visits.map(({ recipient }) => recipient),
        visits.map(({ link }) => link),
        visits.map(({ visitor }) => visitor),
        visits.map(({ count }) => count),
        visits.map(({ firstAt }) => firstAt),
      ],
    );
    if (!failure) return;
    failed += 1;
    throw failure;
  },
};

/** Source that always fails to record opens and clicks. */
const automations: TrackedSource = {
  ...campaigns,
  linksOf: () => Promise.resolve(LINKS),
  hear: () => Promise.reject(new Error('This owner always fails')),
};

const app = shared(startApp);

beforeAll(async () => {
  await app.installation.db.script(
    `create table seen (account_id bigint, recipient bigint, link integer, visitor text, count integer, first_at timestamptz,
       primary key (account_id, recipient, link, visitor))`,
  );
  api = await startApi(app.installation, { campaign: campaigns, automation: automations });
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  failure = undefined;
  lookUps = 0;
});

function write(tx: Tx, text: string, values: readonly unknown[]): Promise<unknown> {
  return tx.query({ name: '', text }, values);
}

function tokenOf(
  recipient: number,
  source = SOURCE,
  kind: 'campaign' | 'automation' | 'confirmation' = 'campaign',
): string {
  return createLinkTokens(app.installation.vault)({ kind, accountId, source, recipient }, 'tracking');
}

function address(link: number | string, token: string): string {
  return linkPrefix(api.baseUrl, 0).replace('/0/', `/${link}/`) + token;
}

async function visit(url: string, userAgent = PERSON, method = 'GET'): Promise<readonly [number, string | null]> {
  const response = await fetch(url, { method, redirect: 'manual', headers: { 'user-agent': userAgent } });
  await response.arrayBuffer();
  return [response.status, response.headers.get('location')];
}

async function seen(): Promise<unknown[]> {
  return app.installation.db.query(
    {
      name: '',
      text: 'select recipient, link, visitor, count from seen where account_id = $1 order by recipient, link, visitor',
    },
    [accountId],
  );
}

async function seenOnce(count: number): Promise<unknown[]> {
  return eventually(`${count} visits are recorded`, async () => {
    const rows = await seen();
    return rows.length >= count ? rows : undefined;
  });
}

describe('numbered link', () => {
  it('redirects to its target with one lookup for all recipients, and the source gets the visits', async () => {
    for (const recipient of [1, 5_000_000, 2 ** 32 + 7, Number.MAX_SAFE_INTEGER]) {
      expect(await visit(address(1, tokenOf(recipient)))).toEqual([302, new URL(LINKS[0] ?? '').href]);
    }
    expect(await visit(address(2, tokenOf(1)), SCANNER)).toEqual([302, LINKS[1]]);
    expect(await visit(address(2, tokenOf(1)), PERSON, 'HEAD')).toEqual([302, LINKS[1]]);
    const prefetched = await fetch(address(2, tokenOf(1)), {
      redirect: 'manual',
      headers: { 'user-agent': PERSON, 'sec-purpose': 'prefetch;prerender' },
    });
    expect([prefetched.status, prefetched.headers.get('location')]).toEqual([302, LINKS[1]]);
    expect(await visit(address(0, tokenOf(1)), GMAIL)).toEqual([200, null]);
    expect(lookUps).toBe(1);
    expect(await seenOnce(6)).toEqual([
      { recipient: 1, link: 0, visitor: 'proxy', count: 1 },
      { recipient: 1, link: 1, visitor: 'person', count: 1 },
      { recipient: 1, link: 2, visitor: 'scanner', count: 1 },
      { recipient: 5_000_000, link: 1, visitor: 'person', count: 1 },
      { recipient: 2 ** 32 + 7, link: 1, visitor: 'person', count: 1 },
      { recipient: Number.MAX_SAFE_INTEGER, link: 1, visitor: 'person', count: 1 },
    ]);
  });

  it('returns 404 if it is forged, truncated, of another number, kind or source, or not a web URL', async () => {
    const token = tokenOf(1);
    const other = createLinkTokens(app.installation.vault)(
      {
        kind: 'mailing',
        accountId,
        source: crypto.randomUUID(),
        recipient: 1,
      },
      'tracking',
    );
    const changed = `${token.slice(0, 3)}${token[3] === 'A' ? 'B' : 'A'}${token.slice(4)}`;
    for (const url of [
      address(1, changed),
      address(1, token.slice(0, -1)),
      address(1, `${token}A`),
      address(1, ''),
      address(1, 'x'.repeat(2_000)),
      address(3, token),
      address(4, token),
      address('01', token),
      address('-1', token),
      address('1e0', token),
      address('99999999', token),
      address('%00', token),
      address(1, tokenOf(1, SOURCE + 1)),
      address(1, tokenOf(1, SOURCE, 'confirmation')),
      address(1, other),
      `${api.baseUrl}/t/o/${token}`,
      `${api.baseUrl}/t/c/${token}?u=https%3A%2F%2Fevil.example`,
      `${address(4, token)}?u=https%3A%2F%2Fevil.example`,
    ]) {
      expect([url, ...(await visit(url))]).toEqual([url, 404, null]);
    }
    expect(await visit(address(0, other))).toEqual([200, null]);
    expect(await seen()).toEqual([]);
  });

  it('still redirects while the source fails, and only unwritable visits are lost', async () => {
    expect((await visit(address(1, tokenOf(1))))[0]).toBe(302);
    await seenOnce(1);
    failure = new Error('This owner is away');
    expect((await visit(address(2, tokenOf(1))))[0]).toBe(302);
    expect((await visit(address(1, tokenOf(1, SOURCE, 'automation'))))[0]).toBe(302);
    await eventually('the failing listener is called', async () => (failed > 0 ? true : undefined));
    failure = undefined;
    await visit(address(1, tokenOf(2)));
    expect(await seenOnce(2)).toEqual([
      { recipient: 1, link: 1, visitor: 'person', count: 1 },
      { recipient: 2, link: 1, visitor: 'person', count: 1 },
    ]);
  });
});

describe('burst of visits', () => {
  it('of 10,000 takes a few statements and loses none, and a hanging source does not block others', async () => {
    const { clock, db } = app.installation;
    let hears = 0;
    const lines: string[] = [];
    let unblock = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      unblock = resolve;
    });
    const counting: TrackedSource = {
      ...campaigns,
      async hear(tx, account, visits) {
        hears += 1;
        await campaigns.hear(tx, account, visits);
      },
    };
    const owners = { campaign: counting, automation: { ...automations, hear: () => hanging } };
    const sources = createSources({ clock, db, log: createLog('warn', (line) => void lines.push(line)), owners });
    const at = { accountId, source: SOURCE, userAgent: PERSON, atMs: Math.floor(Date.now() / HOUR_MS) * HOUR_MS };
    sources.record('automation', { ...at, recipient: 1, link: 0 });
    for (let no = 0; no < 10_000; no += 1) sources.record('campaign', { ...at, recipient: no % 4_000, link: 0 });
    const total = await eventually('all visits are recorded', async () => {
      const [row] = await db.query<{ rows: number; visits: number }>(
        {
          name: '',
          text: 'select count(*)::integer as rows, sum(count)::integer as visits from seen where account_id = $1',
        },
        [accountId],
      );
      return row && row.visits >= 10_000 ? row : undefined;
    });
    expect(total).toEqual({ rows: 4_000, visits: 10_000 });
    expect(hears).toBeLessThan(10);
    unblock();
    await sources.idle();
    expect(lines).toEqual([]);
  });

  it('of an account with a permanently failing source is lost with a warning, and others are stored', async () => {
    const { clock, db } = app.installation;
    const lines: string[] = [];
    const broken = accountId;
    const other = (await app.newAccount()).account.id;
    const owner: TrackedSource = {
      ...campaigns,
      hear: (tx, account, visits) =>
        account === broken ? Promise.reject(new Error('refused')) : campaigns.hear(tx, account, visits),
    };
    const log = createLog('warn', (line) => void lines.push(line));
    const sources = createSources({ clock, db, log, owners: { campaign: owner } });
    const at = { source: SOURCE, recipient: 3, link: 0, userAgent: PERSON, atMs: Date.now() };
    for (const account of [broken, other, broken]) sources.record('campaign', { ...at, accountId: account });
    await sources.idle();
    expect(await seen()).toEqual([]);
    accountId = other;
    expect(await seen()).toHaveLength(1);
    expect(lines.join('')).toMatch(/Opens and clicks could not be recorded.*"lost":2/);
  });
});

describe('links of a source', () => {
  it('are loaded once for concurrent visits, refreshed after some time, and sooner if missing', async () => {
    let nowMs = Date.now();
    let asked = 0;
    let found: readonly string[] | undefined;
    let isAway = false;
    const owner: TrackedSource = {
      ...campaigns,
      linksOf: () => {
        asked += 1;
        return isAway ? Promise.reject(new Error('away')) : Promise.resolve(found);
      },
    };
    const { db, log } = app.installation;
    const sources = createSources({ clock: { now: () => nowMs }, db, log, owners: { campaign: owner } });
    const ask = () => sources.addressOf('campaign', accountId, SOURCE, 1);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([undefined, undefined, undefined]);
    expect(asked).toBe(1);
    found = LINKS;
    nowMs += 6_000;
    expect([await ask(), await ask(), asked]).toEqual([LINKS[0], LINKS[0], 2]);
    isAway = true;
    nowMs += HOUR_MS;
    expect([await ask(), await ask(), asked]).toEqual([LINKS[0], LINKS[0], 3]);
    await expect(sources.addressOf('campaign', accountId, SOURCE + 1, 1)).rejects.toThrow('away');
  });
});

describe('mailing', () => {
  it.each([
    ['without a source has its batch and number', undefined, undefined],
    ['with a source has the source and its recipient', 77, 9_007_199_254_740_991],
  ])('%s in a token that is the same on every attempt', async (_what, source, ref) => {
    const { clock, db } = app.installation;
    // A recipient in the source must be a contact that can receive email. Otherwise, no message is sent.
    if (ref) {
      await db.query(
        { name: '', text: 'insert into contact_stat (account_id, contact_id, created_at) values ($1, $2, now())' },
        [accountId, ref],
      );
    }
    const make = createMailingMaker({ clock });
    const to = 'ann@x.example' as EmailAddress;
    const id = await db.transaction(async (tx) => {
      const made = await make(tx, accountId, {
        mailClass: 'campaign',
        ...(source && { source }),
        from: { name: undefined, address: 'news@sandbox.localhost' as EmailAddress },
        replyTo: [],
        headers: [],
        linkPrefixes: [linkPrefix('https://t.example', 0), linkPrefix('https://t.example', 1)],
        subject: ['News'],
        html: ['<a href="', { link: 1 }, '">x</a><img src="', { link: 0 }, '">'],
        text: ['Hi'],
      });
      await addRecipients(tx, accountId, made, [{ address: to, ...(ref && { ref }) }]);
      await startMailing(tx, accountId, made);
      return made;
    });
    const [{ batch } = { batch: '' }] = await db.query<{ batch: string }>(
      { name: '', text: 'select id as batch from recipient_batch where mailing_id = $1' },
      [id],
    );
    const loaded = await createMailings(app.installation).loadMails([
      { accountId, messageId: batch, mailClass: 'campaign' },
    ]);
    const mail = loaded.get(batch);
    if (!mail || mail instanceof Error) throw new Error('The mailing is not there');
    const bodies = await Promise.all([1, 1].map(async (no) => (await mail.composedFor?.(no))?.body.toString()));
    const plain = (bodies[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = createLinkTokens(app.installation.vault)(
      source && ref
        ? { kind: 'campaign', accountId, source, recipient: ref }
        : { kind: 'mailing', accountId, source: batch, recipient: 1 },
      'tracking',
    );
    expect(plain).toContain(
      `<a href="https://t.example/t/l/1/${token}">x</a><img src="https://t.example/t/l/0/${token}">`,
    );
    expect(bodies[0]).toBe(bodies[1]);
  });
});
