import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportRoute, MAX_EXPORTED, MAX_EXPORTS } from '../../src/features/transactional/message-views/export.ts';
import type { StreamOutput } from '../../src/http/reply-stream.ts';
import type { RawRequest } from '../../src/http/route.ts';
import type { Principal } from '../../src/http/principal.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

const PATH = '/dashboard/messages/export';
const HEADER = 'id,created_at,status,from,to,subject,tag,updated_at';
const MANY = 1_203;

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let busy: typeof tenant;

const app = shared(startApp);

beforeAll(async () => {
  const scopes = ['transactional:send', 'dashboard:read', 'transactional:read'];
  [tenant, busy] = [await app.newAccount({ scopes }), await app.newAccount({ scopes })];
  await app.installation.db.script(messagesOf(busy.account.id, MANY));
});

/** Returns SQL for messages with ascending IDs and one recipient each. */
function messagesOf(accountId: number, count: number): string {
  return `
    create temporary table seeded as
      select n, (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(1, ${count}) n,
        lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 10000 + n), 12, '0') hex;
    insert into message (account_id, id, sender, subject, tag, head, content)
      select ${accountId}, id, 'post@acme.example', 'Mail ' || n, 'many',
        json_build_object('to', json_build_array('r' || n || '@one.example'), 'cc', '[]'::json, 'bcc', '[]'::json,
          'reply_to', '[]'::json, 'headers', '{}'::json), '\\x007b7d'
      from seeded;
    insert into delivery (account_id, message_id, recipient_no, recipient, status)
      select ${accountId}, id, 0, 'r' || n || '@one.example', 7 from seeded;
    drop table seeded;`;
}

async function send(changes: object): Promise<string> {
  const { body, status } = await tenant.post('/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'x',
    ...changes,
  });
  expect({ status, body }).toMatchObject({ status: 202 });
  return body.id;
}

