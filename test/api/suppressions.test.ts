import { beforeAll, describe, expect, it } from 'vitest';
import { suppressionCommand } from '../../src/app/commands/suppression.ts';
import { recordSuppressions } from '../../src/features/sending/suppressions/index.ts';
import { alikeListStatements } from '../../src/features/sending/suppressions/list-queries.ts';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

const PATH = '/transactional/suppressions';
const MESSAGE = '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41';

const app = shared(startApp);
const tenant = shared(async () => app.newAccount());

function add(body: unknown, caller: Tenant = tenant): Promise<Answer> {
  return caller.post(PATH, body);
}

async function remove(address: string, caller: Tenant = tenant): Promise<Answer> {
  const response = await fetch(`${app.api.baseUrl}${PATH}/${encodeURIComponent(address)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${caller.key}` },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function addressesOf(query = '', caller: Tenant = tenant): Promise<string[]> {
  const { status, body } = await caller.get(`${PATH}${query}`);
  expect(status).toBe(200);
  return body.data.map((entry: { address: string }) => entry.address);
}

describe('adding', () => {
  it('one address returns its entry', async () => {
    const { status, body } = await add({ address: 'Ann@Customer.example', detail: 'Asked by phone' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: [
          {
            address: 'ann@customer.example',
            reason: 'manual',
            detail: 'Asked by phone',
            message_id: null,
            created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          },
        ],
      },
    });
  });

  it('several addresses returns their entries, each once', async () => {
    const { status, body } = await add({ addresses: ['m2@x.example', 'm1@x.example', 'M1@x.example'] });
    expect(status).toBe(201);
    expect(body.data.map((entry: { address: string }) => entry.address)).toEqual(['m1@x.example', 'm2@x.example']);
  });

  it('an existing address keeps its entry', async () => {
    const first = await add({ address: 'twice@x.example', detail: 'first' });
    expect((await add({ address: 'twice@x.example', detail: 'second' })).body).toEqual(first.body);
  });

  it.each([
    ['no body', {}, 'address'],
    ['no address', { address: 'nobody' }, 'address'],
    ['an invalid address among several', { addresses: ['a@x.example', 'nobody'] }, 'addresses.1'],
    ['more than 1,000', { addresses: Array.from({ length: 1001 }, (_, n) => `n${n}@x.example`) }, 'addresses'],
    ['a note of 501 characters', { address: 'a@x.example', detail: 'x'.repeat(501) }, 'detail'],
    ['a test address', { address: 'delivered@sandbox.localhost' }, 'address'],
    [
      'an address at the sandbox domain among others',
      { addresses: ['a@x.example', 'Me@SANDBOX.localhost'] },
      'addresses.1',
    ],
    ['both address and addresses', { address: 'a@x.example', addresses: ['b@x.example'] }, 'addresses'],
    ['a number', { address: 5 }, 'address'],
  ])('%s is refused', async (_, body, field) => {
    const answer = await add(body);
    expect({ status: answer.status, fields: Object.keys(answer.body.errors) }).toEqual({
      status: 422,
      fields: [field],
    });
  });

  it('an address of the sandbox domain is refused with the reason, and no others are added', async () => {
    const caller = await app.newAccount();
    const { body } = await add({ addresses: ['a@x.example', 'bounced+1@sandbox.localhost'] }, caller);
    expect(body.message).toContain(
      'must not be bounced+1@sandbox.localhost, because addresses at sandbox.localhost are test addresses',
    );
    expect(await addressesOf('', caller)).toEqual([]);
  });

  it.each([
    ['a NUL', 'x\\u0000'],
    ['a lone surrogate', '\\ud800'],
  ])('a note or an address with %s is refused', async (_, text) => {
    const inNote = await add(`{"address":"odd@x.example","detail":"${text}"}`);
    const inAddress = await add(`{"address":"${text}@x.example"}`);
    expect([inNote.status, inAddress.status]).toEqual([422, 422]);
  });

  it('1,000 at once is accepted', async () => {
    const caller = await app.newAccount();
    const { body } = await add({ addresses: Array.from({ length: 1000 }, (_, n) => `n${n}@x.example`) }, caller);
    expect(body.data).toHaveLength(1000);
  });

  it('requires the scope to send, and reading the scope to read', async () => {
    const reader = await app.newAccount({ scopes: ['transactional:read'] });
    expect((await add({ address: 'a@x.example' }, reader)).body.name).toBe('insufficient_scope');
    expect((await reader.get(PATH)).status).toBe(200);
    const sender = await app.newAccount({ scopes: ['transactional:send'] });
    expect((await sender.get(PATH)).body.name).toBe('insufficient_scope');
  });
});

