import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, isValid, presentDomainPage } from '../../src/features/sending/domains/api-present.ts';
import type { DnsRecord } from '../../src/features/sending/domains/dns-records.ts';
import type { Domain } from '../../src/features/sending/domains/index.ts';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { shared } from '../support/shared.ts';

interface Dns {
  readonly [name: string]: { readonly type: 'TXT' | 'MX'; readonly host: string; readonly data: string };
}

let accountId: number;
let ann: TestPerson;
let names = 0;

const dns = shared(async () => startDnsServer({}));
const app = shared(async () =>
  startApp({ POSTRIDER_RESOLVER: dns.address, POSTRIDER_HOSTNAME: 'mail.postrider.example' }),
);

beforeAll(async () => {
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
});

/** Creates an owner. Each test uses its own, because rate limits are per user. */
async function newOwner(): Promise<TestPerson> {
  return newPerson(app, (await app.newAccount()).account.id);
}

async function newDomain(person = ann) {
  names += 1;
  const { body, status } = await person.call('POST', '/domains', { domain: `d${names}.example` });
  expect(status).toBe(201);
  // Safe cast: the response has the type that the API document declares.
  return body as { id: number; domain: string; dns: Dns };
}

function publish(records: Dns, ...only: string[]): void {
  for (const [name, { data, host, type }] of Object.entries(records)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const [preference, exchange = ''] = data.split(' ');
    dns.set(host, type, type === 'MX' ? [{ exchange, preference: Number(preference) }] : [data]);
  }
}

