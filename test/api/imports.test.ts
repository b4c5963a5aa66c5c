// Place in a run: slow.
import { execFile } from 'node:child_process';
import type { Poller } from '../../src/base/poller.ts';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { purgeImports, startImports } from '../../src/features/tenants/imports/index.ts';
import { createProgressReporter } from '../../src/features/tenants/progress/index.ts';
import { suppressionImport } from '../../src/features/sending/suppressions/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { readEvents } from '../support/event-stream.ts';
import { shared } from '../support/shared.ts';

const SCOPES = ['dashboard:read', 'dashboard:write', 'transactional:manage'];
const PATH = '/dashboard/suppressions/imports';

let runner: Poller | undefined;
const app = shared(startApp);
afterEach(async () => {
  await runner?.close();
  runner = undefined;
});

function run(db: Database = app.installation.db, leaseSeconds = 25): Poller {
  return startImports({ db, log: silentLog, leaseSeconds, kinds: [suppressionImport('sandbox.localhost')] });
}

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Body = string | Buffer | FormData;

async function newTenant(): Promise<Tenant> {
  return app.newAccount({ scopes: SCOPES });
}

async function upload({ key }: Tenant, body: Body, headers: Record<string, string> = {}, query = '') {
  const type: Record<string, string> = body instanceof FormData ? {} : { 'content-type': 'text/csv' };
  const response = await fetch(`${app.api.baseUrl}${PATH}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...type, ...headers },
    body: body instanceof Buffer ? new Uint8Array(body) : body,
  });
  // The type is `any`, because each route has its own response format, which the expectations check.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, body: (await response.json()) as any };
}

async function ended(tenant: Tenant, id: string) {
  return eventually(
    'the import ends',
    async () => {
      const { body } = await tenant.get(PATH);
      const found = body.data.find((each: { id: string }) => each.id === id);
      return ['done', 'failed', 'cancelled'].includes(found?.state) ? found : undefined;
    },
    100_000,
  );
}

async function imported(tenant: Tenant, text: string | Buffer, query = '') {
  const { body, status } = await upload(tenant, text, {}, query);
  expect({ status, body }).toMatchObject({ status: 202, body: { state: 'waiting' } });
  runner ??= run();
  return ended(tenant, body.id);
}

async function count(table: string, { account }: Tenant): Promise<number> {
  const [row] = await app.installation.db.query<{ readonly rows: number }>(
    { name: '', text: `select count(*) as rows from ${table} where account_id = $1` },
    [account.id],
  );
  return row?.rows ?? -1;
}

async function listed(tenant: Tenant): Promise<Record<string, { reason: string; detail: string }>> {
  const { body } = await tenant.get('/transactional/suppressions');
  return Object.fromEntries(body.data.map((entry: { address: string }) => [entry.address, entry]));
}

describe('file of addresses', () => {
  it('with one address per line is imported, and invalid ones are refused with the reason', async () => {
    const tenant = await newTenant();
    const file = 'ann@example.org\r\nno address\r\n\r\nBOB@Example.org\nann@example.org\n=cmd|x@\n';
    const row = await imported(tenant, file, '?file_name=old.txt&note=From+before');
    expect(row).toMatchObject({ state: 'done', file_name: 'old.txt', added: 2, known: 1, rejected: 2, fault: null });
    expect(row.progress).toMatchObject({ state: 'done', done: file.length, total: file.length });
    const list = await listed(tenant);
    expect(Object.keys(list).toSorted()).toEqual(['ann@example.org', 'bob@example.org']);
    expect(list['ann@example.org']).toMatchObject({ reason: 'manual', detail: 'From before' });
    const response = await fetch(`${app.api.baseUrl}${PATH}/${row.id}/rejects`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    });
    expect(response.headers.get('content-disposition')).toContain('refused-rows.csv');
    const [header, first, second] = (await response.text()).split('\r\n');
    expect(header).toBe('line,value,reason,column');
    expect(first).toMatch(/^2,no address,.*must/);
    expect(second).toMatch(/^6,'=cmd\|x@,/);
    expect(await count('import_piece', tenant)).toBe(0);
  });

  it.each([
    ['by its heading', 'Name,E-Mail Address,At\n"Ann, A.",ann@example.org,now\n'],
    ['by its heading, between semicolons', 'Name;Email\n"Ann; A.";ann@example.org\n'],
    ['by its heading, after a byte order mark of UTF-8', '\uFEFFemail\tname\nann@example.org\tÄnn\n'],
    ['by its content', 'Wer,Wohin\nx,ann@example.org\n'],
    ['by its content without a heading', 'Ann,ann@example.org\n'],
    ['after a multi-line row', '"Ann\n of two","ann@example.org"'],
  ])('finds the column %s', async (_how, file) => {
    const tenant = await newTenant();
    expect(await imported(tenant, file)).toMatchObject({ state: 'done', added: 1, rejected: 0 });
    expect(Object.keys(await listed(tenant))).toEqual(['ann@example.org']);
  });

  it.each<[form: string, file: string | Buffer, addresses: string[], rejected?: number]>([
    [
      'several per line',
      'ann@example.org; bob@example.org\ncy@example.org, dan@example.org\n',
      ['ann', 'bob', 'cy', 'dan'],
    ],
    [
      'several in a cell',
      'email,at\n"ann@example.org, bob@example.org",now\ncy@example.org,now\n',
      ['ann', 'bob', 'cy'],
    ],
    ['names', 'email\n"Berg, Ann <ann@example.org>"\nBob <bob@example.org>\n', ['ann', 'bob']],
    ['mailto:', 'mailto:ann@example.org\nmailto:bob@example.org?subject=Hi\n', ['ann', 'bob']],
    ['title rows', 'Unsubscribed\n2026-01-01\n\nemail,at\nann@example.org,now\nbob@example.org,now\n', ['ann', 'bob']],
    [
      'an unclosed quote',
      'email,name\nann@example.org,"Ann\nbob@example.org,Bob\ncy@example.org,Cy\n',
      ['bob', 'cy'],
      1,
    ],
    ['sep=', 'sep=;\nname;email\nAnn;ann@example.org\n', ['ann']],
    ['invisible characters around them', 'email\n\u2060ann@example.org\u200b\nb\u200bob@example.org\n', ['ann'], 1],
    [
      'an address with a byte that is not UTF-8',
      Buffer.from('email,name\nann@example.org,J\xfcrgen\n', 'latin1'),
      ['ann'],
    ],
    ['UTF-16', Buffer.from('\uFEFFemail,name\nann@example.org,Łucja\n', 'utf16le'), ['ann']],
  ])('is read with %s', async (_form, file, names, rejected = 0) => {
    const tenant = await newTenant();
    const row = await imported(tenant, file);
    expect(row).toMatchObject({ state: 'done', added: names.length, rejected });
    expect(Object.keys(await listed(tenant)).toSorted()).toEqual(names.map((name) => `${name}@example.org`));
  });

  it.each([
    ['has no addresses', 'name,age\nAnn,7\n', /^None of the first 2 rows contains an email address/],
    ['has no rows', '\n\n', /^The file has no rows/],
  ])('that %s fails with a message', async (_what, file, fault) => {
    const tenant = await newTenant();
    const row = await imported(tenant, file);
    expect(row).toMatchObject({ state: 'failed', progress: { state: 'failed' } });
    expect(row.fault).toMatch(fault);
  });

  it('is read without the apostrophes that protect cells of an export', async () => {
    const tenant = await newTenant();
    expect(await imported(tenant, "email,name\n'+plus@example.org,'=Ann\n")).toMatchObject({ added: 1, rejected: 0 });
    expect(Object.keys(await listed(tenant))).toEqual(['+plus@example.org']);
  });

  it('can be a field of a form with a note', async () => {
    const tenant = await newTenant();
    const form = new FormData();
    form.append('note', 'By form');
    form.append('file', new Blob(['ann@example.org\n']), 'from form.csv');
    const { body, status } = await upload(tenant, form);
    expect({ status, body }).toMatchObject({ status: 202, body: { file_name: 'from form.csv', note: 'By form' } });
    runner = run();
    expect(await ended(tenant, body.id)).toMatchObject({ added: 1 });
  });

  it('has one import per Idempotency-Key, and another file with the key is refused', async () => {
    const tenant = await newTenant();
    const key = { 'idempotency-key': 'july' };
    const first = await upload(tenant, 'ann@example.org\n', key);
    const second = await upload(tenant, 'ann@example.org\n', key);
    expect([second.status, second.body.id]).toEqual([202, first.body.id]);
    expect(await upload(tenant, 'bob@example.org\n', key)).toMatchObject({
      status: 409,
      body: { name: 'invalid_idempotent_request' },
    });
    expect([await count('import', tenant), await count('import_piece', tenant)]).toEqual([1, 1]);
  });

  it('is cancelled, and shown and cancelled by its own account only', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { body } = await upload(tenant, 'ann@example.org\n');
    expect((await other.get(PATH)).body).toEqual({ data: [] });
    expect((await other.post(`${PATH}/${body.id}/cancel`, {})).status).toBe(404);
    expect((await other.get(`${PATH}/${body.id}/rejects`)).status).toBe(404);
    expect((await tenant.post(`${PATH}/${body.id}/cancel`, {})).body).toMatchObject({ state: 'cancelled' });
    expect((await tenant.post(`${PATH}/${body.id}/cancel`, {})).status).toBe(409);
    expect(await count('import_piece', tenant)).toBe(0);
  });

  it('is refused if three others are in progress', async () => {
    const tenant = await newTenant();
    for (let n = 0; n < 3; n += 1) expect((await upload(tenant, 'ann@example.org\n')).status).toBe(202);
    expect(await upload(tenant, 'ann@example.org\n')).toMatchObject({ status: 409, body: { name: 'conflict' } });
  });
});

describe('invalid upload', () => {
  const form = (text: string) => ({
    body: text.replaceAll('\n', '\r\n'),
    type: 'multipart/form-data; boundary=x',
  });
  const part = (name: string, value: string, file = ''): string =>
    `--x\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\n\n${value}\n`;

  it.each([
    ['another content type', { body: '{}', type: 'application/json' }, 415, undefined],
    ['no content type', { body: 'x', type: '' }, 415, undefined],
    ['no content', { body: '', type: 'text/csv' }, 422, 'file'],
    ['a spreadsheet file', { body: 'PK\u0003\u0004\0\0', type: 'text/csv' }, 422, 'file'],
    ['no boundary', { body: '--x--', type: 'multipart/form-data' }, 422, 'file'],
    ['no file', form(`${part('note', 'x')}--x--\n`), 422, 'file'],
    ['an empty file', form(`${part('file', '', 'a.csv')}--x--\n`), 422, 'file'],
    ['a file field of another name', form(`${part('list', 'a@x.example', 'a.csv')}--x--\n`), 422, 'list'],
    ['two files', form(`${part('file', 'a', 'a.csv')}${part('file', 'b', 'b.csv')}--x--\n`), 422, 'file'],
    ['an unknown field', form(`${part('notes', 'x')}${part('file', 'a', 'a.csv')}--x--\n`), 422, 'notes'],
    ['a field after the file', form(`${part('file', 'a', 'a.csv')}${part('note', 'x')}--x--\n`), 422, 'note'],
    ['too many fields', form(`${part('note', 'x').repeat(9)}${part('file', 'a', 'a.csv')}--x--\n`), 422, undefined],
    [
      'a field that is too long',
      form(`${part('note', 'x'.repeat(9_000))}${part('file', 'a', 'a.csv')}--x--\n`),
      422,
      'note',
    ],
    ['a truncated body', form(part('file', 'a@x.example', 'a.csv')), 422, 'file'],
    ['headers without an end', form(`--x\n${'A'.repeat(100_000)}`), 422, 'file'],
    ['random bytes', { body: '\u0001\u0002--x\r\n\r\n--x', type: 'multipart/form-data; boundary=x' }, 422, 'file'],
  ])('with %s is refused, naming the field, and stores nothing', async (_what, given, status, field) => {
    const tenant = await newTenant();
    const answer = await upload(tenant, given.body, { 'content-type': given.type });
    expect(answer).toMatchObject({ status });
    expect(answer.body.fix.length).toBeGreaterThan(10);
    if (field !== undefined) expect(Object.keys(answer.body.errors)).toContain(field);
    expect([await count('import', tenant), await count('import_piece', tenant)]).toEqual([0, 0]);
  });

  it('stores nothing if the client disconnects, and blocks no others', async () => {
    const tenant = await newTenant();
    const socket = connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1');
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\nContent-Type: text/csv\r\n` +
        `Content-Length: 90000000\r\n\r\n${'ann@example.org\n'.repeat(20_000)}`,
    );
    await eventually('the first chunk is stored', async () => (await count('import_piece', tenant)) > 0 || undefined);
    expect((await tenant.get(PATH)).body).toEqual({ data: [] });
    const add = await tenant.post('/transactional/suppressions', { address: 'bob@example.org' });
    expect(add.status).toBe(201);
    socket.destroy();
    await eventually('the import is deleted', async () => (await count('import', tenant)) === 0 || undefined);
    expect(await count('import_piece', tenant)).toBe(0);
  });

  it('is deleted if the process died during the upload', async () => {
    const tenant = await newTenant();
    await app.installation.db.script(
      `insert into import (account_id, id, kind, file_name) values (${tenant.account.id}, uuid_now(), 'suppressions', 'x');
       insert into import_piece (account_id, import_id, start, bytes)
         select account_id, id, 0, 'x' from import where account_id = ${tenant.account.id}`,
    );
    await purgeImports(app.installation.db);
    expect(await count('import', tenant)).toBe(1);
    await purgeImports(app.installation.db, [], { abandonedSeconds: 0 });
    expect([await count('import', tenant), await count('import_piece', tenant)]).toEqual([0, 0]);
  });
});

