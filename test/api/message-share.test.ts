import { beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { purgeShares } from '../../src/features/transactional/message-views/index.ts';
import { MAX_SHARES } from '../../src/features/transactional/message-views/share.ts';
import { LANGUAGES } from '../../src/mail/languages/catalog.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson, type Caller, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const HOSTILE = '<script>alert(1)</script>';

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let person: TestPerson;
let session: Caller;
let messageId: string;

const sink = shared(async () =>
  startSmtpSink({
    tls: 'starttls',
    on: {
      rcpt: ({ line }) => (line.includes('nobody@') ? { say: `550 5.1.1 No such user ${HOSTILE}\u0007` } : undefined),
    },
  }),
);
const app = shared(async () =>
  startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
  }),
);

beforeAll(async () => {
  tenant = await app.newAccount();
  await addDomain(domainPartsOf(app.installation), tenant.account.id, 'acme.example');
  await app.installation.db.script(
    `update domain set status = 'verified', verified_at = now();
     update domain_key set state = 'active', published_at = now(), active_from = now();`,
  );
  person = await newPerson(app, tenant.account.id, 'member');
  ({ session } = person);
  app.deliver();
  messageId = await send({ to: ['ann@one.example', 'nobody@one.example'], cc: ['carol@two.example'] });
});

/** Sends a message and waits until it is delivered. Only its delivery route may become public. */
async function send(changes: object = {}): Promise<string> {
  const { body, status } = await tenant.post('/transactional/emails', {
    from: 'Secret sender name <post@acme.example>',
    to: ['ann@one.example'],
    subject: 'Secret subject',
    tag: 'secret_tag',
    text: 'Secret body',
    headers: { 'X-Secret': 'Secret header' },
    ...changes,
  });
  expect({ status, body }).toMatchObject({ status: 202 });
  await eventually('the message has all outcomes', async () => {
    const open = await sql('select 1 from delivery where message_id = $1 and next_at is not null', [uuidOf(body.id)]);
    return open.length === 0 ? true : undefined;
  });
  return body.id;
}

async function share(body: unknown, id = messageId, caller = session) {
  return caller.call('POST', `/dashboard/messages/${id}/shares`, body);
}

/** Creates a link to the page and returns its path on this server. */
async function linkTo(recipient: string, id = messageId): Promise<{ readonly path: string; readonly shareId: number }> {
  const { body, status } = await share({ recipient }, id);
  expect({ status, body }).toMatchObject({ status: 201 });
  return { path: new URL(body.url).pathname, shareId: body.id };
}

async function open(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${app.api.baseUrl}${path}`, { redirect: 'error' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return app.installation.db.query({ name: '', text }, values);
}

/** Returns the words in Latin letters that a page shows, without technical data and replies of servers. */
function wordsOn(source: string): string[] | null {
  return source
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<pre.*?<\/pre>|<[^>]*>/gs, ' ')
    .replaceAll(/550 5\.1\.1 .*|\S+@\S+|\b[das]=\S+|TLS\S+|acme\.example/g, ' ')
    .replaceAll(/Message-ID|SMTP|DKIM|UTC/g, ' ')
    .match(/[a-z]{2,}/gi);
}

describe('shared route page', () => {
  it('shows the route of the message to the recipient with server replies', async () => {
    const { path } = await linkTo('Ann@one.example');
    const { status, text } = await open(path);
    expect(status).toBe(200);
    for (const shown of [
      '<h1>Delivery of an email to <bdi>ann@one.example</bdi></h1>',
      '<dd dir="auto">acme.example</dd>',
      `&lt;${messageId.slice(3)}@acme.example&gt;`,
      'the receiving server',
      'RCPT TO:&lt;ann@one.example&gt;',
      'TLSv1.3',
      'd=acme.example, s=',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('is in the language of the visitor', async () => {
    const { path } = await linkTo('nobody@one.example');
    for (const language of LANGUAGES) {
      for (const each of [path, '/route/unknown']) {
        const headers = { 'accept-language': language };
        const text = await (await fetch(`${app.api.baseUrl}${each}`, { headers })).text();
        expect(text).toContain(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}`);
        // These languages do not use the Latin alphabet, so Latin words on the page would be untranslated.
        if (['ja', 'zh-Hans', 'ar'].includes(language)) expect(wordsOn(text)).toBeNull();
      }
    }
  });

  it('shows no other recipient, content, tag, key or person', async () => {
    for (const recipient of ['ann@one.example', 'nobody@one.example', 'carol@two.example']) {
      const { path } = await linkTo(recipient);
      const { text } = await open(path);
      expect(text).toContain(recipient);
      const others = ['ann@', 'nobody@', 'carol@'].filter((other) => !recipient.startsWith(other));
      for (const secret of [...others, 'ecret', 'Person', person.email, 'tenant', '>test<', 'script']) {
        if (secret === 'script' && recipient.startsWith('nobody')) continue;
        expect(text).not.toContain(secret);
      }
    }
  });

  it('shows the rejection by the server as escaped text', async () => {
    const { path } = await linkTo('nobody@one.example');
    const { text } = await open(path);
    expect(text).toContain('Rejected by the receiving server');
    expect(text).toContain('550 5.1.1 No such user &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toMatch(/<script|\u0007/);
  });

  it('is not cached, indexed or framed and runs no scripts', async () => {
    const { path } = await linkTo('ann@one.example');
    for (const each of [path, '/route/unknown']) {
      const { headers } = await open(each);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
    }
  });

  it('is the same 404 page for every invalid link', async () => {
    const [{ path: expired, shareId }, revoked] = [await linkTo('ann@one.example'), await linkTo('ann@one.example')];
    await sql('update message_share set expires_at = now() where id = $1', [shareId]);
    await session.call('DELETE', `/dashboard/messages/${messageId}/shares/${revoked.shareId}`);
    const { path: ofAnother } = await linkTo('ann@one.example');
    const strangers = `/route/zz${ofAnother.slice(ofAnother.indexOf('.'))}`;
    const unknown = await open('/route/1.abcdefghijabcdefghijabcdefghij12');
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('Page not found');
    const others = ['/route/x', '/route/%00', '/route/%F0%9F%92%8C', `/route/${'9'.repeat(1_000)}`, `${ofAnother}x`];
    for (const path of [expired, revoked.path, strangers, ofAnother.toLowerCase(), ...others]) {
      const { status, text } = await open(path);
      expect({ path, status }).toEqual({ path, status: 404 });
      if (path !== '/route/%00') expect(text).toBe(unknown.text);
    }
  });

  it('returns 404 when the message is deleted', async () => {
    const id = await send();
    const { path } = await linkTo('ann@one.example', id);
    await sql('delete from message where id = $1', [uuidOf(id)]);
    expect((await open(path)).status).toBe(404);
  });
});

