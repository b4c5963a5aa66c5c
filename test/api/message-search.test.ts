import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/features/tenants/access/index.ts';
import { providerOf, PROVIDERS } from '../../src/features/sending/delivery/sites/providers.ts';
import { addGrams, gramsOf } from '../../src/features/transactional/messages/grams.ts';
import { createSegmenter, purgeSegments } from '../../src/features/transactional/messages/segments.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

const MANY = 1_000;
const FULL_SEGMENTS = 3;

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let stranger: typeof tenant;

const app = shared(startApp);

beforeAll(async () => {
  const scopes = ['transactional:send', 'transactional:read', 'dashboard:read'];
  [tenant, stranger] = [await app.newAccount({ scopes }), await app.newAccount({ scopes })];
  await app.installation.db.script(messagesOf(tenant.account.id, MANY));
  await app.installation.db.script(messagesOf(stranger.account.id, 300));
});

/**
 * Returns SQL that inserts messages with ascending IDs, written one second ago. Message n goes to `reader<n>@shop<n %
 * 7>.example`. Every 100th message is about an overdue invoice, and every 250th was rejected by Google. The third
 * message has two recipients and non-ASCII letters, and the seventh has decomposed accents.
 */
function messagesOf(accountId: number, count: number): string {
  const subject = `case when n = 3 then 'Größe 100%_neu' when n = 7 then '${'Café'.normalize('NFD')}' when n % 100 = 0 then 'Invoice ' || n || ' is Overdue' else 'Message ' || n end`;
  return `
    create temporary table seeded as
      select n, (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(1, ${count}) n,
        lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 10000 + n), 12, '0') hex;
    insert into message (account_id, id, sender, subject, tag, head, content)
      select ${accountId}, id, case when n % 2 = 0 then 'post@acme.example' else 'News <post@other.example>' end, ${subject},
        case when n % 10 = 0 then 'billing.reminder' end,
        '{"to":[],"cc":[],"bcc":[],"reply_to":[],"headers":{}}', '\\x007b7d'
      from seeded;
    insert into delivery (account_id, message_id, recipient_no, recipient, status)
      select ${accountId}, id, 0, 'Reader' || n || '@shop' || n % 7 || '.example', 7 from seeded
      union all select ${accountId}, id, 1, 'second@else.example', 7 from seeded where n = 3;
    insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route, host,
        status, reason, conversation)
      select ${accountId}, id, 0, 1, now(), now(), case when n % 250 = 0 then 'bounced' else 'delivered' end, 'direct',
        case when n % 50 = 0 then 'gmail-smtp-in.l.google.com' else 'mx.shop.example' end,
        case when n % 250 = 0 then '5.1.1' else '2.0.0' end,
        case when n % 250 = 0 then '550 5.1.1 No such user' else '250 ok' end, ''
      from seeded where n % 5 = 0;
    drop table seeded;`;
}

/** Returns the numbers of the messages on all pages of a search. */
async function found(query: Record<string, string>, tenantOf = tenant): Promise<number[]> {
  const numbers: number[] = [];
  for (let after = ''; ;) {
    const given = new URLSearchParams({ per_page: '100', ...query, ...(after && { after }) });
    const { body, status } = await tenantOf.get(`/transactional/emails?${given}`);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    numbers.push(...body.data.map(({ id }: { id: string }) => Number.parseInt(id.slice(-12), 16)));
    if (!body.has_more) return numbers;
    after = body.next;
  }
}

const every = (step: number, last = MANY): number[] =>
  Array.from({ length: Math.floor(last / step) }, (_, index) => last - (last % step) - index * step);

