import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createVault } from '../../src/base/crypto.ts';
import { openDatabase, statement } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createAddressBook, startListener, type InboundListener } from '../../src/features/outcomes/inbound/index.ts';
import { createReturnPaths } from '../../src/features/outcomes/return-paths/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { openRawSmtp, type RawSmtp } from '../support/raw-smtp.ts';

const MEGABYTE = 1024 * 1024;
const MESSAGE_ID = '01936c8e-5f00-7abc-8def-0123456789ab';
const paths = pathsOf('a secret that only tests use, long enough');
const BOUNCES = 'bounce.shop.example';

interface Stored {
  readonly mail_from: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
  readonly state: string;
}

const storedMails = statement<[], Stored>(
  'test_inbound_all',
  'select mail_from, recipients, raw, state from inbound_mail order by id',
);
const forget = statement<[], unknown>('test_inbound_forget', 'delete from inbound_mail');

let database: TestDatabase;
let listener: InboundListener;
let bounceAddress: string;
const opened: RawSmtp[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  listener = await start();
  bounceAddress = (await paths.envelopeFrom(recipient(1))) ?? '';
});

afterEach(async () => {
  for (const connection of opened.splice(0)) connection.end();
  await forget(database.db);
});

afterAll(async () => {
  await listener.close();
  await database.drop();
});