describe('row 49, POST /domains', () => {
  it('returns 201 with every key and the records to publish', async () => {
    const { body, status } = await ann.call('POST', '/domains', { domain: ' Acme.Example ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      domain: 'acme.example',
      provider_whitelabel_domain_id: null,
      sendgrid_whitelabel_domain_id: null,
      tracking_host: 'click.acme.example',
      status: 'pending',
      validated_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: body.created_at,
      dns: {
        dkim1: {
          type: 'TXT',
          host: 'pr1._domainkey.acme.example',
          data: expect.stringMatching(/^v=DKIM1;/),
          valid: false,
          reason: null,
          required: true,
        },
        return_path: expect.objectContaining({ type: 'MX', data: '10 mail.postrider.example', required: false }),
        spf: expect.objectContaining({ host: 'bounce.acme.example' }),
        dmarc: expect.objectContaining({ host: '_dmarc.acme.example' }),
      },
    });
  });

  it.each([
    ['nothing', {}],
    ['null', { domain: null }],
    ['an empty text', { domain: '  ' }],
    ['a protocol', { domain: 'https://acme.example' }],
    ['an email address', { domain: 'ann@acme.example' }],
    ['a path', { domain: 'acme.example/x' }],
    ['a port', { domain: 'acme.example:25' }],
    ['one label', { domain: 'localhost' }],
    ['an address of IPv4', { domain: '1.2.3.4' }],
    ['the sandbox domain', { domain: 'sandbox.localhost' }],
    ['an array', { domain: ['acme.example'] }],
    ['an object', { domain: { a: 1 } }],
    ['a line break', { domain: 'a.example\r\nX: y' }],
    ['192 characters', { domain: `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(62)}.example` }],
  ])('refuses %s with 422 and the field', async (_name, given) => {
    const person = await newOwner();
    const { body, status } = await person.call('POST', '/domains', given);
    expect([status, Object.keys(body).toSorted()]).toEqual([422, ['errors', 'message']]);
    expect(Object.keys(body.errors)).toEqual(['domain']);
  });

  it('accepts 191 characters', async () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(61)}.example`;
    expect(domain).toHaveLength(191);
    expect((await ann.call('POST', '/domains', { domain })).status).toBe(201);
  });

  it('refuses a domain that is already added or belongs to another account', async () => {
    const { domain } = await newDomain();
    const again = await ann.call('POST', '/domains', { domain: domain.toUpperCase() });
    expect([again.status, again.body.errors]).toEqual([422, { domain: [`${domain} has already been added.`] }]);
    const taken = await (await newOwner()).call('POST', '/domains', { domain });
    expect([taken.status, taken.body.errors]).toEqual([
      422,
      { domain: [`${domain} is already used by another account of this installation.`] },
    ]);
  });

  it('lets the same and another account add a domain again after it is removed', async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    const added = await newDomain(first);
    await first.call('DELETE', `/domains/${added.id}`);
    const again = await first.call('POST', '/domains', { domain: added.domain });
    expect([again.status, again.body.id === added.id]).toEqual([201, false]);
    // The key is different, so the previous owner of the domain can no longer sign for the domain.
    expect(again.body.dns.dkim1.data).not.toBe(added.dns['dkim1']?.data);
    expect((await second.call('POST', '/domains', { domain: added.domain })).status).toBe(422);
    await first.call('DELETE', `/domains/${again.body.id}`);
    const taken = await second.call('POST', '/domains', { domain: added.domain });
    expect([taken.status, taken.body.tracking_host]).toEqual([201, `click.${added.domain}`]);
    expect((await first.call('POST', '/domains', { domain: added.domain })).status).toBe(422);
  });

  it('releases a domain to others if its account does not verify it within a week', async () => {
    const squatter = await newOwner();
    const { domain, id } = await newDomain(squatter);
    const owner = await newOwner();
    const age = (time: string) =>
      app.installation.db.query(
        { name: '', text: `update domain set created_at = now() - $2::interval where id = $1` },
        [id, time],
      );
    await age('167 hours');
    expect((await owner.call('POST', '/domains', { domain })).status).toBe(422);
    await age('169 hours');
    expect((await owner.call('POST', '/domains', { domain })).status).toBe(201);
    expect((await squatter.call('GET', `/domains/${id}`)).status).toBe(404);
  });

  it('keeps a verified domain with its account regardless of age', async () => {
    const { dns: records, domain, id } = await newDomain();
    publish(records, 'dkim1');
    await ann.call('POST', `/domains/${id}/validate`);
    const text = `update domain set created_at = now() - interval '1 year' where id = $1`;
    await app.installation.db.query({ name: '', text }, [id]);
    expect((await (await newOwner()).call('POST', '/domains', { domain })).status).toBe(422);
  });

  it('gives a domain to one of several accounts that add it concurrently', async () => {
    const people = await Promise.all([newOwner(), newOwner(), newOwner(), newOwner()]);
    const added = await Promise.all(people.map((one) => one.call('POST', '/domains', { domain: 'rush.example' })));
    expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  });

  it('adds a domain once for two concurrent requests', async () => {
    const person = await newOwner();
    const add = () => person.call('POST', '/domains', { domain: 'race.example' });
    expect((await Promise.all([add(), add()])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 422,
    ]);
  });
});

describe('request encodings of real clients', () => {
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it('accepts all fields in the query with the JSON content type and no body', async () => {
    expect((await raw('POST', '/domains?domain=query.example', '', json)).status).toBe(201);
  });

  it('accepts a form', async () => {
    expect((await raw('POST', '/domains', 'domain=form.example', form)).status).toBe(201);
  });

  it('prefers the JSON body over the query', async () => {
    const { body } = await ann.call('POST', '/domains?domain=loser.example', { domain: 'winner.example' });
    expect(body.domain).toBe('winner.example');
  });

  it('accepts DELETE with Content-Length: 0', async () => {
    const { id } = await newDomain();
    expect((await raw('DELETE', `/domains/${id}`, '', { ...json, 'content-length': '0' })).status).toBe(200);
  });

  it('accepts a POST to validate without a body', async () => {
    const { id } = await newDomain();
    expect((await raw('POST', `/domains/${id}/validate`, '', { 'content-length': '0' })).status).toBe(400);
  });

  it.each([
    ['invalid JSON', '{"domain":', json, 422],
    ['a text', '"acme.example"', json, 422],
    ['an array', '["acme.example"]', json, 422],
    ['excessive nesting', '['.repeat(50_000), json, 422],
    ['NUL', '{"domain":"a\\u0000.example"}', json, 422],
    ['a lone surrogate', '{"domain":"\\ud800.example"}', json, 422],
    ['a prototype property', '{"__proto__":{"domain":"x.example"}}', json, 422],
    ['a domain as an array in a form', 'domain[]=a.example', form, 422],
    ['invalid escapes', 'domain=%zz', form, 422],
    ['invalid UTF-8', Buffer.from([0x64, 0xff, 0xfe]), form, 422],
    ['another content type', '<domain/>', { 'content-type': 'text/xml' }, 415],
    ['a too large body', JSON.stringify({ domain: 'a'.repeat(1_100_000) }), json, 413],
  ])('refuses %s in the error format of this API', async (_name, sent, headers, status) => {
    const person = await newOwner();
    const answer = await raw('POST', '/domains', sent, headers, person);
    expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
    expect(Object.keys(answer.body).toSorted()).toEqual(status === 422 ? ['errors', 'message'] : ['message']);
  });

  /** Sends exactly these bytes and headers. */
  function raw(
    method: string,
    path: string,
    body: string | Buffer,
    headers: Record<string, string>,
    person = ann,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    return new Promise((resolve, reject) => {
      const authorization = `Bearer ${person.token}`;
      const asked = request(`${app.api.baseUrl}${path}`, {
        method,
        headers: { authorization, accept: '*/*', ...headers },
      });
      asked.on('error', reject);
      asked.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
      });
      asked.end(body === '' ? undefined : body);
    });
  }
});

describe('row 48, GET /domains', () => {
  it('lists domains newest first without their records', async () => {
    const person = await newOwner();
    const added = [await newDomain(person), await newDomain(person), await newDomain(person)];
    const { body, status } = await person.call('GET', '/domains');
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_page: 1, total: 3, per_page: 100, from: 1, to: 3, last_page: 1 });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(added.map(({ id }) => id).toReversed());
    expect(body.data[0]).not.toHaveProperty('dns');
    expect(body.path).toBe(`${app.api.baseUrl}/domains`);
  });

  it('follows next_page_url and returns an empty page after the last one', async () => {
    const person = await newOwner();
    for (let count = 0; count < 5; count += 1) await newDomain(person);
    const seen: number[] = [];
    let next: string | null = `${app.api.baseUrl}/domains?per_page=2`;
    while (next !== null) {
      const { body } = await person.call('GET', next.slice(app.api.baseUrl.length));
      seen.push(...body.data.map(({ id }: { id: number }) => id));
      next = body.next_page_url;
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    const { body } = await person.call('GET', '/domains?per_page=2&page=4');
    expect(body).toMatchObject({ data: [], current_page: 4, last_page: 3, next_page_url: null, from: null, to: null });
    expect((await person.call('GET', '/domains?page=9999999999&per_page=1000')).status).toBe(200);
  });

  it.each(['page=0', 'page=x', 'per_page=0', 'per_page=1001', 'page=10000000000', 'page[]=1'])(
    'refuses ?%s with 422',
    async (query) => {
      const { body, status } = await (await newOwner()).call('GET', `/domains?${query}`);
      expect([status, Object.keys(body)]).toEqual([422, ['message', 'errors']]);
    },
  );
});

describe('row 50, GET /domains/{id}', () => {
  it('returns dns keyed by record', async () => {
    const { id, dns: records } = await newDomain();
    const { body, status } = await ann.call('GET', `/domains/${id}`);
    expect([status, body.dns]).toEqual([200, records]);
  });
});

describe('GET /domains/{id}/zone-file (addition)', () => {
  it('returns the records in BIND format with long keys in strings of 255 characters', async () => {
    const { id, domain, dns: records } = await newDomain();
    const headers = { authorization: `Bearer ${ann.token}` };
    const response = await fetch(`${app.url}/domains/${id}/zone-file`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${domain}.zone"`);
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith(';'));
    const key = records['dkim1']?.data ?? '';
    expect(lines).toEqual([
      `pr1._domainkey.${domain}.\t3600\tIN\tTXT\t"${key.slice(0, 255)}" "${key.slice(255)}"`,
      `bounce.${domain}.\t3600\tIN\tMX\t10 mail.postrider.example.`,
      `bounce.${domain}.\t3600\tIN\tTXT\t"v=spf1 a:mail.postrider.example ~all"`,
      `_dmarc.${domain}.\t3600\tIN\tTXT\t"v=DMARC1; p=none;"`,
    ]);
    const stranger = await newOwner();
    expect((await stranger.call('GET', `/domains/${id}/zone-file`)).status).toBe(403);
    expect((await stranger.call('GET', '/domains/99999999/zone-file')).status).toBe(404);
  });
});