const SEARCHES: [query: Record<string, string>, numbers: number[]][] = [
  [{ search: 'overdue' }, every(100)],
  [{ search: 'VERDU 700' }, [700]],
  [{ search: 'overdue absent' }, []],
  [{ search: 'reader77' }, [779, 778, 777, 776, 775, 774, 773, 772, 771, 770, 77]],
  [{ search: 'er999@shop5' }, [999]],
  [{ search: 'billing.rem 450' }, [450]],
  [{ search: '@else' }, [3]],
  [{ search: 'größe' }, [3]],
  [{ search: 'größe'.normalize('NFD') }, [3]],
  [{ search: 'café' }, [7]],
  [{ subject: 'CAFÉ'.normalize('NFD') }, [7]],
  [{ search: '100%_neu' }, [3]],
  [{ search: '%' }, [3]],
  [{ search: "x' or '1'='1" }, []],
  [{ search: '\\' }, []],
  [{ recipient: 'reader12@' }, [12]],
  [{ recipient: 'overdue' }, []],
  [{ recipient: 'second reader3' }, [3]],
  [{ subject: 'is overdue 300' }, [300]],
  [{ subject: 'reader12' }, []],
  [{ smtp_code: '550' }, every(250)],
  [{ smtp_code: '5.1.1' }, every(250)],
  [{ smtp_code: '450' }, []],
  [{ provider: 'google' }, every(50)],
  [{ provider: 'google', smtp_code: '550', search: 'overdue' }, every(500)],
  [{ smtp_code: '550', status: 'delivered', tag: 'billing.reminder' }, every(250)],
  [
    { search: 'message', tag: 'billing.reminder', provider: 'google' },
    [950, 850, 750, 650, 550, 450, 350, 250, 150, 50],
  ],
];

describe.each(['before indexing', 'after indexing'])('message search %s', (when) => {
  beforeAll(async () => {
    if (when === 'after indexing') expect(await createSegmenter(app.installation.db).run()).toBe(FULL_SEGMENTS + 1);
  });

  it.each(SEARCHES)('for %j finds the messages %j', async (query, numbers) => {
    expect(await found(query)).toEqual(numbers);
  });

  it('finds a message by its ID, but none of another account', async () => {
    const { body } = await tenant.get('/transactional/emails?per_page=1');
    const { id } = body.data[0];
    expect(await found({ search: id })).toEqual([MANY]);
    expect(await found({ search: id, subject: 'absent' })).toEqual([]);
    expect(await found({ search: id }, stranger)).toEqual([]);
  });

  it('has links to newer pages', async () => {
    const first = await tenant.get('/transactional/emails?search=overdue&per_page=4');
    const second = await tenant.get(`/transactional/emails?search=overdue&per_page=4&after=${first.body.next}`);
    const back = await tenant.get(`/transactional/emails?search=overdue&per_page=4&before=${second.body.data[0].id}`);
    expect(back.body.data).toEqual(first.body.data);
  });

  it('finds only messages of its domain with a key of one domain', async () => {
    const { id } = tenant.account;
    const { key } = await createKey(app.installation.db, {
      accountId: id,
      name: 'of a domain',
      scopes: ['transactional:send', 'transactional:read'],
      domain: 'acme.example',
    });
    const ofDomain = app.client(key);
    expect(await found({ search: 'reader77' }, { ...tenant, ...ofDomain })).toEqual([778, 776, 774, 772, 770]);
    expect(await found({ provider: 'google', search: 'er77' }, { ...tenant, ...ofDomain })).toEqual([]);
  });

  it('finds the records of an export', async () => {
    const answer = await fetch(`${app.api.baseUrl}/dashboard/messages/export?search=overdue&smtp_code=550`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    });
    const records = (await answer.text()).split('\r\n').slice(1, -1);
    expect(records.map((record) => /Invoice \d+/.exec(record)?.[0])).toEqual(['Invoice 1000', 'Invoice 500']);
  });
});

it.each([
  ['', 1_000],
  ['?tag=billing.reminder', 100],
  ['?smtp_code=550', 4],
  ['?provider=google', 20],
  ['?created_after=2100-01-01', 0],
  ['?status=delivered', 1_000],
  ['?status=bounced', 0],
  ['?search=overdue', 10],
  ['?search=overdue&smtp_code=550', 2],
  ['?tag=billing.reminder&provider=google', 20],
  ['?tag=billing.reminder&provider=outlook', 0],
])('listing %s is counted as %j', async (query, count) => {
  const { body } = await tenant.get(`/dashboard/messages/count${query}`);
  expect(body).toEqual({ count, is_more: false });
});

it('combined filters are counted up to the limit of a page, and is_more is set beyond it', async () => {
  const fresh = await app.newAccount({ scopes: ['dashboard:read'] });
  await app.installation.db.script(messagesOf(fresh.account.id, 5_100));
  const counted = async (query: string): Promise<unknown> =>
    (await fresh.get(`/dashboard/messages/count${query}`)).body;
  expect(await counted('?status=delivered')).toEqual({ count: 5_000, is_more: true });
  expect(await counted('?status=delivered&tag=billing.reminder')).toEqual({ count: 510, is_more: false });
  expect(await counted('')).toEqual({ count: 5_100, is_more: false });
});

