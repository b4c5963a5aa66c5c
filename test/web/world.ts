import { ensureOwner } from '../../src/app/first-start.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { cookiesOf } from '../../src/app/people.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import type { Role } from '../../src/http/principal.ts';
import { seedNouns } from './nouns.ts';
import { seedPeople } from './people.ts';
import { seedAudience } from './world-audience.ts';
import { seedAutomations } from './world-automations.ts';
import { seedCampaigns } from './world-campaigns.ts';
import { seedForms } from './world-forms.ts';
import { seedLiveProgress } from './world-live-progress.ts';
import { buildPages } from '../support/built-pages.ts';
import { eventually, startApp, type Client, type TestApp } from '../support/app.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

/** A server with the dashboard, an account with a history, and a user who is signed in. */
export interface World {
  readonly app: TestApp;
  readonly address: string;
  /** API client with a key of the account. */
  readonly client: Client;
  readonly accountId: number;
  /** Creates a new user with each call, and returns the user's session cookie. */
  signIn(role?: Role, name?: string): Promise<{ readonly name: string; readonly value: string }>;
  /** IDs of the objects that were inserted, for the URLs of pages. */
  readonly seeded: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

let people = 0;

/** Builds the dashboard if it is outdated, starts a server, and inserts data. */
export async function startWorld(environment: Record<string, string> = {}): Promise<World> {
  await buildPages('dashboard');
  const sink = await startSmtpSink({
    tls: 'starttls',
    on: { rcpt: ({ line }) => (line.includes('nobody@') ? { say: '550 5.1.1 No such user here' } : undefined) },
  });
  const app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_HOSTNAME: 'mail.northwind.example',
    ...environment,
  });
  app.deliver();
  const { account, ...client } = await app.newAccount();
  const cookies = cookiesOf(app.installation);
  await addDomain(domainPartsOf(app.installation), account.id, 'northwind.example');
  await app.installation.db.script(
    `update domain set status = 'verified', verified_at = now() where account_id = ${account.id};
     update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${account.id};
     update account set name = 'Northwind' where account_id = ${account.id};
     ${historyOf(account.id)} ${historyOf(account.id, 'summary')}`,
  );
  const known: Readonly<Record<string, string>> = {
    ...(await seed(client)),
    ...(await seedNouns(app.installation, account.id, client)),
    ...(await seedPeople(app, account.id)),
    ...(await seedAudience(app.installation.db, account.id)),
    ...(await seedCampaigns(app.installation.db, account.id)),
    ...(await seedForms(app.installation.db, account.id)),
    ...(await seedAutomations(app.installation.db, account.id)),
    first_start: (await ensureOwner(app.installation)).firstStartToken ?? '',
  };
  const other = Number(known['paused_account']);
  const seeded = { ...known, ...(await seedLiveProgress(app.installation.db, account.id, other)) };
  return {
    app,
    address: app.api.baseUrl,
    client,
    accountId: account.id,
    seeded,
    async signIn(role = 'owner', name = 'Ada Lovelace') {
      people += 1;
      const { id } = await createPerson(app.installation.db, {
        name,
        email: `ada${people}@example.com`,
        membership: { accountId: account.id, role },
      });
      const { cookie } = await startSession(app.installation.db, cookies, id, { accountId: account.id });
      const [cookieName = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      return { name: cookieName, value };
    },
    async close() {
      await app.close();
      await closeSink(sink);
    },
  };
}

/**
 * Returns SQL that inserts hourly counts for 30 days. The counts vary with the time of day, and are at least ten per
 * hour, so that charts are not empty.
 */
function historyOf(accountId: number, tag = ''): string {
  const sent = `round(80 + 45 * sin((extract(hour from hour) - 8) * pi() / 12) + 25 * sin(extract(doy from hour)))`;
  return `insert into transactional_tag_hour (account_id, tag, hour, sent, delivered, bounced, complained, last_at)
    select ${accountId}, '${tag}', hour, ${sent}, ${sent} - round(${sent} * 0.012) - (extract(hour from hour)::integer % 2),
      round(${sent} * 0.012), case when extract(hour from hour) = 11 then 1 else 0 end, hour
    from generate_series(date_trunc('hour', now()) - interval '30 days', date_trunc('hour', now()) - interval '1 hour',
      interval '1 hour') hour;`;
}

async function closeSink(sink: SmtpSink): Promise<void> {
  await sink.close();
}

const MAILS = [
  { to: 'ada@example.com', subject: 'Your login code is 481 552', tag: 'login_code' },
  { to: 'grace@example.org', subject: 'Receipt for order 20418', tag: 'receipt' },
  { to: 'linus@example.net', subject: 'Reset your password', tag: 'password_reset' },
  { to: 'nobody@example.net', subject: 'Reset your password', tag: 'password_reset' },
  { to: 'barbara@example.edu', subject: 'Ada invited you to Northwind', tag: 'invite' },
  { to: 'margaret@example.com', subject: 'Your weekly summary', tag: 'summary' },
] as const;

const HTML =
  '<div style="font-family:sans-serif;max-width:560px;margin:0 auto;padding:24px"><h1>Northwind</h1>' +
  '<p>Enter this code to sign in. It is good for ten minutes.</p><p style="font-size:28px">481 552</p>' +
  '<p><a href="https://northwind.example/help">Not you?</a></p></div>';

async function seed(client: Client): Promise<Readonly<Record<string, string>>> {
  const ids: string[] = [];
  for (const { subject, tag, to } of MAILS) {
    const answer = await client.post('/transactional/emails', {
      from: 'Northwind <post@northwind.example>',
      to: [to],
      subject,
      tag,
      html: HTML,
      text: 'Your code is 481 552.',
    });
    if (answer.status !== 202) throw new Error(`A mail was refused: ${JSON.stringify(answer.body)}`);
    ids.push(answer.body.id);
  }
  const [message = '', , , bounced = ''] = ids;
  // Wait until all messages have been sent or have bounced, because later results would change the numbers during a
  // test.
  for (const id of ids) {
    await eventually('the message has an outcome', async () => {
      const { body } = await client.get(`/transactional/emails/${id}`);
      return body.status === 'delivered' || body.status === 'sent' || body.status === 'bounced' ? body : undefined;
    });
  }
  return { message, bounced };
}
