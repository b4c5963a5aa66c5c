import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, withHeaders, type TestPerson } from '../support/callers.ts';
import { CONTENT } from '../support/campaigns.ts';
import { audienceOf, runImports, type Audience } from '../support/contact-files.ts';
import { newPair, signedHeaders, type Pair } from '../support/ses.ts';
import { actionOfEmbed } from '../support/signup-forms.ts';

const SENDER = 'onboarding@sandbox.localhost';
const TO = 'delivered@sandbox.localhost';
const MAIL = { from: SENDER, to: [TO], subject: 'Hello', text: 'Hi' };
const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Sends text that contains an invisible character. */
type Place = (text: string) => Promise<Answer>;

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let ann: TestPerson;
let audience: Audience;
let formPath: string;
let pair: Pair;
let operator: TestPerson;
let campaign: number;
let automation: number;
let runner: ReturnType<typeof runImports>;

beforeAll(async () => {
  app = await startApp();
  runner = runImports(app);
  tenant = await app.newAccount({ plan: 'unlimited' });
  ann = await newPerson(app, tenant.account.id);
  audience = audienceOf(app, tenant.account.id, ann);
  for (const vendor of ['mailgun', 'postmark', 'sendgrid', 'ses'] as const) {
    await switchAdapter(app.installation.db, tenant.account.id, vendor, true);
  }
  const list = await audience.newGroup('list', 'News');
  const form = await ann.call('POST', '/forms', { title: 'News', lists: [list] });
  formPath = new URL(actionOfEmbed(form.body)).pathname;
  await ann.call('PATCH', '/campaign-settings', { postal_address: 'Acme, 1 Main St, Springfield' });
  pair = await newPair(app, tenant.account.id);
  const { ownerEmail } = app.installation.config;
  operator = await newPerson(app, (await findAccount(app.installation.db, ownerEmail))?.id ?? 0);
  await app.installation.db.query(
    {
      name: '',
      text: "insert into domain (account_id, name, status, verified_at) values ($1, 'acme.example', 'verified', now())",
    },
    [tenant.account.id],
  );
  campaign = (await ann.call('POST', '/campaigns', { ...CONTENT, from_email: SENDER, lists: [list] })).body.id;
  const trigger = { title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: list };
  automation = (await ann.call('POST', '/automations', trigger)).body.id;
});
afterAll(async () => {
  await runner.close();
  await app.close();
});

async function withKey(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return withHeaders(app, { authorization: `Bearer ${tenant.key}`, ...headers }).call('POST', path, body);
}

