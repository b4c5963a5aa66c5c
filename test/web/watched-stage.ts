import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accountOf } from '../../src/app/commands/whose.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { joinInstallation, type Installation } from '../../src/app/installation.ts';
import { loadConfig } from '../../src/base/config.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { runProgram, type Program } from '../flows/program.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { PASSWORD } from '../support/people.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { openContext } from './looks.ts';

/** Mailbox providers, each with one domain and one mail server: three known providers and an unknown one. */
const PROVIDERS = [
  { lane: 'Gmail and Google Workspace', domain: 'gmail.test', host: 'gmail-smtp-in.l.google.com', tls: 'starttls' },
  {
    lane: 'Outlook.com and Hotmail',
    domain: 'outlook.test',
    host: 'outlook-test.olc.protection.outlook.com',
    tls: 'none',
  },
  { lane: 'Yahoo and AOL', domain: 'yahoo.test', host: 'mta5.am0.yahoodns.net', tls: 'none' },
  { lane: 'small.test', domain: 'small.test', host: 'mx.small.test', tls: 'none' },
] as const;
const FIRST_ADDRESS = 70;
/**
 * Maximum number of contacts that one statement inserts. Providers alternate, so each provider gets the same number.
 */
const PER_STATEMENT = 20_000;
const SENDER = 'northwind.example';

/** Name of a provider lane, as the live progress shows it. */
export type LaneName = (typeof PROVIDERS)[number]['lane'];
export const LANES: readonly LaneName[] = PROVIDERS.map(({ lane }) => lane);

/** Mail servers of all providers. They only count the emails to each address. */
export interface Receivers {
  readonly resolver: string;
  readonly port: number;
  /** Milliseconds that a mail server waits before it accepts an email. */
  paceMs: number;
  /** Returns the number of emails that one provider or all providers have accepted so far. */
  taken(lane?: LaneName): number;
  /** Returns the number of addresses that received an email, and the number of duplicate emails. */
  exactness(): { readonly addresses: number; readonly again: number };
  close(): Promise<void>;
}

/** Starts the mail servers, and a DNS server with their records. */
export async function startReceivers(): Promise<Receivers> {
  const dns = await startDnsServer({});
  const counts = new Map<string, number>();
  const byLane = new Map<LaneName, number>();
  const sinks: SmtpSink[] = [];
  const receivers: Receivers = {
    paceMs: 0,
    resolver: dns.address,
    get port() {
      return sinks[0]?.port ?? 0;
    },
    taken: (lane) => (lane ? (byLane.get(lane) ?? 0) : [...byLane.values()].reduce((sum, each) => sum + each, 0)),
    exactness: () => ({
      addresses: counts.size,
      again: [...counts.values()].reduce((sum, each) => sum + each - 1, 0),
    }),
    async close() {
      await Promise.all([dns.close(), ...sinks.map((sink) => sink.close())]);
    },
  };
  for (const [index, { domain, host, lane, tls }] of PROVIDERS.entries()) {
    const address = `127.0.1.${FIRST_ADDRESS + index}`;
    const sink = await startSmtpSink(
      {
        tls,
        certificateNames: [host],
        on: { dot: () => (receivers.paceMs === 0 ? undefined : { wait: sleep(receivers.paceMs) }) },
        onMail({ to }) {
          byLane.set(lane, (byLane.get(lane) ?? 0) + 1);
          for (const one of to) counts.set(one, (counts.get(one) ?? 0) + 1);
        },
      },
      { host: address, port: sinks[0]?.port ?? 0 },
    );
    sinks.push(sink);
    dns.set(domain, 'MX', [{ preference: 10, exchange: host }]);
    dns.set(host, 'A', [address]);
  }
  return receivers;
}

/** A new installation whose first user is signed in, and which has an audience. */
export interface WatchStage {
  readonly installation: Installation;
  readonly receivers: Receivers;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly baseUrl: string;
  readonly accountId: number;
  /** ID of the list that contains all contacts. */
  readonly list: number;
  close(): Promise<void>;
}

/**
 * Starts the application for the first time, with a new PostgreSQL server unless `databaseUrl` is given. Completes the
 * first-run setup in the dashboard, and inserts the same number of contacts for each provider.
 */
