import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { startInbound } from '../../src/app/inbound.ts';
import { outcomeListeners } from '../../src/app/outcomes.ts';
import { mailedUnsubscriptionsOf, unsubscribeMailtoOf } from '../../src/app/subscriptions.ts';
import { silentLog } from '../../src/base/log.ts';
import { noteComplained } from '../../src/features/audience/contacts/index.ts';
import type { UnsubscribeParts } from '../../src/features/campaigns/subscriptions/index.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import {
  addRecipients,
  createMailingMaker,
  startMailing,
  type MailingOwner,
  type OwnedOutcome,
} from '../../src/features/sending/mailings/index.ts';
import { CAMPAIGN_LINKS, campaignNames } from '../../src/mail/campaign/names.ts';
import { withUnsubscribeHeaders } from '../../src/mail/campaign/unsubscribe-headers.ts';
import { linkAddress, SUBSCRIPTION_LINK_PREFIX } from '../../src/mail/subscription-address.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { feedbackMail, INBOUND_ENVIRONMENT, startTestInbound, type TestInbound } from '../support/inbound.ts';
import { addressOf } from '../support/mailings.ts';
import { newPerson } from '../support/callers.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '../support/smtp-sink.ts';

const SENDER = 'garden.example';
const PATHS = ['/u/', '/preferences/', '/view/'];
const ASKED = ['From: ann@there.example', 'Subject: unsubscribe', '', 'Please', ''].join('\r\n');
const HOLIDAY = ['From: ann@there.example', 'Subject: Away', 'Auto-Submitted: auto-replied', '', 'Away', ''].join(
  '\r\n',
);

let dns: DnsServer;
let sink: SmtpSink;
let app: TestApp;
let inbound: TestInbound;
let accountId: number;
let newContact: (email: string) => Promise<number>;
let keys: Record<string, string>;
let campaignId: number;
/**
 * `reported` contains each recorded unsubscribe as account, campaign, and contact ID. `heard` contains the outcomes
 * that the owner received.
 */
let reported: string[];
let heard: OwnedOutcome[];
let readers = 0;

const eventParts: UnsubscribeParts = {
  log: silentLog,
  noteUnsubscribedBy: async (_tx, account, campaign, contact) =>
    void reported.push(`${account} ${campaign} ${contact}`),
  onUnsubscribed: [],
};

/**
 * The mailing owner for campaigns. Records complaints about its messages, and sends no more email to contacts who
 * complained.
 */
const owner: MailingOwner = {
  name: 'campaigns',
  mailClass: 'campaign',
  async hear(tx, account, outcomes) {
    heard.push(...outcomes);
    for (const { at, kind, ref, source } of outcomes) {
      if (kind !== 'complained' || ref === null) continue;
      const text = 'update deliverable set spam_at = $4 where account_id = $1 and campaign_id = $2 and contact_id = $3';
      await tx.query({ name: '', text }, [account, source, ref, at]);
      await noteComplained(tx, account, [ref], at);
    }
  },
};

beforeAll(async () => {
  dns = await startDnsServer({});
  sink = await startSmtpSink();
  app = await startApp({
    ...INBOUND_ENVIRONMENT,
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_RESOLVER: dns.address,
  });
  accountId = (await app.newAccount()).account.id;
  const person = await newPerson(app, accountId);
  newContact = async (email) => (await person.call('POST', '/contacts', { email, first_name: 'Ann' })).body.id;
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, accountId, SENDER);
  keys = Object.fromEntries(records.filter(({ type }) => type === 'TXT').map(({ data, host }) => [host, data]));
  for (const [host, data] of Object.entries(keys)) dns.set(host, 'TXT', [data]);
  expect((await verifyDomain(parts, accountId, SENDER)).status).toBe('verified');
  const { installation } = app;
  inbound = await startTestInbound(installation, undefined, () =>
    startInbound(
      installation,
      {},
      mailedUnsubscriptionsOf(installation, eventParts),
      outcomeListeners(installation.config, undefined, [owner]),
    ),
  );
  app.deliver();
});
afterAll(async () => {
  await inbound.close();
  await app.close();
  await sink.close();
  await dns.close();
});
beforeEach(async () => {
  [reported, heard] = [[], []];
  const [made] = await sql<{ id: number }>(
    `insert into campaign (account_id, title, subject, from_name, from_email)
     values (${accountId}, 'News', 'News', 'Garden', 'post@${SENDER}') returning id`,
  );
  campaignId = made?.id ?? 0;
});

async function sql<T>(text: string): Promise<T[]> {
  return app.installation.db.query<T>({ name: '', text }, []);
}

