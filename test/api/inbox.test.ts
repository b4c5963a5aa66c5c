import { connect, type Socket } from 'node:net';
import nodemailer, { type Transporter } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { startInbox, waitForMail, type InboxSummary } from '../../src/features/transactional/inbox/index.ts';
import { eventually, startApp, type Client } from '../support/app.ts';
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';

const MAX_MAIL_BYTES = 10 * 1024 * 1024;
const END = Buffer.from('.\r\n');

let owner: Client;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let mailer: Transporter;
const arrived: InboxSummary[] = [];

const app = shared(async () => startApp({ POSTRIDER_API_KEY: `pr_${'o'.repeat(40)}` }));

beforeAll(async () => {
  owner = app.client(`pr_${'o'.repeat(40)}`);
  inbox = await startInbox({ db: app.installation.db, log: silentLog, clock: systemClock }, { port: 0 });
  inbox.onMail((mail) => void arrived.push(mail));
  mailer = nodemailer.createTransport({ host: '127.0.0.1', port: inbox.port, secure: false, ignoreTLS: true });
});
afterAll(async () => {
  mailer.close();
  await inbox.close();
});

/** Sends each part over SMTP after the reply to the previous part. Resolves with the last reply. */
async function converse(port: number, parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    let answer = await lineOf(socket);
    for (const part of parts) {
      socket.write(part);
      answer = await lineOf(socket);
    }
    return answer;
  } finally {
    socket.destroy();
  }
}

/** Returns the last line of the next reply, or '' if the peer disconnects. */
function lineOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const last = text.trimEnd().split('\r\n').at(-1) ?? '';
      if (text.endsWith('\r\n') && /^\d{3} /.test(last)) end(() => resolve(last));
    };
    const closed = (): void => end(() => resolve(''));
    const end = (settle: () => void): void => {
      socket.off('data', read).off('close', closed).off('error', reject);
      settle();
    };
    socket.on('data', read).on('close', closed).on('error', reject);
  });
}