async function exported(query = '', key = tenant.key): Promise<{ response: Response; text: string; lines: string[] }> {
  const response = await fetch(`${app.api.baseUrl}${PATH}${query}`, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  return { response, text, lines: text.split('\r\n').slice(0, -1) };
}

describe('message export', () => {
  it('is a file with a header and one record per message, newest first', async () => {
    const first = await send({ tag: 'welcome' });
    const second = await send({ subject: 'Two, "quoted"\u00a0words' });
    const { lines, response } = await exported();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="messages-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(lines[0]).toBe(HEADER);
    const { body } = await tenant.get('/transactional/emails');
    expect(body.data.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([second, first]);
    const [{ created_at: at, updated_at: updated }] = body.data;
    expect(lines[1]).toBe(
      `${second},${at},queued,onboarding@sandbox.localhost,delivered@sandbox.localhost,"Two, ""quoted""\u00a0words",,${updated}`,
    );
    expect(lines[2]).toContain(',Hello,welcome,');
  });

  it('contains no formulas from subjects', async () => {
    for (const subject of ['=1+1', '+1', '-1', '@x']) await send({ subject, tag: 'formula' });
    const { lines } = await exported('?tag=formula');
    expect(lines.slice(1).map((line) => line.split(',')[5])).toEqual(["'@x", "'-1", "'+1", "'=1+1"]);
  });

  it('accepts and refuses the same filters as the listing', async () => {
    const id = await send({ to: ['bounced@sandbox.localhost'], tag: 'only_here' });
    for (const query of [
      '?tag=only_here',
      '?to=bounced@sandbox.localhost',
      '?tag=only_here&status=queued&per_page=1',
    ]) {
      const { lines } = await exported(query);
      expect([query, lines.map((line) => line.split(',')[0])]).toEqual([query, ['id', id]]);
    }
    expect((await exported('?to=nobody@one.example')).text).toBe(`${HEADER}\r\n`);
    for (const query of ['?status=lost', '?after=x', '?per_page=101', '?created_after=yesterday']) {
      expect((await exported(query)).response.status).toBe(422);
    }
  });

  it('covers all pages without gaps or duplicates and no other account', async () => {
    const { lines } = await exported('', busy.key);
    const subjects = lines.slice(1).map((line) => line.split(',')[5]);
    expect(subjects).toEqual(Array.from({ length: MANY }, (_, index) => `Mail ${MANY - index}`));
    const [middle = ''] = (lines[600] ?? '').split(',');
    const older = await exported(`?after=${middle}`, busy.key);
    const newer = await exported(`?before=${middle}`, busy.key);
    expect([older.lines.length - 1, newer.lines.length - 1]).toEqual([MANY - 600, 599]);
    expect(newer.lines[1]).toBe(lines[1]);
  });

  it('requires permission to read the dashboard', async () => {
    const { key } = await app.newAccount({ scopes: ['transactional:read'] });
    expect((await exported('', key)).response.status).toBe(403);
    expect((await fetch(`${app.api.baseUrl}${PATH}`)).status).toBe(401);
  });

  it('has only headers for HEAD', async () => {
    const headers = { authorization: `Bearer ${busy.key}` };
    const response = await fetch(`${app.api.baseUrl}${PATH}`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
  });

  it('continues to serve after a client disconnects', async () => {
    for (let reader = 0; reader < MAX_EXPORTS * 3; reader += 1) {
      await new Promise<void>((resolve) => {
        const socket = connect(app.api.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => resolve());
        socket.once('data', () => socket.destroy());
        socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${busy.key}\r\n\r\n`);
      });
    }
    const again = await untilServed(async () => exported('', busy.key));
    expect(again.lines).toHaveLength(MANY + 1);
  });
});

/** Retries until the slots of disconnected clients are free. */
async function untilServed(ask: () => ReturnType<typeof exported>): ReturnType<typeof exported> {
  for (;;) {
    const answer = await ask();
    if (answer.response.status !== 429) return answer;
  }
}

describe('export limits', () => {
  /** Calls the route and its parser for the account that has many messages. */
  async function run(maxExported: number | undefined, output: Partial<StreamOutput> = {}, query = {}, now = Date.now) {
    const { clock, db } = app.installation;
    const made = exportRoute({ db, clock: { ...clock, now }, maxExported });
    let text = '';
    const whole = {
      signal: new AbortController().signal,
      write: (piece: string) => (text += piece) !== '',
      taken: async () => {},
      ...output,
    };
    const { stream } = await made.run(request(query));
    await stream?.(whole);
    return text.split('\r\n').slice(0, -1);
  }

  function request(query: object): RawRequest {
    // Safe cast: the route only reads these properties of a principal and of a request.
    return { principal: { accountId: busy.account.id, rateBucket: 7 } as Principal, query } as RawRequest;
  }

  it(`are ${MAX_EXPORTED} messages`, () => {
    expect(MAX_EXPORTED).toBe(100_000);
  });

  it.each([MANY - 1, MANY - 500, 500, 499, 1])(
    'stop after %d messages, and the last record explains how to continue',
    async (most) => {
      const lines = await run(most);
      expect(lines).toHaveLength(most + 2);
      const [, after = ''] =
        /^The export stopped after \d+ messages\. Set the filter after=(tm_[0-9a-f]{32}) to export the remaining messages,{7}$/.exec(
          lines.at(-1) ?? '',
        ) ?? [];
      expect(lines.at(-1)).toContain(`The export stopped after ${most} messages`);
      const rest = await run(undefined, {}, { after });
      expect(rest).toHaveLength(MANY - most + 1);
      expect(rest[1]).toContain(`,Mail ${MANY - most},`);
    },
  );

  it('do not cut off an export of exactly the limit', async () => {
    const lines = await run(MANY);
    expect(lines).toHaveLength(MANY + 1);
    expect(lines.at(-1)).toContain(',Mail 1,');
  });

  it('stop an export that takes too long after a complete page', async () => {
    // The clock is read for the file name, at the start, and after each page.
    let looks = 0;
    const now = (): number => Date.now() + (looks++ < 2 ? 0 : 100_000);
    const lines = await run(undefined, {}, {}, now);
    expect(lines.at(-1)).toMatch(/^The export stopped after 500 messages/);
    expect(lines).toHaveLength(502);
  });

  it('stop on disconnect before the next page is read', async () => {
    const hangUp = new AbortController();
    let text = '';
    const write = (piece: string): boolean => {
      text += piece;
      if (text.includes('Mail')) hangUp.abort();
      return !hangUp.signal.aborted;
    };
    await run(undefined, { signal: hangUp.signal, write });
    expect(text.split('\r\n').length).toBeLessThanOrEqual(502);
  });

  it('pause output until the client has read it', async () => {
    let [untaken, most] = [0, 0];
    await run(undefined, {
      write(piece) {
        untaken += piece.length;
        most = Math.max(most, untaken);
        return true;
      },
      async taken() {
        untaken = 0;
      },
    });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(128 * 1024);
  });

  it(`allow ${MAX_EXPORTS} concurrent exports per caller`, async () => {
    const { clock, db } = app.installation;
    const made = exportRoute({ db, clock });
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const output = { signal: new AbortController().signal, write: () => true, taken: async () => held };
    const running: Promise<void>[] = [];
    for (let count = 0; count < MAX_EXPORTS; count += 1) {
      const { stream } = await made.run(request({}));
      if (stream) running.push(stream(output));
    }
    await expect(made.run(request({}))).rejects.toThrow('You already have 2 exports in progress');
    release();
    await Promise.all(running);
    expect((await made.run(request({}))).status).toBe(200);
  });
});
