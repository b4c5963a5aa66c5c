import { connect } from 'node:net';
import nodemailer, { type Transporter } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { startInbox, type InboxSummary } from '../../src/features/inbox/index.ts';
import { eventually, startApp, type Client, type TestApp } from '../support/app.ts';

const MAX_MAIL_BYTES = 10 * 1024 * 1024;

let app: TestApp;
let owner: Client;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let mailer: Transporter;
const arrived: InboxSummary[] = [];

beforeAll(async () => {
  app = await startApp({ POSTRIDER_API_KEY: `pr_${'o'.repeat(40)}` });
  owner = app.client(`pr_${'o'.repeat(40)}`);
  inbox = await startInbox({ db: app.installation.db, log: silentLog, clock: systemClock }, { port: 0 });
  inbox.onMail((mail) => void arrived.push(mail));
  mailer = nodemailer.createTransport({ host: '127.0.0.1', port: inbox.port, secure: false, ignoreTLS: true });
});
afterAll(async () => {
  mailer.close();
  await inbox.close();
  await app.close();
});

async function deliver(mail: Record<string, unknown>): Promise<void> {
  await mailer.sendMail({ from: 'a@x.example', subject: 'S', text: 'T', ...mail });
}

describe('what arrives', () => {
  it('is stored as it came, with sender, recipients and subject', async () => {
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

  it('gives the links of a mail, so that a test can follow them', async () => {
    await deliver({ to: 'links@y.example', html: '<a href="https://app.example/confirm?a=1&amp;b=2">Confirm</a>' });
    const { body } = await owner.get('/inbox/wait?to=links@y.example');
    expect(body.links).toEqual(['https://app.example/confirm?a=1&b=2']);
  });

  it('may have 10 MB and not more', async () => {
    await deliver({ to: 'big@y.example', text: 'x'.repeat(7 * 1024 * 1024) });
    await expect(deliver({ to: 'big@y.example', text: 'x'.repeat(MAX_MAIL_BYTES) })).rejects.toThrow(/552|size/i);
    expect((await owner.get('/inbox?to=big@y.example')).body.data).toHaveLength(1);
  });

  it('is not taken with 250 when it cannot be stored', async () => {
    const refusing = { query: () => Promise.reject(new Error('away')) };
    const broken = await startInbox({ db: refusing, log: silentLog, clock: systemClock }, { port: 0 });
    const other = nodemailer.createTransport({ host: '127.0.0.1', port: broken.port, secure: false, ignoreTLS: true });
    await expect(other.sendMail({ from: 'a@x.example', to: 'b@y.example', text: 'T' })).rejects.toThrow(/451/);
    other.close();
    await broken.close();
  });

  it('a peer that hangs up in the middle leaves nothing and hurts nobody', async () => {
    const socket = connect(inbox.port, '127.0.0.1');
    socket.write('EHLO x\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<half@y.example>\r\nDATA\r\nSubject: half\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resetAndDestroy();
    await deliver({ to: 'whole@y.example' });
    expect((await owner.get('/inbox?to=half@y.example')).body.data).toEqual([]);
  });
});

describe('waiting', () => {
  it('ends with a mail that comes later', async () => {
    const waiting = owner.get('/inbox/wait?to=later@y.example&timeout=10');
    await deliver({ to: 'later@y.example', subject: 'Later' });
    expect((await waiting).body.subject).toBe('Later');
  });

  it('is 404 when none comes in time', async () => {
    const { status, body } = await owner.get('/inbox/wait?to=never@y.example&timeout=1');
    expect([status, body.name]).toEqual([404, 'not_found']);
  });

  it('passes over what came before since', async () => {
    await deliver({ to: 'since@y.example' });
    const since = new Date(Date.now() + 60_000).toISOString();
    expect((await owner.get(`/inbox/wait?to=since@y.example&timeout=1&since=${since}`)).status).toBe(404);
  });

  it.each(['timeout=0', 'timeout=56', 'timeout=x', 'since=yesterday'])('refuses %s', async (query) => {
    expect((await owner.get(`/inbox/wait?to=a@y.example&${query}`)).status).toBe(422);
  });

  it('needs an address', async () => expect((await owner.get('/inbox/wait')).status).toBe(422));
});

describe('reading', () => {
  it('lists newest first and pages', async () => {
    for (const subject of ['1', '2', '3']) await deliver({ to: 'pages@y.example', subject });
    const { body } = await owner.get('/inbox?to=pages@y.example&limit=2');
    expect(body.data.map((mail: InboxSummary) => mail.subject)).toEqual(['3', '2']);
    const rest = await owner.get(`/inbox?to=pages@y.example&limit=2&after=${body.data[1].id}`);
    expect(rest.body.data.map((mail: InboxSummary) => mail.subject)).toEqual(['1']);
  });

  it.each(['limit=0', 'limit=101', 'limit=x'])('refuses %s', async (query) => {
    expect((await owner.get(`/inbox?${query}`)).status).toBe(422);
  });

  it('is for the operator only: to others there is no inbox', async () => {
    const tenant = await app.newAccount();
    for (const path of ['/inbox', '/inbox/wait?to=a@y.example', `/inbox/${arrived[0]?.id}`]) {
      expect((await tenant.get(path)).status).toBe(404);
    }
  });

  it.each(['x', '00000000-0000-7000-8000-000000000000', '%00'])('is 404 for the id %s', async (id) => {
    expect((await owner.get(`/inbox/${id}`)).status).toBe(404);
  });

  it('can be emptied', async () => {
    const response = await fetch(`${app.api.baseUrl}/inbox`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${owner.key}` },
    });
    expect(response.status).toBe(200);
    await eventually('it is empty', async () => {
      const { body } = await owner.get('/inbox');
      return body.data.length === 0 || undefined;
    });
  });
});