describe('the inbound listener', () => {
  test('stores a message to a return path before it replies 250, with the null sender', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true });
    const sent = await transport.sendMail({
      envelope: { from: '', to: [bounceAddress.toUpperCase()] },
      raw: 'From: <>\r\nSubject: failure notice\r\n\r\n.hidden\r\n..two\r\n',
    });
    expect(sent.response).toBe('250 2.0.0 Stored');
    const [mail] = await storedMails(database.db);
    expect(mail).toMatchObject({ mail_from: '', recipients: [bounceAddress], state: 'waiting' });
    expect(mail?.raw.toString()).toBe('From: <>\r\nSubject: failure notice\r\n\r\n.hidden\r\n..two\r\n');
  });

  test('accepts complaints and reports at all local hosts, in any case', async () => {
    const smtp = await dialogue();
    for (const address of [
      'FBL@mx.shop.example',
      'abuse@bounces.example',
      'postmaster@MX.Shop.Example',
      'tls-reports@mx.shop.example',
      'dmarc-reports@bounce.shop.example',
    ]) {
      expect(await smtp.say(`RCPT TO:<${address}>`), address).toMatch(/^250/);
    }
  });

  test.each(['postmaster', 'Postmaster', 'POSTMASTER', '@relay.example:postmaster'])(
    'accepts and stores messages for <%s> without a domain (RFC 5321 section 4.5.1)',
    async (address) => {
      const smtp = await dialogue();
      expect(await smtp.say(`RCPT TO:<${address}>`)).toMatch(/^250/);
      expect(await smtp.say('DATA')).toMatch(/^354/);
      expect(await smtp.say('Subject: Hello\r\n\r\nHi\r\n.')).toMatch(/^250/);
      expect(await storedMails(database.db)).toMatchObject([{ recipients: ['postmaster'] }]);
    },
  );

  test('accepts no other address without a domain', async () => {
    const smtp = await dialogue();
    for (const address of ['abuse', 'fbl', 'postmasters', 'postmaster@']) {
      expect(await smtp.say(`RCPT TO:<${address}>`), address).toMatch(/^5/);
    }
  });

  test('relays nothing and accepts no other recipients', async () => {
    const local = bounceAddress.split('@')[0] ?? '';
    const addresses = [
      'ann@there.example',
      'hello@mx.shop.example',
      'root@localhost',
      `${local}@there.example`,
      `${local}@shop.example`,
      `${local}@bounce.there.example`,
      'fbl@bounce.bounce.shop.example',
      'ann%there.example@mx.shop.example',
      'fbl@[127.0.0.1]',
    ];
    const smtp = await dialogue();
    for (const address of addresses) {
      expect(await smtp.say(`RCPT TO:<${address}>`), address).toBe('550 5.1.1 No such address here');
    }
    expect(await smtp.say(`RCPT TO:<@relay.example:fbl@mx.shop.example>`)).toMatch(/^250/);
    expect(await smtp.say('VRFY fbl')).toMatch(/^(?:252|502)/);
    expect(await smtp.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/);
  });

  test('rejects each of twenty forged return paths', async () => {
    const good = bounceAddress.split('@')[0] ?? '';
    const foreign =
      (await pathsOf('another secret, which somebody else has').envelopeFrom(recipient(1)))?.split('@')[0] ?? '';
    const changed = (at: number): string => `${good.slice(0, at)}${good[at] === 'a' ? 'b' : 'a'}${good.slice(at + 1)}`;
    const forged = [
      foreign,
      good.replace('b+', 'u+'),
      good.replace('+', '-'),
      good.slice(0, -1),
      `${good}a`,
      `b+${'a'.repeat(55)}`,
      'b+',
      'b',
      `b+${'1'.repeat(55)}`,
      `bb${good.slice(1)}`,
      ...Array.from({ length: 10 }, (_, index) => changed(2 + index * 5)),
    ];
    expect(new Set(forged).size).toBe(20);
    const replies = await Promise.all(
      forged.map(async (local, index) => {
        const smtp = await dialogue(listener.port, `127.0.2.${index + 1}`);
        return smtp.say(`RCPT TO:<${local}@${BOUNCES}>`);
      }),
    );
    expect(replies).toEqual(forged.map(() => '550 5.1.1 No such address here'));
  });

  test('closes the connection of a client that guesses addresses, at the tenth', async () => {
    const smtp = await dialogue();
    for (let guess = 1; guess < 10; guess += 1) {
      expect(await smtp.say(`RCPT TO:<b+guess${guess}@${BOUNCES}>`)).toMatch(/^550/);
    }
    expect(await smtp.say(`RCPT TO:<b+guess@${BOUNCES}>`)).toBe('421 4.7.0 Too many unknown recipients');
    await smtp.closed;
  });

  test('accepts ten recipients but not eleven', async () => {
    const smtp = await dialogue();
    for (let no = 0; no < 10; no += 1) {
      expect(await smtp.say(`RCPT TO:<${await paths.envelopeFrom(recipient(no))}>`)).toMatch(/^250/);
    }
    expect(await smtp.say(`RCPT TO:<${await paths.envelopeFrom(recipient(10))}>`)).toMatch(/^452/);
  });

  test('accepts a bounce of a megabyte and not one byte more, and reports of up to ten', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true });
    const send = (to: string, bytes: number): Promise<{ response: string }> =>
      transport.sendMail({ envelope: { from: '', to: [to] }, raw: lineOf(bytes) });
    expect((await send(bounceAddress, MEGABYTE)).response).toMatch(/^250/);
    await expect(send(bounceAddress, MEGABYTE + 1)).rejects.toThrow('552 5.3.4');
    const reports = 'tls-reports@mx.shop.example';
    expect((await send(reports, 10 * MEGABYTE)).response).toMatch(/^250/);
    await expect(send(reports, 10 * MEGABYTE + 1)).rejects.toThrow('552');
    expect((await storedMails(database.db)).map(({ raw }) => raw.length)).toEqual([MEGABYTE, 10 * MEGABYTE]);
  });

  test.each([
    ['a line feed alone', 'Subject: x\r\n\r\nHello\nthere\r\n'],
    ['a line feed alone in the header', 'Subject: x\nFrom: y\r\n\r\nHello\r\n'],
    ['a carriage return alone', 'Subject: x\r\n\r\nHello\rthere\r\n'],
    ['a carriage return before a line ending', 'Subject: x\r\n\r\nHello\r\r\n'],
    ['a dot between line feeds', `Subject: x\r\n\r\nHello\n.\nMAIL FROM:<>\nRCPT TO:<fbl@mx.shop.example>\nDATA\r\n`],
    ['a dot after a carriage return', `Subject: x\r\n\r\nHello\r.\r\r\n`],
    ['a dot before a line feed', `Subject: x\r\n\r\nHello\r\n.\nMAIL FROM:<>\r\n`],
  ])('rejects data with %s, and stores nothing', async (_name, data) => {
    const smtp = await inData();
    smtp.send(data);
    expect(await smtp.say('.')).toBe('554 5.5.2 Lines must end with CR LF');
    expect(await storedMails(database.db)).toHaveLength(0);
    expect(await smtp.say('NOOP')).toMatch(/^250/);
  });

  test.each([
    ['in one piece', ['Subject: x\r\n\r\nHello\r\n.\r\nMAIL FROM:<>\r\n']],
    ['in two pieces', ['Subject: x\r\n\r\nHello\r\n', '.\r\nMAIL FROM:<>\r\n']],
    ['split in the middle of the dot', ['Subject: x\r\n\r\nHello\r\n.', '\r\nMAIL FROM:<>\r\n']],
    [
      'with a whole second message that ends with a dot',
      [
        'Subject: x\r\n\r\nHello\r\n.\r\nMAIL FROM:<>\r\nRCPT TO:<fbl@mx.shop.example>\r\nDATA\r\nSubject: smuggled\r\n\r\n\r\n.\r\n',
      ],
    ],
    ['after unknown commands', ['Hello\r\n.\r\nBLAH\r\nNOOP\r\nRSET\r\nMAIL FROM:<>\r\n']],
  ])('rejects a message with commands after its dot, and those commands: %s', async (_name, pieces) => {
    const smtp = await inData();
    for (const piece of pieces) smtp.send(piece);
    expect(await smtp.reply()).toBe('554 5.5.0 Commands sent without waiting for replies');
    await smtp.closed;
    expect(await storedMails(database.db)).toHaveLength(0);
  });

  test('rejects a message that arrives together with its DATA command', async () => {
    const smtp = await dialogue();
    await smtp.say(`RCPT TO:<${bounceAddress}>`);
    smtp.send('DATA\r\nSubject: x\r\n\r\nHello\r\n.\r\n');
    expect(await smtp.reply()).toMatch(/^354/);
    expect(await smtp.reply()).toBe('554 5.5.0 Commands sent without waiting for replies');
    expect(await storedMails(database.db)).toHaveLength(0);
  });

  test('accepts several messages of a client that waits, including empty ones and ones with dots', async () => {
    const smtp = await dialogue();
    for (const data of ['', '..\r\n', 'Subject: x\r\n\r\n...\r\n']) {
      await smtp.say(`RCPT TO:<${bounceAddress}>`);
      expect(await smtp.say('DATA')).toMatch(/^354/);
      smtp.send(data);
      expect(await smtp.say('.')).toBe('250 2.0.0 Stored');
      expect(await smtp.say('MAIL FROM:<>')).toMatch(/^250/);
    }
    expect((await storedMails(database.db)).map(({ raw }) => raw.toString())).toEqual([
      '',
      '.\r\n',
      'Subject: x\r\n\r\n..\r\n',
    ]);
  });

  test('offers no PIPELINING, and STARTTLS only with a certificate', async () => {
    const smtp = await openRawSmtp(listener.port);
    opened.push(smtp);
    const extensions = await smtp.say('EHLO mx.there.example');
    expect(extensions).not.toMatch(/PIPELINING|STARTTLS|AUTH/);
    expect(extensions).toContain(`SIZE ${10 * MEGABYTE}`);
  });

  test('accepts a message over STARTTLS, and also detects pipelined commands there', async () => {
    const tls = makeCertificate(['localhost']);
    const secured = await start({ tls });
    try {
      const transport = createTransport({
        host: '127.0.0.1',
        port: secured.port,
        requireTLS: true,
        tls: { ca: tls.cert, servername: 'localhost' },
      });
      const sent = await transport.sendMail({ envelope: { from: '', to: [bounceAddress] }, raw: 'Subject: x\r\n\r\n' });
      expect(sent.response).toBe('250 2.0.0 Stored');
      const smtp = await openRawSmtp(secured.port);
      opened.push(smtp);
      await smtp.say('EHLO mx.there.example');
      await smtp.startTls(tls.cert);
      for (const line of ['EHLO mx.there.example', 'MAIL FROM:<>', `RCPT TO:<${bounceAddress}>`, 'DATA']) {
        expect(await smtp.say(line)).toMatch(/^[23]50?/);
      }
      smtp.send('Subject: x\r\n\r\nHello\r\n.\r\nMAIL FROM:<>\r\n');
      expect(await smtp.reply()).toBe('554 5.5.0 Commands sent without waiting for replies');
    } finally {
      for (const connection of opened) connection.end();
      await secured.close();
    }
  });

  test('replies 451 while the database is unavailable, and continues afterwards', async () => {
    const db = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/none',
      log: silentLog,
      connections: 1,
      applicationName: 'test',
    });
    const deaf = await start({ db });
    try {
      const smtp = await dialogue(deaf.port);
      await smtp.say(`RCPT TO:<${bounceAddress}>`);
      await smtp.say('DATA');
      smtp.send('Subject: x\r\n\r\nHello\r\n');
      expect(await smtp.say('.')).toBe('451 4.3.0 The message could not be stored; try again later');
      expect(await smtp.say('NOOP')).toMatch(/^250/);
    } finally {
      for (const connection of opened) connection.end();
      await deaf.close();
      await db.close();
    }
  });

  test('replies 451 if a host cannot be looked up', async () => {
    const unsure = await start({
      isReturnPathHost: () => Promise.reject(new Error('away')),
    });
    try {
      const smtp = await dialogue(unsure.port);
      expect(await smtp.say('RCPT TO:<fbl@elsewhere.example>')).toMatch(/^451 4\.3\.0/);
      expect(await smtp.say('RCPT TO:<fbl@mx.shop.example>')).toMatch(/^250/);
    } finally {
      for (const connection of opened) connection.end();
      await unsure.close();
    }
  });

  test('accepts twenty connections from one address but not twenty-one, and others from elsewhere', async () => {
    const own = await start();
    try {
      const connections = await Promise.all(Array.from({ length: 20 }, () => openRawSmtp(own.port)));
      opened.push(...connections);
      expect(connections.map(({ greeting }) => greeting.slice(0, 3))).toEqual(Array.from({ length: 20 }, () => '220'));
      const oneMore = await openRawSmtp(own.port);
      expect(oneMore.greeting).toBe('421 4.7.0 Too many connections from your address');
      const other = await openRawSmtp(own.port, '127.0.0.2');
      opened.push(other);
      expect(other.greeting).toMatch(/^220/);
      // When a connection ends, another one is accepted.
      await connections[0]?.say('QUIT');
      const again = await eventually('another connection is accepted', async () => {
        const smtp = await openRawSmtp(own.port);
        return smtp.greeting.startsWith('220') ? smtp : undefined;
      });
      opened.push(again);
    } finally {
      for (const connection of opened) connection.end();
      await own.close();
    }
  });

  test('stops counting a connection when it has ended, including under TLS and during a handshake', async () => {
    const tls = makeCertificate(['localhost']);
    const own = await start({ tls });
    try {
      for (let round = 0; round < 12; round += 1) {
        const [secured, broken] = await Promise.all([openRawSmtp(own.port), openRawSmtp(own.port)]);
        opened.push(secured, broken);
        await Promise.all([secured.say('EHLO mx.there.example'), broken.say('EHLO mx.there.example')]);
        await secured.startTls(tls.cert);
        await broken.say('STARTTLS');
        broken.send('This is no handshake\r\n\r\n');
        await broken.closed;
        secured.end();
      }
      const later = await Promise.all(Array.from({ length: 18 }, () => openRawSmtp(own.port)));
      opened.push(...later);
      expect(later.every(({ greeting }) => greeting.startsWith('220'))).toBe(true);
    } finally {
      for (const connection of opened) connection.end();
      await own.close();
    }
  });

  test('accepts a hundred connections in total and not more', async () => {
    const own = await start();
    try {
      const connections: RawSmtp[] = [];
      for (let host = 1; host <= 5; host += 1) {
        const some = await Promise.all(Array.from({ length: 20 }, () => openRawSmtp(own.port, `127.0.1.${host}`)));
        connections.push(...some);
        expect(some.every(({ greeting }) => greeting.startsWith('220'))).toBe(true);
      }
      opened.push(...connections);
      expect((await openRawSmtp(own.port, '127.0.1.9')).greeting).toMatch(/^421 .*Too many connected clients/);
    } finally {
      for (const connection of opened) connection.end();
      await own.close();
    }
  });

  test('ends a session after its time limit, even if it is active', async () => {
    const hasty = await start({ sessionMs: 2_000 });
    try {
      const smtp = await inData(hasty.port);
      const dripping = setInterval(() => smtp.send('x'), 10);
      expect(await smtp.reply()).toBe('421 4.4.2 Timeout exceeded');
      clearInterval(dripping);
      await smtp.closed;
      expect(await storedMails(database.db)).toHaveLength(0);
    } finally {
      for (const connection of opened) connection.end();
      await hasty.close();
    }
  });

  test('stores nothing of a message whose client disconnects before the dot', async () => {
    const smtp = await inData();
    smtp.send('Subject: x\r\n\r\nHalf a mail');
    smtp.end();
    await smtp.closed;
    const next = await dialogue();
    await next.say(`RCPT TO:<${bounceAddress}>`);
    await next.say('DATA');
    expect(await next.say('.')).toBe('250 2.0.0 Stored');
    expect(await storedMails(database.db)).toHaveLength(1);
  });
});