describe('row 51, DELETE /domains/{id}', () => {
  it('soft-deletes the domain: no operation finds it, but the row remains', async () => {
    const person = await newOwner();
    const { domain, id } = await newDomain(person);
    const { body, status } = await person.call('DELETE', `/domains/${id}`);
    expect([status, body]).toEqual([200, { message: 'The domain was deleted.' }]);
    expect((await person.call('GET', `/domains/${id}`)).status).toBe(404);
    expect((await person.call('DELETE', `/domains/${id}`)).status).toBe(404);
    expect((await person.call('POST', `/domains/${id}/validate`)).status).toBe(404);
    expect((await person.call('GET', '/domains')).body.total).toBe(0);
    const [row] = await app.installation.db.query<{ deleted_at: Date | null }>(
      { name: '', text: 'select deleted_at from domain where id = $1' },
      [id],
    );
    expect(row?.deleted_at).toBeInstanceOf(Date);
    expect((await person.call('POST', '/domains', { domain })).status).toBe(201);
  });
});

describe('row 52, POST /domains/{id}/validate', () => {
  it('returns 200 once the required record is found in DNS', async () => {
    const { id, dns: records } = await newDomain();
    publish(records, 'dkim1');
    const { body, status } = await ann.call('POST', `/domains/${id}/validate`);
    expect([status, body.message, body.valid]).toEqual([200, 'The DNS records are valid.', true]);
    expect(body.domain).toMatchObject({ id, status: 'verified', validated_at: expect.any(String) });
    expect(body.domain.dns.dkim1.valid).toBe(true);
    expect(body.domain.dns.dmarc).toMatchObject({ valid: false, reason: expect.stringContaining('_dmarc.') });
    expect((await ann.call('GET', `/domains/${id}`)).body.validated_at).toBe(body.domain.validated_at);
  });

  it('returns 400 with an error for each incorrect record', async () => {
    const { id, dns: records } = await newDomain();
    publish(records, 'return_path', 'spf', 'dmarc');
    const host = records['dkim1']?.host ?? '';
    dns.set(host, 'TXT', ['v=DKIM1; p=']);
    const { body, status } = await ann.call('POST', `/domains/${id}/validate`);
    expect([status, body.valid]).toEqual([400, false]);
    expect(body.validation_errors).toEqual({
      dkim1: { reason: expect.any(String), expected: records['dkim1']?.data, found: ['v=DKIM1; p='] },
    });
    expect(body.message).toContain('validation_errors');
  });

  it('follows a CNAME to a DKIM record with the key', async () => {
    const { id, domain, dns: records } = await newDomain();
    dns.set(records['dkim1']?.host ?? '', 'CNAME', [`key.of.${domain}`]);
    dns.set(`key.of.${domain}`, 'TXT', [records['dkim1']?.data ?? '']);
    const { body, status } = await ann.call('POST', `/domains/${id}/validate`);
    expect([status, body.domain.status, body.domain.dns.dkim1.valid]).toEqual([200, 'verified', true]);
  });

  it('returns 400 without changes if DNS does not respond', async () => {
    const { id, dns: records } = await newDomain();
    for (const { host, type } of Object.values(records)) dns.set(host, type, 'SERVFAIL');
    const { body, status } = await ann.call('POST', `/domains/${id}/validate`);
    expect(status).toBe(400);
    expect(body.validation_errors.dkim1.reason).toContain('The DNS lookup failed');
    expect(body.domain.status).toBe('pending');
  });
});