describe('entry', () => {
  it('is read and removed in any letter case', async () => {
    await add({ address: 'once@x.example' });
    expect((await tenant.get(`${PATH}/ONCE@X.example`)).body).toMatchObject({ address: 'once@x.example' });
    expect((await remove('Once@x.example')).body).toMatchObject({ address: 'once@x.example' });
    expect((await remove('once@x.example')).body.name).toBe('not_found');
    expect((await tenant.get(`${PATH}/once@x.example`)).status).toBe(404);
  });

  it.each(['news+tag@x.example', 'a/b?c#d%41@x.example', '"quoted name"@x.example', 'ann@m\u00fcnchen.example'])(
    'of %s is found by the text that was added',
    async (address) => {
      const { body } = await add({ address });
      expect((await tenant.get(`${PATH}/${encodeURIComponent(address)}`)).body).toEqual(body.data[0]);
      expect((await remove(address)).body).toEqual(body.data[0]);
    },
  );

  it('of an invalid address returns 404', async () => {
    expect((await tenant.get(`${PATH}/nobody`)).status).toBe(404);
    expect((await remove('x'.repeat(900))).status).toBe(404);
  });

  it('of another account returns 404', async () => {
    const other = await app.newAccount();
    await add({ address: 'theirs@x.example' }, other);
    expect((await tenant.get(`${PATH}/theirs@x.example`)).status).toBe(404);
    expect((await remove('theirs@x.example')).status).toBe(404);
    expect(await addressesOf('', other)).toEqual(['theirs@x.example']);
  });
});