describe('share link', () => {
  it('is returned once with its URL, which is stored as a hash', async () => {
    const { body, status } = await share({ recipient: 'ann@one.example' });
    expect(status).toBe(201);
    expect(body.url.startsWith(`${app.api.baseUrl}/route/`)).toBe(true);
    expect(body.url).toMatch(/\/route\/[0-9a-z]+\.[A-Za-z0-9]{32}$/);
    const { body: listed } = await session.call('GET', `/dashboard/messages/${messageId}/shares`);
    const { url, ...rest } = body;
    expect(listed.data[0]).toEqual(rest);
    expect(rest).toMatchObject({ recipient: 'ann@one.example', created_by: expect.stringMatching(/^Person/) });
    const rows = await sql('select * from message_share where id = $1', [body.id]);
    expect(JSON.stringify(rows)).not.toContain(url.slice(-32));
  });

  it.each([
    [undefined, 7],
    [1, 1],
    [30, 30],
  ])('created for %s days ends after %d', async (days, after) => {
    const { body } = await share({ recipient: 'ann@one.example', ...(days && { days }) });
    const lives = Date.parse(body.expires_at) - Date.parse(body.created_at);
    expect(lives).toBe(after * 86_400_000);
  });

  it.each([
    [{ recipient: 'ann@one.example', days: 0 }, 'days'],
    [{ recipient: 'ann@one.example', days: 31 }, 'days'],
    [{ recipient: 'ann@one.example', days: 1.5 }, 'days'],
    [{ recipient: 'somebody@else.example' }, 'recipient'],
    [{ recipient: '' }, 'recipient'],
    [{ recipient: '\u0000' }, 'recipient'],
    [{}, 'recipient'],
    [{ recipient: 'ann@one.example', more: 1 }, 'more'],
  ])('is refused for %j', async (body, field) => {
    const answer = await share(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? { [field]: [] })).toEqual([field]);
  });

  it('is recorded in the audit log when created and revoked, without its token', async () => {
    const id = await send();
    const { path, shareId } = await linkTo('ann@one.example', id);
    const revoked = await session.call('DELETE', `/dashboard/messages/${id}/shares/${shareId}`);
    expect(revoked.status).toBe(200);
    const entries = await sql(
      `select action, subject, person_email, after::text, before::text from audit_entry where subject like $1 order by id`,
      [`${id}%`],
    );
    expect(entries).toMatchObject([
      { action: 'message_share.create', subject: `${id} to ann@one.example`, person_email: person.email },
      { action: 'message_share.revoke', subject: id },
    ]);
    expect(JSON.stringify(entries)).not.toContain(path.slice(-32));
    expect((await session.call('DELETE', `/dashboard/messages/${id}/shares/${shareId}`)).status).toBe(404);
  });

  it(`is limited to ${MAX_SHARES} per message, also for concurrent requests`, async () => {
    const id = await send();
    const answers = await Promise.all(
      Array.from({ length: MAX_SHARES + 3 }, async () => share({ recipient: 'ann@one.example' }, id)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_SHARES);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    await sql('update message_share set expires_at = now() where message_id = $1', [uuidOf(id)]);
    expect((await share({ recipient: 'ann@one.example' }, id)).status).toBe(201);
  });

  it('can be created, listed and revoked only with write access to the account', async () => {
    const stranger = await newPerson(app, (await app.newAccount()).account.id, 'owner');
    const reader = await newPerson(app, tenant.account.id, 'read_only');
    const { path, shareId } = await linkTo('ann@one.example');
    const shares = `/dashboard/messages/${messageId}/shares`;
    for (const [caller, status] of [
      [stranger.session, 404],
      [reader.session, 403],
    ] as const) {
      expect((await share({ recipient: 'ann@one.example' }, messageId, caller)).status).toBe(status);
      expect((await caller.call('GET', shares)).status).toBe(status);
      expect((await caller.call('DELETE', `${shares}/${shareId}`)).status).toBe(status);
    }
    for (const wrong of ['0', 'x', '9007199254740993', String(shareId + 1_000)]) {
      expect((await session.call('DELETE', `${shares}/${wrong}`)).status).toBe(404);
    }
    expect((await open(path)).status).toBe(200);
  });

  it('is deleted after it expires', async () => {
    const id = await send();
    const [dead, living] = [await linkTo('ann@one.example', id), await linkTo('ann@one.example', id)];
    await sql('update message_share set expires_at = now() where id = $1', [dead.shareId]);
    await purgeShares(app.installation.db);
    const rows = await sql('select id from message_share where message_id = $1', [uuidOf(id)]);
    expect(rows).toEqual([{ id: living.shareId }]);
  });
});

function uuidOf(id: string): string {
  return id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