describe('file of 200,000 rows', () => {
  const ROWS = 200_000;
  const PADDING = 'a column that nobody needs '.repeat(6);

  /** Sends the file from a separate process, so that the client's memory is not measured. */
  async function send({ key }: Tenant, padding: string): Promise<{ readonly id: string; readonly bytes: number }> {
    const program = `
      const rows = async function* () {
        yield 'name,email\\n';
        for (let n = 0; n < ${ROWS}; n += 1000)
          yield Array.from({ length: 1000 }, (_, at) => '"${padding}",reader' + (n + at) + '@example.org\\n').join('');
      };
      const headers = { authorization: 'Bearer ${key}', 'content-type': 'text/csv' };
      const body = require('node:stream').Readable.from(rows(), { objectMode: false });
      fetch('${app.api.baseUrl}${PATH}', { method: 'POST', headers, body, duplex: 'half' })
        .then((answer) => answer.text()).then((text) => process.stdout.write(text));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
    return JSON.parse(stdout);
  }

  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  /** Returns the number of bytes in use outside of the heap. */
  const held = (): number => {
    // Run the garbage collector several times, because some buffers are freed only by a later run than the one that
    // releases them.
    for (let round = 0; round < 3; round += 1) if (typeof collect === 'function') collect();
    return process.memoryUsage().arrayBuffers;
  };

  it('is never completely in memory during the upload', async () => {
    const tenant = await newTenant();
    const before = held();
    const sending = send(tenant, PADDING);
    let most = 0;
    for (const pieces of [30, 60, 90]) {
      await eventually(
        `more than ${pieces} chunks are stored`,
        async () => (await count('import_piece', tenant)) > pieces || undefined,
        100_000,
      );
      most = Math.max(most, held() - before);
    }
    const body = await sending;
    expect(body.bytes).toBeGreaterThan(35_000_000);
    expect(most).toBeLessThan(body.bytes / 3);
    expect(await count('import_piece', tenant)).toBeGreaterThan(100);
  }, 120_000);

  it('reports progress a few times per second and continues after a process stopped', async () => {
    // Cancels imports that other tests left waiting.
    await app.installation.db.script(`update import set state = 'cancelled', next_at = null where next_at is not null`);
    const tenant = await newTenant();
    const body = await send(tenant, 'Ann');
    const live = await readEvents(`${app.api.baseUrl}/dashboard/live`, { authorization: `Bearer ${tenant.key}` });
    await live.first(({ event }) => event === 'seen');
    // The first runner hangs in its fifth transaction, as if its process had died.
    let steps = 0;
    const dying: Database = {
      ...app.installation.db,
      transaction: (work, options) => {
        steps += 1;
        return steps > 4 ? new Promise(() => {}) : app.installation.db.transaction(work, options);
      },
    };
    const dead = run(dying, 1);
    await eventually('the first runner hangs', async () => steps > 4 || undefined);
    const half = await count('suppression', tenant);
    expect(half).toBe(20_000);
    runner = run();
    const row = await ended(tenant, body.id);
    expect(row).toMatchObject({ state: 'done', added: ROWS, known: 0, rejected: 0 });
    expect(await count('suppression', tenant)).toBe(ROWS);

    await live.first(({ data, event }) => event === 'progress' && data.state === 'done');
    live.close();
    const reported = live.events.filter(({ event }) => event === 'progress');
    const dones = reported.map(({ data }) => data.done);
    expect(dones).toEqual(dones.toSorted((a, b) => a - b));
    expect(reported.length).toBeGreaterThan(2);
    expect(reported.at(-1)?.data).toMatchObject({ state: 'done', done: body.bytes, total: body.bytes });
    void dead.close();
  }, 120_000);
});

describe('progress of a job', () => {
  it('is reported at most once per interval, and the last value always', async () => {
    const { db } = app.installation;
    const reported: unknown[] = [];
    const counting: Database = {
      ...db,
      query: (asked, values) => {
        if (asked.name === 'progress_move') reported.push(values[2]);
        return db.query(asked, values);
      },
    };
    const job = { accountId: 1, id: '0199f6b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' };
    const startedAt = performance.now();
    const reporter = createProgressReporter({ db: counting, log: silentLog, everyMs: 50 }, job);
    for (let done = 1; done <= 2_000; done += 1) {
      reporter.report({ done, total: 2_000, sentence: '' });
      if (done % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually('the last progress report arrives', async () => reported.at(-1) === 2_000 || undefined);
    expect(reported.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 50);
    await reporter.close();
    const words = reported.length;
    reporter.report({ done: 7, total: 2_000, sentence: '' });
    await reporter.close();
    expect(reported.slice(words)).toEqual([7]);
  });
});