interface Reader {
  readonly id: number;
  readonly email: string;
  readonly message: SinkMessage;
  /** The two addresses in List-Unsubscribe. */
  readonly page: string;
  readonly mailbox: string;
}

/** Creates a contact, and the campaign email that the contact received, with both unsubscribe methods. */
async function newReader(): Promise<Reader> {
  const { clock, db } = app.installation;
  readers += 1;
  const email = `ann${readers}@there.example`;
  const id = await newContact(email);
  const parts = withUnsubscribeHeaders(
    {
      headers: [],
      linkPrefixes: CAMPAIGN_LINKS.map((_link, at) => `${app.api.baseUrl}${PATHS[at]}`),
      names: campaignNames([], { name: 'Garden', address: 'Lane 1' }),
    },
    await unsubscribeMailtoOf(app.installation)(accountId, SENDER),
  );
  const mailing = await db.transaction(async (tx) => {
    const made = await createMailingMaker({ clock })(tx, accountId, {
      mailClass: 'campaign',
      source: campaignId,
      from: { name: 'Garden', address: addressOf(`post@${SENDER}`) },
      replyTo: [],
      subject: 'News',
      html: '<p>{% if first_name %}Hello {{ first_name }}{% endif %} <a href="{{ unsubscribe_url }}">no more</a></p>',
      timeZone: 'UTC',
      ...parts,
    });
    await addRecipients(tx, accountId, made, [{ address: addressOf(email), values: { first_name: 'Ann' }, ref: id }]);
    return made;
  });
  await sql(
    `insert into deliverable (account_id, campaign_id, contact_id, sent_at) values (${accountId}, ${campaignId}, ${id}, now())`,
  );
  await db.transaction(async (tx) => startMailing(tx, accountId, mailing));
  const message = await eventually('the email arrives', async () => sink.messages.find(({ to }) => to[0] === email));
  await eventually('the mailing is sent', async () =>
    (await sql(`select from mailing where id = '${mailing}' and state = 'sent'`)).length > 0 ? true : undefined,
  );
  const field = headerOf(message, 'List-Unsubscribe');
  const [, page = '', mailbox = ''] = /^<(https?:[^>]+)>,\s+<mailto:([^>?]+)\?subject=unsubscribe>$/.exec(field) ?? [];
  return { id, email, message, page, mailbox };
}

/** Returns the unfolded value of a header field. */
function headerOf({ data }: SinkMessage, name: string): string {
  const head = data.toString('latin1').split('\r\n\r\n')[0] ?? '';
  return new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1]?.replaceAll(/\r\n(?=[ \t])/g, '') ?? '';
}

async function received(to: string, raw: string, from = 'ann@there.example'): Promise<string> {
  await inbound.send(to, raw, from);
  return (await inbound.settled()).at(-1)?.reason ?? '';
}

const isSubscribed = async (id: number) =>
  (
    await sql(`select from contact c join contact_stat s on s.account_id = c.account_id and s.contact_id = c.id
    where c.id = ${id} and c.unsubscribed_at is null and s.flags = 0`)
  ).length === 1;

describe('campaign email', () => {
  it('has both header fields of RFC 8058, covered by its signature', async () => {
    const { mailbox, message, page } = await newReader();
    expect(headerOf(message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(page).toMatch(/\/u\/[\w-]+$/);
    expect(mailbox).toMatch(/^n\+[a-z2-7]+@bounces\.example$/);
    expect((mailbox.split('@')[0] ?? '').length).toBeLessThanOrEqual(64);
    const { results } = await dkimVerify(message.data, {
      resolver: (host: string) => Promise.resolve(keys[host] === undefined ? [] : [[keys[host]]]),
    });
    expect(results.map(({ status }) => status?.result)).toEqual(['pass']);
    const signed = /h=([^;]+);/.exec(headerOf(message, 'DKIM-Signature'))?.[1]?.replaceAll(/\s/g, '').split(':');
    expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
    // The signature becomes invalid if either field is changed, removed, or added again in transit.
    for (const [from, to] of [
      ['One-Click', 'Two-Click'],
      ['/u/', '/v/'],
      ['n+', 'm+'],
      ['Subject:', 'List-Unsubscribe: <https://evil.example>\r\nSubject:'],
    ]) {
      const changed = Buffer.from(message.data.toString('latin1').replace(from ?? '', to ?? ''), 'latin1');
      const verdict = await dkimVerify(changed, {
        resolver: (host: string) => Promise.resolve(keys[host] === undefined ? [] : [[keys[host]]]),
      });
      expect(verdict.results.map(({ status }) => status?.result)).not.toEqual(['pass']);
    }
  });

  it('unsubscribes its recipient by a POST to its address', async () => {
    const { id, page } = await newReader();
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(page, { method: 'POST', body, redirect: 'manual' })).status).toBe(200);
    expect(await isSubscribed(id)).toBe(false);
  });
});