function encoded(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

/** Every entry point that accepts an address, with an address at `example.org` or at the sandbox domain. */
const DOORS: Readonly<Record<string, { readonly address: string; readonly send: Place }>> = {
  'from of a message': {
    address: SENDER,
    send: async (from) => tenant.post('/transactional/emails', { ...MAIL, from }),
  },
  'from with a name': {
    address: SENDER,
    send: async (from) => tenant.post('/transactional/emails', { ...MAIL, from: `Ann <${from}>` }),
  },
  'to of a message': { address: TO, send: async (to) => tenant.post('/transactional/emails', { ...MAIL, to: [to] }) },
  'cc of a message': { address: TO, send: async (cc) => tenant.post('/transactional/emails', { ...MAIL, cc: [cc] }) },
  'bcc of a message': {
    address: TO,
    send: async (bcc) => tenant.post('/transactional/emails', { ...MAIL, bcc: [bcc] }),
  },
  'reply_to of a message': {
    address: 'ann@example.org',
    send: async (replyTo) => tenant.post('/transactional/emails', { ...MAIL, reply_to: replyTo }),
  },
  'the compatible endpoint': { address: TO, send: async (to) => withKey('/emails', { ...MAIL, to }) },
  Postmark: {
    address: TO,
    send: async (to) =>
      withKey(
        '/email',
        { From: SENDER, To: to, Subject: 'Hello', TextBody: 'Hi' },
        { 'x-postmark-server-token': tenant.key },
      ),
  },
  SendGrid: {
    address: TO,
    send: async (email) =>
      withKey('/v3/mail/send', {
        from: { email: SENDER },
        personalizations: [{ to: [{ email }] }],
        subject: 'Hello',
        content: [{ type: 'text/plain', value: 'Hi' }],
      }),
  },
  Mailgun: {
    address: TO,
    send: async (to) =>
      withKey('/v3/sandbox.localhost/messages', encoded({ from: SENDER, to, subject: 'Hello', text: 'Hi' }), {
        ...AS_FORM,
        authorization: `Basic ${Buffer.from(`api:${tenant.key}`).toString('base64')}`,
      }),
  },
  'Amazon SES': {
    address: TO,
    send: async (to) => {
      const path = '/v2/email/outbound-emails';
      const body = JSON.stringify({
        FromEmailAddress: SENDER,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } } },
      });
      const { host: _, ...headers } = signedHeaders(
        { method: 'POST', url: `${app.url}${path}`, body },
        {
          access_key_id: pair.accessKeyId,
          secret_access_key: pair.secretAccessKey,
        },
      );
      return withHeaders(app, { ...headers, 'content-type': 'application/json' }).call('POST', path, body);
    },
  },
  'from_email of a campaign': {
    address: 'news@example.org',
    send: async (from) => ann.session.call('PATCH', `/campaigns/${campaign}`, { from_email: from }),
  },
  'reply_to of a campaign': {
    address: 'answers@example.org',
    send: async (replyTo) => ann.session.call('PATCH', `/campaigns/${campaign}`, { reply_to: replyTo }),
  },
  'to of the test email of a campaign': {
    // Test emails are sent only to members of the account.
    get address() {
      return ann.email;
    },
    send: async (to) => {
      await ann.session.call('PATCH', `/campaigns/${campaign}`, { from_email: 'news@acme.example' });
      return ann.session.call('POST', `/campaigns/${campaign}/test`, { to });
    },
  },
  'the default sender of campaigns': {
    address: 'default@example.org',
    send: async (from) => ann.session.call('PATCH', '/campaign-settings', { from_email: from }),
  },
  'from_email of an automation email': {
    address: 'auto@example.org',
    send: async (from) =>
      ann.session.call('POST', `/automations/${automation}/emails`, { ...CONTENT, title: undefined, from_email: from }),
  },
  'an invitation': {
    address: 'invited@example.org',
    send: async (email) => ann.session.call('POST', '/dashboard/team/invitations', { email, role: 'member' }),
  },
  'a new account': {
    address: 'accounts@example.org',
    send: async (email) => operator.session.call('POST', '/dashboard/operator/accounts', { email }),
  },
  'a suppression': {
    address: 'left@example.org',
    send: async (address) => tenant.post('/transactional/suppressions', { address }),
  },
  'a contact': {
    address: 'ann@example.org',
    send: async (email) => ann.session.call('POST', '/contacts', { email }),
  },
  'a batch of contacts': {
    address: 'bea@example.org',
    send: async (email) => ann.session.call('POST', '/contacts/batch', { contacts: [{ email }] }),
  },
  'unsubscribing a contact': {
    address: 'ann@example.org',
    send: async (email) => ann.session.call('PATCH', '/unsubscribe', { email }),
  },
  'a filter of contacts': {
    address: 'ann@example.org',
    send: async (email) => ann.session.call('GET', `/contacts?filter[email]=${encodeURIComponent(email)}`),
  },
  'a form': {
    address: 'cas@example.org',
    send: async (email) =>
      withHeaders(app, { ...AS_FORM, 'x-requested-with': 'XMLHttpRequest' }).call('POST', formPath, encoded({ email })),
  },
  'a sender domain': {
    address: 'mail.example.org',
    send: async (domain) => ann.session.call('POST', '/domains', { domain }),
  },
};

describe('invisible character', () => {
  it.each(Object.entries(DOORS))('inside an address is refused by name as %s', async (_, { address, send }) => {
    for (const [character, code] of [
      ['\u200b', 'U+200B'],
      ['\u00ad', 'U+00AD'],
      ['\u202e', 'U+202E'],
    ] as const) {
      const { body, status } = await send(address.replace('a', `a${character}`));
      expect([400, 422], JSON.stringify(body)).toContain(status);
      // Visitors of a form get an error message in their own language, without the code point.
      if (send !== DOORS['a form']?.send) expect(JSON.stringify(body)).toContain(code);
    }
  });

  it.each(Object.entries(DOORS))('around an address is removed as %s', async (_, { address, send }) => {
    const { body, status } = await send(`\ufeff${address}\u200b\u2069`);
    expect([200, 201, 202], JSON.stringify(body)).toContain(status);
  });

  it('around addresses in a file is removed, and inside them rejects the row', async () => {
    const file = 'email\n\u2060dan@example.org\u200b\ne\u200bva@example.org\n';
    const row = await audience.import(file, { mapping: ['email'] });
    expect(row).toMatchObject({ added: 1, rejected: 1 });
    expect(await audience.rejects(row.id)).toMatchObject([
      expect.anything(),
      expect.stringContaining('must not contain invisible characters like U+200B'),
    ]);
  });

  it('is in no stored address', async () => {
    const stored = await audience.rows<{ address: string }>(
      `select email as address from contact where account_id = $1
       union all select address from suppression where account_id = $1
       union all select recipient from delivery where account_id = $1
       union all select sender from message where account_id = $1
       union all select name from domain where account_id = $1
       union all select from_email from campaign where account_id = $1
       union all select reply_to from campaign where account_id = $1 and reply_to is not null
       union all select from_email from campaign_settings where account_id = $1
       union all select email from account`,
    );
    expect(stored.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['ann@example.org', 'cas@example.org', 'dan@example.org', 'left@example.org', TO]),
    );
    for (const { address } of stored) expect(address).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/u);
  });
});