it('an export of selected messages has these and none of another account', async () => {
  const { body } = await tenant.get('/transactional/emails?per_page=3');
  const others = await stranger.get('/transactional/emails?per_page=1');
  const ids = [...body.data, ...others.body.data].map(({ id }: { id: string }) => id);
  const ask = (given: string): Promise<Response> =>
    fetch(`${app.api.baseUrl}/dashboard/messages/export?ids=${given}`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    });
  const records = (await (await ask(ids.join(','))).text()).split('\r\n').slice(1, -1);
  expect(records.map((record) => record.split(',')[0])).toEqual(ids.slice(0, 3));
  expect((await ask('tm_x')).status).toBe(422);
});

it.each([
  [{ search: 'x'.repeat(201) }, 'search'],
  [{ subject: 'a b c d e f g h i j k' }, 'subject'],
  [{ smtp_code: '250' }, 'smtp_code'],
  [{ smtp_code: "550' or 1=1" }, 'smtp_code'],
  [{ provider: 'other' }, 'provider'],
])('%j is refused with an error for the field', async (query, field) => {
  const { body, status } = await tenant.get(`/transactional/emails?${new URLSearchParams(query)}`);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

it('only complete segments are indexed, once across concurrent and repeated runs', async () => {
  const { db } = app.installation;
  const [one, other] = [createSegmenter(db), createSegmenter(db)];
  await Promise.all([one.run(), other.run()]);
  expect(await one.run()).toBe(0);
  const fresh = await app.newAccount();
  await db.script(messagesOf(fresh.account.id, 512));
  // Accepting a message also records the account's last message, so that later runs know which accounts to index.
  await db.script(`insert into message_order select ${fresh.account.id}, max(id::text)::uuid from message
    where account_id = ${fresh.account.id}`);
  const written = await Promise.all([one.run(), other.run()]);
  expect(written[0] + written[1]).toBe(2);
  expect(await found({ search: 'overdue' }, fresh)).toEqual([500, 400, 300, 200, 100]);
});

it('segments of deleted days are removed and the others kept', async () => {
  const { db } = app.installation;
  await db.script(`insert into message_segment (account_id, first_id, last_id, terms)
    values (${tenant.account.id}, uuid_at('2020-01-01'), uuid_at('2020-01-02'), '{1}')`);
  await purgeSegments(db, 30);
  const left = await db.query<{ last_id: string }>(
    { name: '', text: 'select last_id from message_segment where account_id = $1' },
    [tenant.account.id],
  );
  expect(left).toHaveLength(FULL_SEGMENTS);
});

it('the SQL mapping of servers to providers matches that of delivery', async () => {
  const hosts = [
    'gmail-smtp-in.l.google.com',
    'ASPMX.L.GOOGLE.COM.',
    'alt1.gmr-smtp-in.l.googlemail.com',
    'outlook-com.olc.protection.outlook.com',
    'x.mail.protection.outlook.com',
    'contoso.a-v1.mx.microsoft',
    'mta5.am0.yahoodns.net',
    'mx01.mail.icloud.com',
    'mx1.comcast.net',
    'smtp-in.orange.fr',
    'mx.wanadoo.fr',
    'google.com',
    'notgoogle.com',
    'mail.google.com.evil.example',
    'mx.example',
  ];
  const rows = await app.installation.db.query<{ host: string; provider: string }>(
    { name: '', text: 'select host, provider_of(host) as provider from unnest($1::text[]) as host' },
    [hosts],
  );
  expect(rows.map(({ provider }) => provider)).toEqual(hosts.map((host) => providerOf(host).name));
  expect(new Set(rows.map(({ provider }) => provider))).toEqual(new Set([...PROVIDERS, 'other']));
});

it('any part of a text is found by its n-grams in its own account', () => {
  const grams = new Set<number>();
  addGrams(grams, 7, 'Re: Größe 100% für ada.lovelace@x.example');
  for (const word of ['re:', 'größe', '100', 'velac', 'ADA.LOVELACE@X.EXAMPLE', 'ür', '@x.e']) {
    expect(gramsOf(7, [word]).filter((gram) => !grams.has(gram))).toEqual([]);
  }
  expect(gramsOf(8, ['größe']).filter((gram) => grams.has(gram))).toEqual([]);
  expect(gramsOf(7, ['ab', 'a'])).toEqual([]);
});