describe('email to the List-Unsubscribe address', () => {
  it('unsubscribes the recipient and records the campaign, ignoring case', async () => {
    const { id, mailbox } = await newReader();
    const reason = await received(mailbox.toUpperCase(), ASKED, 'somebody@else.example');
    expect(reason).toBe(`Contact ${id} of account ${accountId} unsubscribed through campaign ${campaignId}`);
    expect([await isSubscribed(id), reported]).toEqual([false, [`${accountId} ${campaignId} ${id}`]]);
    await received(mailbox, ASKED);
    expect(reported).toHaveLength(1);
  });

  it('works after the mailing was deleted', async () => {
    const { id, mailbox } = await newReader();
    await sql('delete from mailing_recipient');
    await received(mailbox, ASKED);
    expect([await isSubscribed(id), reported.length]).toEqual([false, 1]);
  });

  it('is ignored if it is an automatic reply', async () => {
    const { id, mailbox } = await newReader();
    expect(await received(mailbox, HOLIDAY)).toBe('Automatic reply');
    expect(await received(mailbox, ASKED, '')).toBe('Automatic reply');
    expect([await isSubscribed(id), reported]).toEqual([true, []]);
  });

  it('is rejected if we did not create the address', async () => {
    const { id, mailbox } = await newReader();
    const forged = mailbox.replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const to of [forged, mailbox.replace(/.(?=@)/, ''), `n+aaaa@${mailbox.split('@')[1]}`]) {
      await expect(inbound.send(to, ASKED, 'ann@there.example')).rejects.toThrow(/550/);
    }
    expect(await isSubscribed(id)).toBe(true);
  });

  it('fits in a local part for the greatest numbers', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const named = { kind: 'campaign', accountId: most, source: most, recipient: most } as const;
    const { readSubscriber } = mailedUnsubscriptionsOf(app.installation);
    const token = createLinkTokens(app.installation.vault)(named, 'unsubscribe');
    const localPart = linkAddress(SUBSCRIPTION_LINK_PREFIX, token).slice('mailto:'.length);
    expect(localPart.length).toBeLessThanOrEqual(64);
    expect(readSubscriber(localPart)).toEqual({ accountId: most, source: most, recipient: most });
  });
});

/** Returns a header field including its name. */
function fieldOf({ data }: SinkMessage, name: string): string {
  return new RegExp(`^${name}: .*(?:\\r\\n[ \\t].*)*`, 'm').exec(data.toString())?.[0] ?? '';
}

describe('feedback report about a campaign email', () => {
  it("unsubscribes the recipient and is counted by the campaign's owner", async () => {
    const { id, message } = await newReader();
    await received('fbl@mx.shop.example', feedbackMail(message.from), 'feedback@provider.example');
    expect(heard).toMatchObject([{ source: campaignId, ref: id, kind: 'complained', isReport: true }]);
    const [row] = await sql<{ spam_at: Date | null }>(`select spam_at from deliverable where contact_id = ${id}`);
    expect(row?.spam_at).toEqual(heard[0]?.at);
    expect(await isSubscribed(id)).toBe(false);
    // A repeated report is counted once, and a complaint is not counted as an unsubscribe.
    await received('fbl@mx.shop.example', feedbackMail(message.from), 'feedback@provider.example');
    expect([heard.length, reported]).toEqual([1, []]);
  });

  it.each([
    ['the Message-ID', (message: SinkMessage) => [fieldOf(message, 'Message-ID')], 1],
    ['List-Unsubscribe', (message: SinkMessage) => [fieldOf(message, 'List-Unsubscribe')], 0],
  ] as const)('unsubscribes the recipient if only %s identifies them', async (_name, header, complaints) => {
    const { id, message } = await newReader();
    await received('fbl@mx.shop.example', feedbackMail(undefined, 'abuse', header(message)));
    expect(await isSubscribed(id)).toBe(false);
    expect(heard).toHaveLength(complaints);
  });

  it('of type opt-out unsubscribes, and records the campaign', async () => {
    const { id, message } = await newReader();
    await received('fbl@mx.shop.example', feedbackMail(message.from, 'opt-out'), 'feedback@provider.example');
    expect([await isSubscribed(id), reported, heard]).toEqual([false, [`${accountId} ${campaignId} ${id}`], []]);
  });
});