describe('list', () => {
  let lister: Tenant;
  const all = Array.from({ length: 25 }, (_, n) => `n${String(n).padStart(2, '0')}@x.example`);
  const newestFirst = all.toReversed();

  beforeAll(async () => {
    lister = await app.newAccount();
    // Ten entries have the same timestamp and the others have different ones, because pages must not depend only on the
    // timestamp.
    await add({ addresses: all.slice(0, 10) }, lister);
    for (const address of all.slice(10)) await add({ address }, lister);
  });

  it('is newest first with 20 per page', async () => {
    const { body } = await lister.get(PATH);
    expect([body.per_page, body.has_more]).toEqual([20, true]);
    expect(await addressesOf('', lister)).toEqual(newestFirst.slice(0, 20));
  });

  it('has pages with after and before, also among entries with the same time', async () => {
    const seen: string[] = [];
    let query = '?per_page=4';
    for (;;) {
      const { body } = await lister.get(`${PATH}${query}`);
      seen.push(...body.data.map((entry: { address: string }) => entry.address));
      if (!body.has_more) break;
      query = `?per_page=4&after=${seen.at(-1)}`;
    }
    expect(seen).toEqual(newestFirst);
    expect(await addressesOf(`?per_page=3&before=${newestFirst[8]}`, lister)).toEqual(newestFirst.slice(5, 8));
  });

  it('stays consistent while entries are added', async () => {
    const [first] = [await addressesOf('?per_page=10', lister)];
    await add({ address: 'late@x.example' }, lister);
    expect(await addressesOf(`?per_page=10&after=${first.at(-1)}`, lister)).toEqual(newestFirst.slice(10, 20));
    await remove('late@x.example', lister);
  });

  it('filters by reason and by address prefix', async () => {
    expect(await addressesOf('?reason=bounced', lister)).toEqual([]);
    expect(await addressesOf('?reason=manual&query=N1', lister)).toEqual(newestFirst.slice(5, 15));
    expect(await addressesOf('?query=%25', lister)).toEqual([]);
  });

  it('has pages within a filter in both directions', async () => {
    const filter = '?reason=manual&query=n1&per_page=4';
    expect(await addressesOf(`${filter}&after=${newestFirst[8]}`, lister)).toEqual(newestFirst.slice(9, 13));
    expect(await addressesOf(`${filter}&before=${newestFirst[9]}`, lister)).toEqual(newestFirst.slice(5, 9));
    expect(await addressesOf(`${filter}&before=${newestFirst[8]}`, lister)).toEqual(newestFirst.slice(5, 8));
    expect((await lister.get(`${PATH}${filter}&before=${newestFirst[8]}`)).body.has_more).toBe(false);
  });

  it('accepts an unencoded plus sign', async () => {
    const caller = await app.newAccount();
    await add({ address: 'old@x.example' }, caller);
    await add({ address: 'news+tag@x.example' }, caller);
    expect(await addressesOf('?query=news+t', caller)).toEqual(['news+tag@x.example']);
    expect(await addressesOf('?after=news+tag@x.example', caller)).toEqual(['old@x.example']);
  });

  it('is the same for a prefix of very many addresses', async () => {
    const caller = await app.newAccount();
    await app.installation.db.query(
      {
        name: '',
        text: `insert into suppression (account_id, address, reason, created_at)
          select $1, 'many' || n || '@x.example', case when n % 2 = 0 then 'bounced' else 'manual' end,
            now() - n * interval '1 second' from generate_series(1, 10001) as n`,
      },
      [caller.account.id],
    );
    const many = (...numbers: number[]): string[] => numbers.map((n) => `many${n}@x.example`);
    expect(await addressesOf('?query=many&per_page=2', caller)).toEqual(many(1, 2));
    expect(await addressesOf('?query=many&per_page=2&reason=bounced', caller)).toEqual(many(2, 4));
    expect(await addressesOf('?query=many&per_page=2&after=many500@x.example', caller)).toEqual(many(501, 502));
    expect(await addressesOf('?query=many&per_page=2&before=many500@x.example', caller)).toEqual(many(498, 499));
    expect(await addressesOf('?query=many9999&per_page=2', caller)).toEqual(many(9999));
  });

  it('ends with an empty page after the oldest entry', async () => {
    const { body } = await lister.get(`${PATH}?after=${newestFirst.at(-1)}`);
    expect(body).toEqual({ data: [], per_page: 20, has_more: false });
  });

  it.each(['?query=%00', '?after=%00', '?before=%ff'])('returns 422 for %s', async (query) => {
    expect((await tenant.get(`${PATH}${query}`)).status).toBe(422);
  });

  it('has a separate statement for every filter of common prefixes', () => {
    expect(new Set(alikeListStatements().map((each) => each.statementName)).size).toBe(12);
  });

  it.each([
    ['?per_page=0', 'per_page'],
    ['?per_page=101', 'per_page'],
    ['?reason=bored', 'reason'],
    ['?sort=length', 'sort'],
    ['?after=nobody@x.example', 'after'],
    ['?before=nobody@x.example&query=n', 'before'],
    ['?after=n01@x.example&before=n02@x.example', 'before'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await lister.get(`${PATH}${query}`);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });
});

describe('outcomes', () => {
  const outcome = {
    messageId: MESSAGE,
    bounceClass: 'recipient',
    reason: '550 5.1.1 No such user',
    route: 'direct',
  };

  async function record(caller: Tenant, ...changes: (Partial<typeof outcome> & { recipient: string; kind: string })[]) {
    await app.installation.db.transaction(async (tx) =>
      recordSuppressions(
        tx,
        caller.account.id,
        changes.map((change) => Object.assign({}, outcome, change)),
      ),
    );
  }

  it('suppress after a hard bounce, with the reply and the message', async () => {
    const caller = await app.newAccount();
    await record(caller, { recipient: 'Gone@x.example', kind: 'bounced' });
    expect((await caller.get(`${PATH}/gone@x.example`)).body).toMatchObject({
      reason: 'bounced',
      detail: '550 5.1.1 No such user',
      message_id: `tm_${MESSAGE.replaceAll('-', '')}`,
    });
  });

  it('suppress after a complaint', async () => {
    const caller = await app.newAccount();
    await record(caller, { recipient: 'angry@x.example', kind: 'complained', bounceClass: 'policy' });
    expect((await caller.get(`${PATH}/angry@x.example`)).body.reason).toBe('complained');
  });

  it('of other kinds, soft bounces, test addresses and suppressed ones do not suppress', async () => {
    const caller = await app.newAccount();
    await record(
      caller,
      { recipient: 'p@x.example', kind: 'bounced', bounceClass: 'policy', reason: '550 5.7.1 Policy' },
      { recipient: 's@x.example', kind: 'bounced', bounceClass: 'sender' },
      { recipient: 'm@x.example', kind: 'failed', bounceClass: 'message' },
      { recipient: 't@x.example', kind: 'bounced', bounceClass: 'transient' },
      { recipient: 'f@x.example', kind: 'bounced', bounceClass: 'mailbox-full' },
      { recipient: 'b@x.example', kind: 'failed' },
      { recipient: 'c@x.example', kind: 'delivered' },
      { recipient: 'd@x.example', kind: 'deferred' },
      { recipient: 'bounced@sandbox.localhost', kind: 'bounced', route: 'test' },
      { recipient: 'e@x.example', kind: 'suppressed', route: 'suppressed' },
    );
    expect(await addressesOf('', caller)).toEqual([]);
  });

  it('of a repeated address keep the first entry', async () => {
    const caller = await app.newAccount();
    await record(
      caller,
      { recipient: 'gone@x.example', kind: 'bounced' },
      { recipient: 'GONE@x.example', kind: 'complained' },
    );
    await record(caller, { recipient: 'gone@x.example', kind: 'complained' });
    expect((await caller.get(PATH)).body.data).toMatchObject([{ address: 'gone@x.example', reason: 'bounced' }]);
  });

  it('with a reason longer than 500 characters are truncated to valid text', async () => {
    const caller = await app.newAccount();
    await record(caller, { recipient: 'long@x.example', kind: 'bounced', reason: `x${'😀'.repeat(400)}` });
    const { detail } = (await caller.get(`${PATH}/long@x.example`)).body;
    expect(detail).toBe(`x${'😀'.repeat(249)}\ufffd`);
  });

  it('recorded concurrently for the same addresses do not deadlock', async () => {
    const caller = await app.newAccount();
    const bounces = Array.from({ length: 50 }, (_, n) => ({ recipient: `n${n}@x.example`, kind: 'bounced' }));
    await Promise.all([0, 1, 2, 3].map(async (n) => record(caller, ...(n % 2 === 0 ? bounces : bounces.toReversed()))));
    expect(await addressesOf('?per_page=100', caller)).toHaveLength(50);
  });

  describe('outcomes of a full mailbox', () => {
    const full = { recipient: 'Full@x.example', kind: 'bounced', bounceClass: 'mailbox-full' };
    const mail = (no: number) => MESSAGE.replace(/.$/, String(no));

    /** Moves the timestamps of the account's recorded soft bounces back by the given duration. */
    async function passTime(caller: Tenant, time: string): Promise<void> {
      await app.installation.db.query(
        {
          name: '',
          text: `update soft_bounce set first_at = seconds_after(first_at, -extract(epoch from $2::interval)),
              last_at = seconds_after(last_at, -extract(epoch from $2::interval))
            where account_id = $1`,
        },
        [caller.account.id, time],
      );
    }

    async function full3(caller: Tenant, time: string): Promise<string[]> {
      await record(caller, { ...full, messageId: mail(1) });
      await record(caller, { ...full, kind: 'failed', messageId: mail(2) });
      await passTime(caller, time);
      await record(caller, { ...full, messageId: mail(3), reason: '552 5.2.2 Mailbox full' });
      return addressesOf('', caller);
    }

    it('suppress after three messages over seven days', async () => {
      const caller = await app.newAccount();
      expect(await full3(caller, '7 days')).toEqual(['full@x.example']);
      expect((await caller.get(`${PATH}/full@x.example`)).body).toMatchObject({
        reason: 'bounced',
        detail: '552 5.2.2 Mailbox full',
      });
    });

    it('do not suppress after three messages within seven days', async () => {
      expect(await full3(await app.newAccount(), '6 days 23 hours')).toEqual([]);
    });

    it('do not suppress after two messages over any time', async () => {
      const caller = await app.newAccount();
      await record(caller, { ...full, messageId: mail(1) });
      await passTime(caller, '300 days');
      await record(
        caller,
        { ...full, messageId: mail(2) },
        { ...full, recipient: 'FULL@x.example', messageId: mail(2) },
      );
      expect(await addressesOf('', caller)).toEqual([]);
    });

    it('are reset by a delivery', async () => {
      const caller = await app.newAccount();
      await record(caller, { ...full, messageId: mail(1) });
      await passTime(caller, '30 days');
      await record(caller, { recipient: 'full@X.example', kind: 'delivered', bounceClass: '' });
      expect(await full3(caller, '6 days')).toEqual([]);
    });

    it('start counting again after the address is removed from the list', async () => {
      const caller = await app.newAccount();
      await full3(caller, '7 days');
      await app.installation.db.query({ name: '', text: 'delete from suppression where account_id = $1' }, [
        caller.account.id,
      ]);
      await record(caller, { ...full, messageId: mail(4) });
      expect(await addressesOf('', caller)).toEqual([]);
    });

    it('do not count deferrals', async () => {
      const caller = await app.newAccount();
      for (const no of [1, 2, 3, 4]) {
        await record(caller, { ...full, kind: 'deferred', messageId: mail(no) });
        await passTime(caller, '7 days');
      }
      expect(await addressesOf('', caller)).toEqual([]);
    });
  });

  it('are rolled back with the transaction that recorded them', async () => {
    const caller = await app.newAccount();
    const failing = app.installation.db.transaction(async (tx) => {
      await recordSuppressions(tx, caller.account.id, [{ ...outcome, recipient: 'a@x.example', kind: 'bounced' }]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await addressesOf('', caller)).toEqual([]);
  });

  it('affect only their own account', async () => {
    const [one, other] = [await app.newAccount(), await app.newAccount()];
    await record(one, { recipient: 'gone@x.example', kind: 'bounced' });
    expect(await addressesOf('', other)).toEqual([]);
  });
});

describe('command line', () => {
  it.each([
    ['add me@sandbox.localhost', 'must not be me@sandbox.localhost'],
    [`add a@x.example --detail ${'x'.repeat(501)}`, '--detail must be at most 500'],
    ['add', 'ADDRESS is missing'],
    ['list --reason bored', '--reason must be one of bounced, complained, manual, not "bored"'],
    ['list --limit 0', '--limit must be'],
    ['drop', 'list, show, add, or remove'],
  ])('refuses "%s"', async (line, sentence) => {
    const args = [...line.split(' '), '--account', tenant.account.email];
    await expect(suppressionCommand(app.installation, args)).rejects.toThrow(sentence);
  });
});
