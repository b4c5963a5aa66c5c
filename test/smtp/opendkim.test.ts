import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { addRecipients, createMailingMaker, startMailing } from '../../src/features/sending/mailings/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { findForeignPrograms, type ForeignPrograms } from '../support/debian.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { POSTFIX_FILES, startPostfix, type Postfix } from '../support/postfix.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '../support/smtp-sink.ts';

const DOMAIN = 'acme.example';
const OPENDKIM = 'usr/sbin/opendkim';
const TESTMSG = 'usr/sbin/opendkim-testmsg';
/** Address of the name server that `opendkim-testmsg` queries. */
const TESTMSG_RESOLVER = '127.53.0.1';
const START_MS = 60_000;
const PATIENCE_MS = 60_000;
const LONG_LINE = 'Überlänge und mehr '.repeat(300);

/** Message features that relays and other intermediaries tend to change. */
const MAILS: Readonly<Record<string, object>> = {
  'plain text': { subject: 'Hello', text: 'Hi' },
  'text and HTML that is not ASCII': {
    subject: 'Grüße aus Zürich 🎉',
    text: 'Schöne Grüße — 日本語 🎉',
    html: '<p>Schöne <b>Grüße</b> — 日本語 🎉</p>',
  },
  'lines longer than SMTP allows': { subject: 'Long', text: LONG_LINE, html: `<p>${LONG_LINE}</p>` },
  'long lines of ASCII': { subject: 'Long', text: `${'x'.repeat(5_000)}\n${'y '.repeat(2_000)}` },
  'lines of dots': { subject: 'Dots', text: '.\n..\n.hidden\n...\n.' },
  'spaces at the ends of lines, and empty lines at the end': { subject: 'Space ', text: 'a  \n\tb\t\n \n\n\n' },
  'an empty body': { subject: 'Empty', text: ' ' },
  'names that are not ASCII': {
    from: `Zoë Ümlaut <post@${DOMAIN}>`,
    to: ['Řehoř Dvořák <ann@there.example>'],
    reply_to: 'Ægir Söhne <reply@acme.example>',
    subject: 'x'.repeat(300),
    text: 'Hi',
  },
  'an address that is not ASCII': { to: ['jürgen@grüße.example'], subject: 'SMTPUTF8', text: 'Hi' },
  'List fields': {
    subject: 'List',
    text: 'Hi',
    headers: {
      'List-Unsubscribe': `<https://acme.example/u/${'a'.repeat(120)}>, <mailto:u@acme.example>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': 'News <news.acme.example>',
      'X-Odd': 'two  spaces\tand a tab',
    },
  },
};

let directory: string;
let dns: DnsServer;
/** Serves the keys at the address that `opendkim-testmsg` queries. */
let keyServer: DnsServer;
let sink: SmtpSink;
let postfix: Postfix;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
/** TXT records of the keys by name. */
let keys: Readonly<Record<string, string>>;

const found = findForeignPrograms(...POSTFIX_FILES, OPENDKIM, TESTMSG);
const missing = whatIsMissing();
if (found && missing === undefined) testWith(found);
else {
  process.stdout.write(`NOT RUN, because ${missing}: whether OpenDKIM verifies signatures behind a Postfix\n`);
  it('signatures are verified after a Postfix relay if Postfix, OpenDKIM, root and mount namespaces are available', () => {
    expect(missing).toBeDefined();
  });
}

function whatIsMissing(): string | undefined {
  if (!found) return 'Postfix and OpenDKIM are missing (Debian packages postfix, opendkim, opendkim-tools)';
  if (process.getuid?.() !== 0) return 'it needs root';
  const { status } = spawnSync('unshare', ['--mount', 'true']);
  return status === 0 ? undefined : 'mount namespaces are not allowed here';
}

function testWith(programs: ForeignPrograms): void {
  beforeAll(async () => start(programs), START_MS);
  afterAll(async () => {
    await app.close();
    await postfix.stop();
    await sink.close();
    await dns.close();
    await keyServer.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it.each(Object.keys(MAILS))(
    'both signatures of a message with %s verify after a Postfix relay, with mailauth, OpenDKIM and opendkim-testmsg',
    { timeout: PATIENCE_MS },
    async (name) => {
      const before = sink.messages.length;
      const mail = { from: `post@${DOMAIN}`, to: ['ann@there.example'], ...MAILS[name] };
      const { body, status } = await tenant.post('/transactional/emails', mail);
      expect({ status, body }).toMatchObject({ status: 202 });
      await sink.waitFor(before + 1);
      await expectSigned(programs, sink.messages[before]);
    },
  );

  it(
    'both signatures of campaign messages verify after a Postfix relay, with mailauth, OpenDKIM and opendkim-testmsg',
    { timeout: PATIENCE_MS },
    async () => {
      const before = sink.messages.length;
      await sendCampaign(['Zoë <b>&amp;</b>', `${'long '.repeat(400)}end  `, '.\r\n.\r\n']);
      await sink.waitFor(before + 3);
      for (const message of sink.messages.slice(before)) {
        expect(message.data.toString('latin1')).toMatch(/^List-Unsubscribe: <https:/m);
        await expectSigned(programs, message);
      }
    },
  );

  it('a message that was changed after the Postfix relay does not verify', { timeout: PATIENCE_MS }, async () => {
    const [message] = sink.messages;
    const changed = Buffer.from(String(message?.data.toString('latin1')).replace(/\r\n\r\n/, '\r\n\r\nX'), 'latin1');
    expect(await verdictsOfMailauth(changed)).not.toContain('pass');
    expect(verdictsOfOpenDkim(programs, changed)).not.toContain('pass');
    expect(await verdictsOfTestmsg(programs, changed)).toEqual(['Bad signature', 'Bad signature']);
  });
}

async function start(programs: ForeignPrograms): Promise<void> {
  directory = mkdtempSync(join(tmpdir(), 'postrider-opendkim-'));
  sink = await startSmtpSink();
  postfix = await startPostfix(programs, sink.port);
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://${postfix.host}:${postfix.port}`,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_DKIM_ED25519: '1',
  });
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, DOMAIN);
  for (const { data, host, type } of records) if (type === 'TXT') dns.set(host, 'TXT', [data]);
  expect((await verifyDomain(parts, tenant.account.id, DOMAIN)).status).toBe('verified');
  keys = Object.fromEntries(
    records.filter(({ name }) => name.startsWith('dkim')).map(({ data, host }) => [host, data] as const),
  );
  expect(Object.keys(keys)).toHaveLength(2);
  const lines = Object.entries(keys).map(([host, data]) => `${host} ${data}\n`);
  writeFileSync(join(directory, 'keys'), lines.join(''));
  writeFileSync(join(directory, 'conf'), `Mode v\nSyslog no\nTestPublicKeys ${join(directory, 'keys')}\n`);
  keyServer = await startDnsServer({}, TESTMSG_RESOLVER);
  for (const [host, data] of Object.entries(keys)) keyServer.set(host, 'TXT', [data]);
  writeFileSync(join(directory, 'resolv.conf'), `nameserver ${TESTMSG_RESOLVER}\n`);
  app.deliver();
}