describe('domain IDs', () => {
  it('return 403 for domains of other accounts and 404 for unknown ones on every operation', async () => {
    const { id } = await newDomain();
    const stranger = await newOwner();
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/validate'],
    ] as const) {
      const foreign = await stranger.call(method, `/domains/${id}${path}`);
      expect([method, foreign.status, foreign.body]).toEqual([
        method,
        403,
        { message: 'This resource belongs to another account.' },
      ]);
      for (const unknown of ['99999999', '9007199254740993', '99999999999999999999', '0', '-1', 'abc', '1.5']) {
        const answer = await stranger.call(method, `/domains/${unknown}${path}`);
        expect([unknown, answer.status, Object.keys(answer.body)]).toEqual([unknown, 404, ['message']]);
      }
    }
    expect((await ann.call('GET', `/domains/${id}`)).status).toBe(200);
  });

  it('return 404 for domains that another account has removed', async () => {
    const { id } = await newDomain();
    await ann.call('DELETE', `/domains/${id}`);
    expect((await (await newOwner()).call('GET', `/domains/${id}`)).status).toBe(404);
  });
});

describe('domain page in the dashboard', () => {
  it('shows each record as expected and found, the keys and the next steps', async () => {
    const person = await newOwner();
    const { id, domain, dns: records } = await newDomain(person);
    publish(records, 'dkim1');
    await person.call('POST', `/domains/${id}/validate`);
    const { body, status } = await person.session.call('GET', `/dashboard/domains/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: domain, status: 'verified', missing_since: null });
    expect(body.records[0]).toEqual({
      name: 'dkim1',
      need: 'required',
      type: 'TXT',
      host: `pr1._domainkey.${domain}`,
      owner: 'pr1._domainkey',
      wanted: records['dkim1']?.data,
      wanted_parts: expect.any(Array),
      found: [records['dkim1']?.data],
      valid: true,
      reason: null,
    });
    expect(body.records.map(({ owner }: { owner: string }) => owner)).toEqual([
      'pr1._domainkey',
      'bounce',
      'bounce',
      '_dmarc',
    ]);
    expect(body.keys).toMatchObject([
      { selector: 'pr1', algorithm: 'rsa', state: 'active', active_from: expect.any(String) },
    ]);
    expect(body.rotation).toEqual({ is_possible: true, reason: null });
    expect(body.to_do).toHaveLength(3);
  });

  it('rotates a key once and refuses a second rotation with 409', async () => {
    const person = await newOwner();
    const { id, dns: records } = await newDomain(person);
    const path = `/dashboard/domains/${id}/rotate-key`;
    const early = await person.session.call('POST', path, {});
    expect([early.status, early.body.name]).toEqual([409, 'conflict']);
    publish(records, 'dkim1');
    await person.call('POST', `/domains/${id}/validate`);
    const { body, status } = await person.session.call('POST', path);
    expect(status).toBe(200);
    expect(body.keys.map(({ state }: { state: string }) => state)).toEqual(['active', 'waiting']);
    expect(body.rotation.is_possible).toBe(false);
    expect((await person.session.call('POST', path, { now: false })).status).toBe(409);
    const hurried = await person.session.call('POST', path, { now: true });
    expect(hurried.status).toBe(200);
    expect(hurried.body.to_do).toContainEqual(expect.stringContaining('as soon as its record is found'));
    expect((await person.session.call('POST', path, { now: 'yes' })).status).toBe(422);
  });

  it('activates a rotated key immediately if its record is already published', async () => {
    const person = await newOwner();
    const { id, domain, dns: records } = await newDomain(person);
    publish(records, 'dkim1');
    await person.call('POST', `/domains/${id}/validate`);
    const path = `/dashboard/domains/${id}/rotate-key`;
    const { body } = await person.session.call('POST', path);
    const second = body.records.find(({ name }: { name: string }) => name === 'dkim2');
    dns.set(second.host, 'TXT', [second.wanted]);
    const now = await person.session.call('POST', path, { now: true });
    const states = now.body.keys.map(({ selector, state }: { selector: string; state: string }) => [selector, state]);
    expect([domain, states]).toEqual([
      domain,
      [
        ['pr1', 'retired'],
        ['pr2', 'active'],
      ],
    ]);
  });

  it('is available to the own account only, according to the role', async () => {
    const { id } = await newDomain();
    const stranger = await newOwner();
    expect((await stranger.session.call('GET', `/dashboard/domains/${id}`)).status).toBe(404);
    expect((await stranger.session.call('POST', `/dashboard/domains/${id}/rotate-key`)).status).toBe(404);
    const reader = await newPerson(app, accountId, 'read_only');
    expect((await reader.session.call('GET', `/dashboard/domains/${id}`)).status).toBe(200);
    expect((await reader.session.call('POST', `/dashboard/domains/${id}/rotate-key`)).status).toBe(403);
    expect((await ann.call('GET', `/dashboard/domains/${id}`)).status).toBe(403);
  });
});

describe('DNS check result', () => {
  const record = (changes: Partial<DnsRecord>): DnsRecord => ({
    name: 'dkim1',
    required: true,
    type: 'TXT',
    host: 'pr1._domainkey.a.example',
    data: 'v=DKIM1',
    valid: true,
    reason: null,
    found: [],
    ...changes,
  });

  it.each<[string, DnsRecord[], boolean, string[]]>([
    ['all records found', [record({}), record({ name: 'dmarc', required: false })], true, []],
    ['a required record missing', [record({ valid: false, reason: 'no' })], false, ['dkim1']],
    [
      'a recommended record missing',
      [record({}), record({ name: 'spf', required: false, valid: false })],
      true,
      ['spf'],
    ],
    [
      'an optional record missing',
      [record({}), record({ name: 'tls_rpt', required: false, optional: true, valid: false })],
      true,
      [],
    ],
    ['a record found before and no DNS response now', [record({ reason: 'The DNS lookup failed' })], false, ['dkim1']],
    ['no records', [], true, []],
  ])('is correct with %s', (_name, records, valid, faults) => {
    expect([isValid({ records }), Object.keys(faultsOf({ records }))]).toEqual([valid, faults]);
  });

  it('names a record at the domain itself @ as DNS provider forms do', () => {
    const domain: Domain = {
      id: 1,
      name: 'a.example',
      status: 'pending',
      records: [record({ host: 'a.example' })],
      keys: [],
      verifiedAt: undefined,
      checkedAt: undefined,
      missingSince: undefined,
      createdAt: new Date(0),
      tracking: undefined,
    };
    expect(
      presentDomainPage(domain, {
        hostname: 'mail.acme.example',
        now: new Date(0),
      }).records[0]?.owner,
    ).toBe('@');
  });
});