function pathsOf(secret: string) {
  return createReturnPaths({
    vault: createVault(secret),
    returnPathDomain: async (_accountId, domain) => (domain === 'shop.example' ? BOUNCES : undefined),
    fallbackDomain: undefined,
  });
}

function recipient(recipientNo: number) {
  return { accountId: 1, messageId: MESSAGE_ID, recipientNo, senderDomain: 'shop.example' };
}

function start({
  db = database.db,
  isReturnPathHost = async (host: string) => host === BOUNCES,
  ...options
}: {
  readonly db?: TestDatabase['db'];
  readonly isReturnPathHost?: (host: string) => Promise<boolean>;
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly sessionMs?: number;
} = {}): Promise<InboundListener> {
  const book = createAddressBook({
    hosts: ['mx.shop.example', 'bounces.example'],
    readLocalPart: (localPart) => paths.read(localPart),
    readSubscriber: () => undefined,
    isReturnPathHost,
  });
  return startListener(
    { db, log: silentLog, clock: systemClock, book, onStored: () => {} },
    { host: '127.0.0.1', port: 0, hostname: 'mx.shop.example', tls: undefined, ...options },
  );
}

/** Opens a connection and sends MAIL. */
async function dialogue(port = listener.port, localAddress?: string): Promise<RawSmtp> {
  const smtp = await openRawSmtp(port, localAddress);
  opened.push(smtp);
  expect(smtp.greeting).toBe('220 mx.shop.example ESMTP Postrider');
  expect(await smtp.say('EHLO mx.there.example')).toMatch(/^250/);
  expect(await smtp.say('MAIL FROM:<>')).toMatch(/^250/);
  return smtp;
}

/** Opens a connection and sends all commands up to DATA. */
async function inData(port = listener.port): Promise<RawSmtp> {
  const smtp = await dialogue(port);
  expect(await smtp.say(`RCPT TO:<${bounceAddress}>`)).toMatch(/^250/);
  expect(await smtp.say('DATA')).toMatch(/^354/);
  return smtp;
}

/** Returns complete lines that have the given number of bytes in total. */
function lineOf(bytes: number): string {
  const line = `${'x'.repeat(998)}\r\n`;
  const lines = line.repeat(Math.floor(bytes / 1_000) - 1);
  return `${lines}${'y'.repeat(bytes - lines.length - 2)}\r\n`.slice(0, bytes);
}