/** Returns the SMTP commands that precede the data of a message. */
function opening(to: string, from = 'a@x.example', parameters = ''): string[] {
  return ['EHLO x\r\n', `MAIL FROM:<${from}>${parameters}\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n'];
}

async function listed(to: string) {
  return (await owner.get(`/inbox?to=${encodeURIComponent(to)}`)).body.data;
}

async function deliver(mail: Record<string, unknown>): Promise<void> {
  await mailer.sendMail({ from: 'a@x.example', subject: 'S', text: 'T', ...mail });
}

describe('received message', () => {
  it('is stored unchanged with sender, recipients and subject', async () => {
    await deliver({
      from: 'Änn <ann@x.example>',
      to: ['One@y.example', 'two@y.example'],
      subject: 'Grüße 👋',
      text: 'Hällo',
    });
    const { body } = await owner.get('/inbox?to=one@y.example');
    expect(body.data).toMatchObject([
      { mail_from: 'ann@x.example', recipients: ['one@y.example', 'two@y.example'], subject: 'Grüße 👋' },
    ]);
    const { body: mail } = await owner.get(`/inbox/${body.data[0].id}`);
    expect(mail.text.trim()).toBe('Hällo');
    expect(mail.raw).toMatch(/^Received|^From|^Content/m);
    expect(mail.dkim).toBeNull();
    expect(arrived.at(-1)?.id).toBe(body.data[0].id);
  });

  it('includes its links, so that a test can follow them', async () => {
    await deliver({ to: 'links@y.example', html: '<a href="https://app.example/confirm?a=1&amp;b=2">Confirm</a>' });
    const { body } = await owner.get('/inbox/wait?to=links@y.example');
    expect(body.links).toEqual(['https://app.example/confirm?a=1&b=2']);
  });

  it('can be 10 MB and not a byte more, with or without a declared size', async () => {
    const ofBytes = (bytes: number): Buffer => {
      const head = Buffer.from('Subject: big\r\n\r\n');
      // The line break before the final dot belongs to the message.
      const body = Buffer.alloc(bytes - head.length - 2, 'x');
      return Buffer.concat([head, body, Buffer.from('\r\n.\r\n')]);
    };
    expect(await converse(inbox.port, [...opening('big@y.example'), ofBytes(MAX_MAIL_BYTES)])).toMatch(/^250 /);
    expect(await converse(inbox.port, [...opening('big@y.example'), ofBytes(MAX_MAIL_BYTES + 1)])).toMatch(/^552 /);
    const announced = `MAIL FROM:<a@x.example> SIZE=${MAX_MAIL_BYTES + 1}\r\n`;
    expect(await converse(inbox.port, ['EHLO x\r\n', announced])).toMatch(/^552 /);
    expect(await listed('big@y.example')).toHaveLength(1);
  });

  it('with 8-bit bytes is stored unchanged', async () => {
    const mail = Buffer.from('Subject: Grüße\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHällo 👋\r\n');
    const parts = [...opening('eight@y.example', 'a@x.example', ' BODY=8BITMIME'), Buffer.concat([mail, END])];
    expect(await converse(inbox.port, parts)).toMatch(/^250 /);
    const [{ id, subject }] = await listed('eight@y.example');
    const { body } = await owner.get(`/inbox/${id}`);
    expect([subject, body.text.trim()]).toEqual(['Grüße', 'Hällo 👋']);
    expect(Buffer.from(body.raw, 'latin1').equals(mail), 'every byte is there').toBe(true);
  });

  it('is found by either notation of an international address', async () => {
    const parts = [...opening('jörg@bücher.example', 'ä@x.example', ' SMTPUTF8'), Buffer.from('\r\nx\r\n.\r\n')];
    expect(await converse(inbox.port, parts)).toMatch(/^250 /);
    for (const to of ['jörg@bücher.example', 'JÖRG@xn--bcher-kva.example']) {
      expect(await listed(to)).toMatchObject([{ mail_from: 'ä@x.example' }]);
    }
  });

  it('can be a bounce, have no header, and have dots at the start of lines', async () => {
    const parts = [...opening('bounce@y.example', ''), '..dot\r\n.\r\n'];
    expect(await converse(inbox.port, parts)).toMatch(/^250 /);
    const [summary] = await listed('bounce@y.example');
    expect(summary).toMatchObject({ mail_from: '', from: '', subject: '' });
    expect((await owner.get(`/inbox/${summary.id}`)).body.raw).toBe('.dot\r\n');
  });

  it('is stored with any header', async () => {
    const fields = 'X-Filler: '.padEnd(900, 'x').concat('\r\n').repeat(3_000);
    const control = 'Subject: =?utf-8?q?a=00b=1B[2J=0D=0Ac?=\r\n';
    const summaries = [`${control}${fields}\r\n`, 'x'.repeat(3_000_000), `${control}\u0000\u0001\r\n`];
    for (const head of summaries) {
      expect(await converse(inbox.port, [...opening('head@y.example'), `${head}\r\n.\r\n`])).toMatch(/^250 /);
    }
    const mails = await listed('head@y.example');
    expect(mails.map((mail: { subject: string }) => mail.subject)).toEqual(['a b [2J  c', '', 'a b [2J  c']);
    for (const { id } of mails) expect((await owner.get(`/inbox/${id}`)).status).toBe(200);
  });

  it('can be read raw if its parts are nested too deeply for a parser', async () => {
    const level = (depth: number): string => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
    const deep = Array.from({ length: 400 }, (_, depth) => level(depth)).join('');
    expect(await converse(inbox.port, [...opening('deep@y.example'), `${deep}\r\n.\r\n`])).toMatch(/^250 /);
    const [{ id }] = await listed('deep@y.example');
    const { status, body } = await owner.get(`/inbox/${id}`);
    expect([status, body.text, body.html, body.links]).toEqual([200, null, null, []]);
    expect(body.raw.startsWith('Content-Type: multipart/mixed; boundary=b0')).toBe(true);
  });

  it('lists all addresses in a group', async () => {
    const mail = 'To: Team: one@y.example, Two <two@y.example>;, three@y.example\r\n\r\nx\r\n.\r\n';
    expect(await converse(inbox.port, [...opening('group@y.example'), mail])).toMatch(/^250 /);
    const [{ id }] = await listed('group@y.example');
    const { body } = await owner.get(`/inbox/${id}`);
    expect(body.to).toEqual(['one@y.example', 'two@y.example', 'three@y.example']);
  });

  it('has at most a thousand recipients', async () => {
    const recipients = Array.from({ length: 1_000 }, (_, index) => `RCPT TO:<r${index}@many.example>\r\n`);
    const parts = ['EHLO x\r\n', 'MAIL FROM:<a@x.example>\r\n', ...recipients];
    expect(await converse(inbox.port, parts)).toMatch(/^250 /);
    expect(await converse(inbox.port, [...parts, 'RCPT TO:<over@many.example>\r\n'])).toMatch(/^452 /);
  });

  it('is received by a server that announces its extensions', async () => {
    const socket = connect(inbox.port, '127.0.0.1');
    await lineOf(socket);
    const chunks: string[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    socket.write('EHLO x\r\n');
    await lineOf(socket);
    socket.destroy();
    const said = chunks.join('');
    for (const word of ['PIPELINING', '8BITMIME', 'SMTPUTF8', `SIZE ${MAX_MAIL_BYTES}`]) expect(said).toContain(word);
    for (const word of ['STARTTLS', 'AUTH']) expect(said).not.toContain(word);
  });

  it('is not accepted with 250 if the database is unavailable', async () => {
    const test = await createTestDatabase();
    const broken = await startInbox({ db: test.db, log: silentLog, clock: systemClock }, { port: 0 });
    await test.drop();
    const parts = [...opening('b@y.example'), 'x\r\n.\r\n'];
    expect(await converse(broken.port, parts)).toMatch(/^451 4\.3\.0 /);
    await broken.close();
  });

  it('is accepted once even if a listener fails', async () => {
    const other = await startInbox({ db: app.installation.db, log: silentLog, clock: systemClock }, { port: 0 });
    other.onMail(() => {
      throw new Error('a listener');
    });
    expect(await converse(other.port, [...opening('listener@y.example'), 'x\r\n.\r\n'])).toMatch(/^250 /);
    await other.close();
    expect(await listed('listener@y.example')).toHaveLength(1);
  });

  it('is not stored if the client disconnects in the middle', async () => {
    const socket = connect(inbox.port, '127.0.0.1');
    socket.write('EHLO x\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<half@y.example>\r\nDATA\r\nSubject: half\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resetAndDestroy();
    await deliver({ to: 'whole@y.example' });
    expect(await listed('half@y.example')).toEqual([]);
  });

  it('is not stored if the client ends the connection in the middle', async () => {
    const socket = connect({ port: inbox.port, host: '127.0.0.1', allowHalfOpen: true });
    await lineOf(socket);
    for (const part of opening('fin@y.example')) {
      socket.write(part);
      await lineOf(socket);
    }
    socket.end('Subject: half\r\n\r\nhalf a line');
    await new Promise((resolve) => socket.once('close', resolve));
    await deliver({ to: 'whole@y.example' });
    expect(await listed('fin@y.example')).toEqual([]);
  });
});

describe('listener', () => {
  const start = (options: { port: number; progressMs?: number }) =>
    startInbox({ db: app.installation.db, log: silentLog, clock: systemClock }, options);

  it('reports that its port is in use', async () => {
    await expect(start({ port: inbox.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('disconnects a client that sends slowly without completing a message', async () => {
    const impatient = await start({ port: 0, progressMs: 200 });
    const socket = connect(impatient.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // The connection may break in the middle of a byte sequence, so the client may get an error.
    socket.on('error', () => {}).resume();
    socket.write(opening('slow@y.example').join(''));
    const trickle = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(trickle);
    await impatient.close();
    expect(await listed('slow@y.example')).toEqual([]);
  });

  it('keeps a client that completes messages longer than the limit for one', async () => {
    const progressMs = 4_000;
    const patient = await start({ port: 0, progressMs });
    const socket = connect(patient.port, '127.0.0.1');
    await lineOf(socket);
    const since = Date.now();
    let answer = '';
    while (Date.now() < since + 1.5 * progressMs) {
      for (const part of [...opening('steady@y.example'), 'x\r\n.\r\n']) {
        socket.write(part);
        answer = await lineOf(socket);
      }
    }
    socket.destroy();
    await patient.close();
    expect(answer).toMatch(/^250 /);
  });

  it('stores messages in progress before it closes', async () => {
    const closing = await start({ port: 0 });
    const socket = connect(closing.port, '127.0.0.1');
    await lineOf(socket);
    for (const part of opening('closing@y.example')) {
      socket.write(part);
      await lineOf(socket);
    }
    const answer = lineOf(socket);
    const closed = closing.close();
    socket.write('x\r\n.\r\n');
    expect(await answer).toMatch(/^250 /);
    socket.destroy();
    await closed;
    expect(await listed('closing@y.example')).toHaveLength(1);
  });

  it('keeps the newest ten thousand messages', async () => {
    const test = await createTestDatabase();
    const count = async () => {
      const text = 'select count(*) as mails, min(subject::int) as oldest from inbox_mail';
      return (await test.db.query<{ mails: number; oldest: number }>({ name: 'test_count', text }, []))[0];
    };
    await test.db.script(
      `insert into inbox_mail
       select ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), '', '{}', '', n::text, ''
       from generate_series(1, 11001) as n`,
    );
    const parts = { db: test.db, log: silentLog, clock: systemClock };
    await (await startInbox(parts, { port: 0 })).close();
    expect(await count()).toEqual({ mails: 10_000, oldest: 1_002 });
    await (await startInbox(parts, { port: 0 })).close();
    expect(await count()).toEqual({ mails: 10_000, oldest: 1_002 });
    await test.drop();
  });
});

describe('waiting for a message', () => {
  it('ends with a later message', async () => {
    const waiting = owner.get('/inbox/wait?to=later@y.example&timeout=10');
    await deliver({ to: 'later@y.example', subject: 'Later' });
    expect((await waiting).body.subject).toBe('Later');
  });

  it('ends immediately with an existing message and accepts a literal plus sign', async () => {
    await deliver({ to: 'me+there@y.example', subject: 'There' });
    expect((await owner.get('/inbox/wait?to=me+there@y.example')).body.subject).toBe('There');
    expect((await owner.get('/inbox?to=me%2Bthere@y.example')).body.data).toHaveLength(1);
  });

  it('ends with the newest of several', async () => {
    for (const subject of ['1', '2']) await deliver({ to: 'newest@y.example', subject });
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await owner.get(`/inbox/wait?to=newest@y.example&since=${since}`)).body.subject).toBe('2');
  });

  it('ends without a message if the client disconnects', async () => {
    const gone = new AbortController();
    const parts = { db: app.installation.db, clock: systemClock, signal: gone.signal };
    const waiting = waitForMail(parts, { to: 'gone@y.example', timeoutMs: 60_000 });
    gone.abort();
    expect(await waiting).toBeUndefined();
  });

  it('returns 404 after the timeout', async () => {
    const { status, body } = await owner.get('/inbox/wait?to=never@y.example&timeout=1');
    expect([status, body.name]).toEqual([404, 'not_found']);
  });

  it('skips messages before since', async () => {
    await deliver({ to: 'since@y.example' });
    const since = new Date(Date.now() + 60_000).toISOString();
    expect((await owner.get(`/inbox/wait?to=since@y.example&timeout=1&since=${since}`)).status).toBe(404);
  });

  it.each(['timeout=0', 'timeout=56', 'timeout=x', 'since=yesterday', 'since=5', 'since=2026-13-01', 'to='])(
    'refuses %s',
    async (query) => {
      expect((await owner.get(`/inbox/wait?to=a@y.example&${query}`)).status).toBe(422);
    },
  );

  it('requires an address', async () => expect((await owner.get('/inbox/wait')).status).toBe(422));
});

describe('reading the inbox', () => {
  it('lists newest first with pages', async () => {
    for (const subject of ['1', '2', '3']) await deliver({ to: 'pages@y.example', subject });
    const { body } = await owner.get('/inbox?to=pages@y.example&limit=2');
    expect(body.data.map((mail: InboxSummary) => mail.subject)).toEqual(['3', '2']);
    const rest = await owner.get(`/inbox?to=pages@y.example&limit=2&after=${body.data[1].id}`);
    expect(rest.body.data.map((mail: InboxSummary) => mail.subject)).toEqual(['1']);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'after=x'])('rejects %s', async (query) => {
    expect((await owner.get(`/inbox?${query}`)).status).toBe(422);
  });

  it("shows messages from other programs to the operator's account only", async () => {
    const tenant = await app.newAccount();
    expect((await tenant.get('/inbox')).body.data).toEqual([]);
    for (const path of ['/inbox/wait?to=a@y.example&timeout=1', `/inbox/${arrived[0]?.id}`]) {
      expect((await tenant.get(path)).status).toBe(404);
    }
  });

  it.each(['x', '00000000-0000-7000-8000-000000000000', '%00'])('returns 404 for the ID %s', async (id) => {
    expect((await owner.get(`/inbox/${id}`)).status).toBe(404);
  });

  it('empties the inbox', async () => {
    const response = await fetch(`${app.api.baseUrl}/inbox`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${owner.key}` },
    });
    expect(response.status).toBe(200);
    await eventually('the inbox is empty', async () => {
      const { body } = await owner.get('/inbox');
      return body.data.length === 0 || undefined;
    });
  });
});