async function sendCampaign(names: readonly string[]): Promise<void> {
  const { clock, db } = app.installation;
  const { id: accountId } = tenant.account;
  const make = createMailingMaker({ clock });
  const id = await db.transaction((tx) =>
    make(tx, accountId, {
      mailClass: 'campaign',
      from: { name: 'Zoë', address: address(`post@${DOMAIN}`) },
      replyTo: [],
      headers: [
        { name: 'List-Unsubscribe', value: ['<', { link: 0 }, '>'] },
        { name: 'List-Unsubscribe-Post', value: ['List-Unsubscribe=One-Click'] },
      ],
      linkPrefixes: ['https://acme.example/u/'],
      subject: ['Grüße an ', { slot: 'name', as: 'text' }],
      html: ['<p>Grüße an ', { slot: 'name', as: 'html' }, '</p>'],
      text: ['Grüße an\n', { slot: 'name', as: 'text' }, '  \n\n'],
    }),
  );
  const recipients = names.map((name, no) => ({ address: address(`reader${no}@there.example`), values: { name } }));
  await db.transaction((tx) => addRecipients(tx, accountId, id, recipients));
  await db.transaction((tx) => startMailing(tx, accountId, id));
}

async function expectSigned(programs: ForeignPrograms, message: SinkMessage | undefined): Promise<void> {
  const data = message?.data ?? Buffer.alloc(0);
  // Check that Postfix relayed the message.
  expect(data.toString('latin1')).toMatch(/^Received: from .*\r\n\tby relay\.example \(Postfix\)/m);
  expect(await verdictsOfMailauth(data)).toEqual(['pass', 'pass']);
  expect(verdictsOfOpenDkim(programs, data)).toEqual(['pass', 'pass']);
  expect(await verdictsOfTestmsg(programs, data)).toEqual(['pass', 'pass']);
}

async function verdictsOfMailauth(data: Buffer): Promise<(string | undefined)[]> {
  const { results } = await dkimVerify(data, {
    resolver: (host: string) => Promise.resolve(keys[host] === undefined ? [] : [[keys[host]]]),
  });
  return results.map(({ status }) => status?.result);
}

/**
 * Runs the filter's own test mode, with keys from a file. The filter verifies messages in the same way as when a mail
 * server calls it.
 */
function verdictsOfOpenDkim(programs: ForeignPrograms, data: Buffer): string[] {
  const mail = join(directory, 'mail');
  writeFileSync(mail, data);
  const said = execFileSync(programs.path(OPENDKIM), ['-x', join(directory, 'conf'), '-vvv', '-t', mail], {
    env: { PATH: process.env['PATH'] ?? '', ...programs.environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return [...said.matchAll(/dkim=(\w+)/g)].map(([, verdict = '']) => verdict);
}

/**
 * Returns the result of `opendkim-testmsg` for each signature separately, because the program succeeds if one of
 * several signatures is valid. The program queries port 53 of the system's resolver for the keys, so it runs in a mount
 * namespace whose resolv.conf contains our name server.
 */
async function verdictsOfTestmsg(programs: ForeignPrograms, data: Buffer): Promise<string[]> {
  const head = data.toString('latin1');
  const signatures = [...head.matchAll(/^DKIM-Signature:.*\r\n(?:[ \t].*\r\n)*/gm)].map(([field]) => field);
  return Promise.all(
    signatures.map((_signature, at) => {
      const others = signatures.filter((_other, index) => index !== at);
      return testmsg(
        programs,
        Buffer.from(
          others.reduce((text, other) => text.replace(other, ''), head),
          'latin1',
        ),
      );
    }),
  );
}

function testmsg(programs: ForeignPrograms, mail: Buffer): Promise<string> {
  const script = 'mount --bind "$1" /etc/resolv.conf && exec "$2"';
  const args = ['--mount', 'sh', '-c', script, 'sh', join(directory, 'resolv.conf'), programs.path(TESTMSG)];
  return new Promise((resolve, reject) => {
    const child = spawn('unshare', args, { env: { PATH: process.env['PATH'] ?? '', ...programs.environment } });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (said += String(text)));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? 'pass' : said.trim().replace(/^.*\(\): /, '')));
    child.stdin.end(mail);
  });
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