export async function openWatchStage(
  browser: Browser,
  { contacts, databaseUrl }: { readonly contacts: number; readonly databaseUrl?: string },
): Promise<WatchStage> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const receivers = await startReceivers();
    ends.push(() => receivers.close());
    const { address, environment, program, remove } = await startFresh(receivers, databaseUrl);
    ends.push(async () => {
      await program.stop();
      remove();
    });
    const context = await openContext(browser);
    ends.push(() => context.close());
    const page = await context.newPage();
    await begin(page, address);
    const installation = await joinInstallation(loadConfig(environment), environment, 'watch', undefined);
    ends.push(() => installation.close());
    const { id: accountId } = await accountOf(installation.db, undefined);
    await maySend(installation, accountId);
    const list = await plantAudience(installation, accountId, contacts);
    return { installation, receivers, page, context, baseUrl: new URL(address).origin, accountId, list, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startFresh(receivers: Receivers, databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-watch-'));
  const environment: Record<string, string> = {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, POSTRIDER_UNSAFE_DURABILITY: '1' }),
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_DATA: dataDir,
    POSTRIDER_WORKERS: '1',
    POSTRIDER_INBOX_PORT: '0',
    PORT: '0',
    POSTRIDER_HOSTNAME: `mail.${SENDER}`,
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: receivers.resolver,
    POSTRIDER_SMTP_PORT: String(receivers.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    // Turn safeguards off, because they would hold the campaign that the test watches.
    POSTRIDER_WARM_UP: '0',
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
    POSTRIDER_CAMPAIGN_WARM_UP_CONTACTS: '0',
    POSTRIDER_CAMPAIGN_CANARY_AUDIENCE: '0',
  };
  const program: Program = runProgram(['start'], environment);
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  try {
    const [, address = ''] = await program.printed(/Dashboard {4}(http:\S+)/);
    return { address, environment, program, remove };
  } catch (error) {
    await program.stop();
    remove();
    throw error;
  }
}

/** Completes the first-run setup at the URL that the application prints. */
async function begin(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto(address);
  await page.getByLabel('Company').fill('Northwind');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(`ada@${SENDER}`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Get started', exact: true }).click();
  await page.getByRole('heading', { name: 'Your first email' }).waitFor();
}

/** Adds a verified sender domain that has no DNS records, and a postal address. */
async function maySend(installation: Installation, accountId: number): Promise<void> {
  await addDomain(domainPartsOf(installation), accountId, SENDER);
  await installation.db.script(
    `update domain set status = 'verified', verified_at = now() where account_id = ${accountId};
     update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${accountId};
     insert into campaign_settings (account_id, postal_address) values (${accountId}, 'High Street 1, London')
     on conflict (account_id) do update set postal_address = excluded.postal_address`,
  );
}

/**
 * Inserts contacts with addresses at alternating providers, as in real audiences, so that all provider lanes send at
 * the same time.
 */
async function plantAudience({ db }: Installation, accountId: number, contacts: number): Promise<number> {
  const list = await plantGroup(db, accountId, 'list', 'Readers');
  const domains = PROVIDERS.map(({ domain }) => domain);
  for (let first = 0; first < contacts; first += PER_STATEMENT) {
    const count = Math.min(PER_STATEMENT, contacts - first);
    const contactIds = await plantContacts(db, accountId, { count, prefix: `reader-${first}-` });
    await rowsOf(
      db,
      `update contact c set email = replace(c.email, 'planted.example', ($3::text[])[1 + (planted.place - 1) % $4])
       from unnest($2::bigint[]) with ordinality planted (id, place) where c.account_id = $1 and c.id = planted.id`,
      [accountId, contactIds, domains, domains.length],
    );
    await plantMembers(db, accountId, { kind: 'list', id: list, contactIds });
  }
  await db.script('analyze contact, contact_stat, list_member, contact_list');
  return list;
}

/** Returns how many of `contacts` contacts are at the provider of a lane. */
export function contactsAt(lane: LaneName, contacts: number): number {
  return Math.floor((contacts + LANES.length - 1 - LANES.indexOf(lane)) / LANES.length);
}

/** Creates a campaign to all contacts through the API, with the session of the user. */
export async function makeCampaign({ baseUrl, list, page }: WatchStage): Promise<number> {
  const answer = await page.request.post(`${baseUrl}/campaigns`, {
    data: {
      title: 'To everybody',
      subject: 'News for {{ contact.first_name | default: "you" }}',
      html: '<p>Hello {{ contact.first_name }}, <a href="https://northwind.example/new">this is new</a>.</p>',
      from_name: 'Northwind',
      from_email: `news@${SENDER}`,
      lists: [list],
    },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  if (answer.status() !== 201) throw new Error(`The campaign was refused: ${await answer.text()}`);
  // Safe cast: the response of the API is the campaign.
  return ((await answer.json()) as { readonly id: number }).id;
}
