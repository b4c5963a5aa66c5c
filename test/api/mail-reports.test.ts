import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { reportsCommand } from '../../src/app/commands/reports.ts';
import {
  listForeignReports,
  purgeReports,
  summarise,
  storeReports,
} from '../../src/features/outcomes/mail-reports/index.ts';
import { MAX_FOREIGN } from '../../src/features/outcomes/mail-reports/purge.ts';
import { MAX_PARTS_A_DAY } from '../../src/features/outcomes/mail-reports/store.ts';
import {
  AHEAD_DAYS,
  MAX_DAYS,
  MAX_REPORTS_OF_MAIL,
  OLDEST_DAYS,
} from '../../src/features/outcomes/mail-reports/take.ts';
import { MAX_REPORT_BYTES, unpackReport } from '../../src/features/outcomes/mail-reports/unpack.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { INBOUND_ENVIRONMENT, startTestInbound } from '../support/inbound.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

const RECEIVED_AT = new Date('2026-11-21T04:00:00Z');
const DAY_SECONDS = 86_400;
const BEGIN = Date.parse('2026-11-20T00:00:00Z') / 1_000;
const DAYS = { fromDay: '2026-11-01', toDay: '2026-11-30' };

const app = shared(async () => startApp(INBOUND_ENVIRONMENT));
const tenant = shared(async () => app.newAccount());

/** Inserts a domain of an account. By default, the domain is verified. */
async function hold(name: string, { by = tenant, isProved = true } = {}): Promise<void> {
  const text = `insert into domain (account_id, name, verified_at) values ($1, $2, case when $3 then now() end)`;
  await app.installation.db.query({ name: 'test_hold', text }, [by.account.id, name, isProved]);
}

async function take(...files: readonly (Buffer | string)[]): Promise<string> {
  const attachments = files.map((content) => ({ content: Buffer.from(content) }));
  return app.installation.db.transaction((tx) => storeReports(tx, { receivedAt: RECEIVED_AT, attachments }));
}

function summaryOf(domain: string, by: Tenant = tenant) {
  return summarise(app.installation.db, by.account.id, domain, DAYS);
}

interface DmarcGiven {
  readonly domain: string;
  readonly org?: string;
  readonly id?: string;
  readonly begin?: number;
  readonly end?: number;
  readonly rows?: readonly (readonly [ip: string, count: number, dkim: string, spf: string, disposition?: string])[];
}

function dmarc({
  domain,
  org = 'google.com',
  id = '1',
  begin = BEGIN,
  end = begin + DAY_SECONDS - 1,
  rows,
}: DmarcGiven) {
  const records = (rows ?? [['192.0.2.1', 3, 'pass', 'pass']]).map(
    ([ip, count, dkim, spf, disposition = 'none']) => `<record><row><source_ip>${ip}</source_ip><count>${count}</count>
<policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers></record>`,
  );
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>${org}</org_name><report_id>${id}</report_id>
<date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>none</p></policy_published>${records.join('\n')}</feedback>`;
}

function tls(domain: string, org: string, [successful, failed]: readonly [number, number], resultType = '') {
  return JSON.stringify({
    'organization-name': org,
    'date-range': { 'start-datetime': '2026-11-20T00:00:00Z', 'end-datetime': '2026-11-20T23:59:59Z' },
    'report-id': `2026-11-20T00:00:00Z_${domain}`,
    policies: [
      {
        policy: { 'policy-type': 'sts', 'policy-domain': domain },
        summary: { 'total-successful-session-count': successful, 'total-failure-session-count': failed },
        ...(failed > 0 && {
          'failure-details': [
            { 'result-type': resultType, 'failed-session-count': failed, 'receiving-mx-hostname': `mx.${domain}` },
          ],
        }),
      },
    ],
  });
}

/**
 * Returns a zip file like the ones that reporters send. If `isStreamed` is true, the sizes are stored only in the
 * central directory.
 */
function zip(content: Buffer | string, { method = 8, isStreamed = false, entries = 1, flags = 0 } = {}): Buffer {
  const bytes = Buffer.from(content);
  const data = method === 8 ? deflateRawSync(bytes) : bytes;
  const name = Buffer.from('yahoo.com!acme.example!1795132800!1795219199.xml');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE((isStreamed ? 8 : 0) | flags, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.from(common);
  if (isStreamed) local.fill(0, 10, 22);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), local, name, data, directory, end]);
}

describe('report file', () => {
  const text = dmarc({ domain: 'acme.example' });

  it.each([
    ['plain', Buffer.from(text)],
    ['with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['in UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['as gzip', gzipSync(text)],
    ['as gzip with two members', Buffer.concat([gzipSync(text.slice(0, 99)), gzipSync(text.slice(99))])],
    ['as a zip, deflated', zip(text)],
    ['as a zip, stored', zip(text, { method: 0 })],
    ['as a zip that was streamed', zip(text, { isStreamed: true })],
  ])('is unpacked %s', (_, file) => {
    expect(unpackReport(file)).toEqual({ format: 'xml', text });
  });

  it.each([
    ['a truncated gzip', gzipSync(text).subarray(0, -9), 'The gzip file is damaged.'],
    ['a truncated zip', zip(text).subarray(0, -9), 'The zip file is damaged.'],
    ['a zip with a wrong checksum', flipped(zip(text, { method: 0 }), 99), 'The zip file is damaged.'],
    ['a zip with several files', zip(text, { entries: 2 }), 'The zip file must contain exactly one file.'],
    ['an encrypted zip', zip(text, { flags: 1 }), 'The zip file is encrypted.'],
    [
      'a zip with another compression method',
      zip(text, { method: 12 }),
      'The zip file uses an unsupported compression method.',
    ],
    ['a compressed image', gzipSync('\x89PNG'), 'The packed file is neither XML nor JSON.'],
    ['a gzip bomb', gzipSync(Buffer.alloc(100 * MAX_REPORT_BYTES, ' ')), 'The unpacked report is larger than 10 MB.'],
    ['a zip bomb', zip(Buffer.alloc(10 * MAX_REPORT_BYTES, ' ')), 'The unpacked report is larger than 10 MB.'],
  ])('is refused as %s', (_, file, fault) => {
    expect(unpackReport(file)).toEqual({ fault });
  });

  it('can be 10 MB and not a byte more', () => {
    const filled = (bytes: number): Buffer => Buffer.alloc(bytes, ' ').fill('<x/>', 0, 4);
    for (const pack of [gzipSync, zip, (bytes: Buffer) => bytes]) {
      expect(unpackReport(pack(filled(MAX_REPORT_BYTES)))).toMatchObject({ format: 'xml' });
      expect(unpackReport(pack(filled(MAX_REPORT_BYTES + 1)))).toHaveProperty('fault');
    }
  });

  it('of any damaged zip causes no failure', () => {
    const file = zip(text);
    for (let at = 0; at < file.length; at += 1) {
      for (const broken of [flipped(file, at), file.subarray(0, at)]) expect(() => unpackReport(broken)).not.toThrow();
    }
  });

  it('is skipped if it is not a report', () => {
    expect(unpackReport(Buffer.from('\x89PNG'))).toBeUndefined();
    expect(unpackReport(Buffer.alloc(0))).toBeUndefined();
  });
});

function flipped(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

describe('DMARC reports', () => {
  it('are summed by source across reporters and days', async () => {
    await hold('sums.example');
    const google = dmarc({
      domain: 'sums.example',
      rows: [
        ['192.0.2.1', 70, 'pass', 'fail'],
        ['2001:db8::7', 20, 'fail', 'pass'],
        ['198.51.100.9', 10, 'fail', 'fail', 'reject'],
      ],
    });
    const yahoo = dmarc({ domain: 'sums.example', org: 'Yahoo', rows: [['192.0.2.1', 100, 'pass', 'pass']] });
    expect([await take(gzipSync(google)), await take(zip(yahoo, { isStreamed: true }))]).toEqual(['done', 'done']);
    expect((await summaryOf('sums.example')).dmarc).toEqual({
      reports: 2,
      messages: 200,
      aligned: 190,
      alignedShare: 0.95,
      sourceCount: 3,
      sources: [
        { sourceIp: '192.0.2.1', messages: 170, aligned: 170, dkimAligned: 170, spfAligned: 100, notDelivered: 0 },
        { sourceIp: '2001:db8::7', messages: 20, aligned: 20, dkimAligned: 0, spfAligned: 20, notDelivered: 0 },
        { sourceIp: '198.51.100.9', messages: 10, aligned: 0, dkimAligned: 0, spfAligned: 0, notDelivered: 10 },
      ],
    });
  });

  it('count once, even if received concurrently', async () => {
    await hold('twice.example');
    const report = dmarc({ domain: 'TWICE.example.' });
    expect(await Promise.all([take(report), take(gzipSync(report)), take(report)])).toEqual(['done', 'done', 'done']);
    expect(await take(dmarc({ domain: 'twice.example', org: 'another' }))).toBe('done');
    expect((await summaryOf('twice.example')).dmarc).toMatchObject({ reports: 2, messages: 6 });
  });

  it('count for the day on which they begin', async () => {
    await hold('days.example');
    const last = Date.parse('2026-11-19T23:59:59Z') / 1_000;
    await take(
      dmarc({ domain: 'days.example', id: 'before', begin: last }),
      dmarc({ domain: 'days.example', id: 'on' }),
    );
    const of = (fromDay: string, toDay: string) =>
      summarise(app.installation.db, tenant.account.id, 'days.example', { fromDay, toDay });
    expect((await of('2026-11-19', '2026-11-19')).dmarc.reports).toBe(1);
    expect((await of('2026-11-20', '2026-11-20')).dmarc.reports).toBe(1);
    expect((await of('2026-11-19', '2026-11-20')).dmarc.reports).toBe(2);
    expect((await of('2026-11-21', '2026-11-30')).dmarc).toMatchObject({ reports: 0, alignedShare: undefined });
  });

  const RECEIVED = RECEIVED_AT.getTime() / 1_000;
  const HOUR = 3_600;
  it.each([
    ['of the future', RECEIVED, RECEIVED + AHEAD_DAYS * DAY_SECONDS, 1, 'in the future'],
    ['of the distant past', BEGIN - 40 * DAY_SECONDS, RECEIVED - OLDEST_DAYS * DAY_SECONDS, -1, 'too old'],
    ['of too many days', RECEIVED - MAX_DAYS * DAY_SECONDS - HOUR, RECEIVED - HOUR, 1, 'more than 32 days'],
  ])('%s are refused, but not one second less', async (name, begin, end, second, words) => {
    await hold(`from-${begin}.example`);
    const report = { domain: `from-${begin}.example`, id: name, begin };
    expect(await take(dmarc({ ...report, end }))).toBe('done');
    expect(await take(dmarc({ ...report, id: 'over', end: end + second }))).toContain(words);
  });

  it('of a million rows are refused', async () => {
    const row = '<record><row><source_ip>192.0.2.1</source_ip><count>1</count></row></record>';
    const report = dmarc({ domain: 'sums.example', id: 'huge' }).replace(
      '</feedback>',
      `${row.repeat(1_000_000)}</feedback>`,
    );
    expect(await take(gzipSync(report))).toBe('The unpacked report is larger than 10 MB.');
  });
});

describe('owner of a report', () => {
  it('is missing if no account has the domain: the report is listed without its content', async () => {
    const report = dmarc({ domain: 'stranger.example' });
    expect(await take(report, tls('stranger.example', 'Google Inc.', [1, 0]))).toBe(
      'No account has verified the domain stranger.example.',
    );
    await take(report);
    const notes = await listForeignReports(app.installation.db);
    expect(
      notes.filter(({ domain }) => domain === 'stranger.example').map(({ kind, reports }) => [kind, reports]),
    ).toEqual(
      expect.arrayContaining([
        ['dmarc', 2],
        ['tls', 1],
      ]),
    );
    expect((await summaryOf('stranger.example')).dmarc.reports).toBe(0);
  });

  it('is the account that verified the domain, not one that only added it', async () => {
    const squatter = await app.newAccount();
    await hold('shared.example', { by: squatter, isProved: false });
    await hold('shared.example');
    expect(await take(dmarc({ domain: 'shared.example' }))).toBe('done');
    expect((await summaryOf('shared.example')).dmarc.reports).toBe(1);
    expect((await summaryOf('shared.example', squatter)).dmarc.reports).toBe(0);
  });

  it('is the only account that added the domain while it is unverified', async () => {
    await hold('added.example', { isProved: false });
    expect(await take(dmarc({ domain: 'added.example' }))).toBe('done');
    await hold('added.example', { by: await app.newAccount(), isProved: false });
    expect(await take(dmarc({ domain: 'added.example', id: '2' }))).toMatch(/^No account has verified/);
  });
});

describe('report email', () => {
  it('without a report gets an error', async () => {
    expect(await take()).toBe('The email contains no report.');
    expect(await take('\x89PNG')).toBe('The email contains no report.');
  });

  it('with too many reports is read up to the limit', async () => {
    await hold('many.example');
    const reports = Array.from({ length: MAX_REPORTS_OF_MAIL + 1 }, (_, no) =>
      dmarc({ domain: 'many.example', id: `${no}` }),
    );
    expect(await take(...reports)).toBe('done');
    expect((await summaryOf('many.example')).dmarc.reports).toBe(MAX_REPORTS_OF_MAIL);
  });

  it('that is malformed gets the reason without control characters', async () => {
    expect(await take('<feedback>\u0000\u001b[31m')).toMatch(/^The report is not well-formed XML: [ -~]+$/);
  });

  it('is refused after too many rows in a day', async () => {
    await hold('flooded.example');
    expect(await take(dmarc({ domain: 'flooded.example' }))).toBe('done');
    const text = 'update mail_report set parts = $1 where domain = $2';
    const setParts = (parts: number) =>
      app.installation.db.query({ name: 'test_parts', text }, [parts, 'flooded.example']);
    await setParts(MAX_PARTS_A_DAY - 2);
    expect(await take(dmarc({ domain: 'flooded.example', id: 'over' }))).toMatch(/^More than 100000 report rows/);
    await setParts(MAX_PARTS_A_DAY - 3);
    expect(await take(dmarc({ domain: 'flooded.example', id: 'fits' }))).toBe('done');
  });
});

describe('TLS reports', () => {
  it('are summed by result and by reporter', async () => {
    await hold('tls.example');
    await take(gzipSync(tls('tls.example', 'Google Inc.', [5_000, 30], 'certificate-expired')));
    await take(tls('tls.example', 'Microsoft Corporation', [700, 0]));
    await take(gzipSync(tls('tls.example', 'Mail.ru', [0, 4], 'starttls-not-supported')));
    expect((await summaryOf('tls.example')).tls).toEqual({
      reports: 3,
      successful: 5_700,
      failed: 34,
      results: [
        { resultType: 'certificate-expired', sessions: 30, receivingHost: 'mx.tls.example' },
        { resultType: 'starttls-not-supported', sessions: 4, receivingHost: 'mx.tls.example' },
      ],
      reporters: [
        { org: 'Google Inc.', reports: 1, successful: 5_000, failed: 30 },
        { org: 'Mail.ru', reports: 1, successful: 0, failed: 4 },
        { org: 'Microsoft Corporation', reports: 1, successful: 700, failed: 0 },
      ],
    });
  });

  it('of several domains count for each of our domains', async () => {
    await hold('ours.example');
    const report = JSON.parse(tls('ours.example', 'Both', [1, 0]));
    report.policies.push(JSON.parse(tls('theirs.example', 'Both', [1, 0])).policies[0]);
    expect(await take(JSON.stringify(report))).toBe('done');
    expect((await summaryOf('ours.example')).tls).toMatchObject({ reports: 1, successful: 1 });
  });
});

describe('postrider reports', () => {
  async function printed(...args: string[]): Promise<string> {
    let output = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
    try {
      const clock = { now: () => RECEIVED_AT.getTime() };
      await reportsCommand({ ...app.installation, clock }, args);
    } finally {
      write.mockRestore();
    }
    return output;
  }

  it('shows problems and fixes', async () => {
    await hold('words.example');
    const rows = [
      ['192.0.2.1', 199, 'pass', 'pass'],
      ['198.51.100.9', 1, 'fail', 'fail', 'quarantine'],
    ] as const;
    await take(
      dmarc({ domain: 'words.example', rows }),
      tls('words.example', 'Google Inc.', [9, 1], 'certificate-expired'),
    );
    const output = await printed('Words.example', '--account', tenant.account.email);
    expect(output).toContain('1 report about 200 messages from 2 IP addresses; 99.5% aligned.');
    expect(output).toContain('Not aligned: email from 198.51.100.9.');
    expect(output).toContain('1 x certificate-expired at mx.words.example: renew the certificate of the mail server.');
    expect(output).toMatch(/^192\.0\.2\.1 +199 +100% +100% +100% +0/m);
  });

  it('explains how to get reports if there are none', async () => {
    const output = await printed('silent.example', '--days', '1', '--account', tenant.account.email);
    expect(output).toContain('silent.example, 2026-11-21 to 2026-11-21 (UTC)');
    expect(output).toContain('DMARC: no reports.');
    expect(output).toContain('TLS: no reports.');
  });

  it('lists reports for unknown domains and refuses unknown options', async () => {
    await take(dmarc({ domain: 'foreign.example', org: 'Yahoo' }));
    expect(await printed('--foreign')).toMatch(/^foreign\.example +dmarc +Yahoo +1 /m);
    await expect(printed('--foreign', 'x.example')).rejects.toThrow('cannot be combined with a DOMAIN');
    await expect(printed()).rejects.toThrow('DOMAIN is missing');
    await expect(printed('x.example', '--days', '401')).rejects.toThrow('from 1 to 400');
  });
});

it('keeps reports for 400 days', async () => {
  await hold('old.example');
  await take(dmarc({ domain: 'old.example', id: 'old' }), dmarc({ domain: 'old.example', id: 'kept' }));
  const text = `update mail_report set received_at = now() - make_interval(days => case report_id when 'old' then 401 else 399 end)
    where domain = 'old.example'`;
  await app.installation.db.query({ name: 'test_age', text }, []);
  expect(await purgeReports(app.installation.db)).toBe(1);
  expect((await summaryOf('old.example')).dmarc).toMatchObject({ reports: 1, messages: 3 });
  expect(await purgeReports(app.installation.db)).toBe(0);
});

it('keeps the newest 10,000 reports of unknown domains', async () => {
  const { db } = app.installation;
  await db.query({ name: 'test_empty_foreign', text: 'delete from foreign_report' }, []);
  const text = `insert into foreign_report (domain, kind, org, last_at)
    select 'd' || n || '.example', 'dmarc', 'Yahoo', now() - make_interval(secs => n) from generate_series(1, $1::integer) n`;
  await db.query({ name: 'test_fill_foreign', text }, [MAX_FOREIGN + 1]);
  expect(await purgeReports(db)).toBe(1);
  expect(await purgeReports(db)).toBe(0);
  expect((await listForeignReports(db))[0]?.domain).toBe('d1.example');
});

describe('over SMTP', () => {
  /** Builds a message that consists of a report file, as Google sends DMARC reports. */
  const asFile = (type: string, name: string, content: Buffer): string =>
    [
      'From: noreply-dmarc-support@google.com',
      'Subject: Report domain: mailed.example Submitter: google.com',
      'MIME-Version: 1.0',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      '',
    ].join('\r\n');
  /** Builds a message with a report in the format of RFC 8460 section 5.3. */
  const asPart = (content: Buffer): string =>
    [
      'From: tlsrpt@mail.sender.example',
      'TLS-Report-Domain: mailed.example',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type="tlsrpt"; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'This is an aggregate TLS report.',
      '--b',
      'Content-Type: application/tlsrpt+gzip',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="sender.example!mailed.example!1!2!1.json.gz"',
      '',
      content.toString('base64'),
      '--b--',
      '',
    ].join('\r\n');

  it('reports are read from received messages', async () => {
    await hold('mailed.example');
    const inbound = await startTestInbound(app.installation);
    try {
      const begin = Math.floor(Date.now() / 1_000) - DAY_SECONDS;
      const day = new Date(begin * 1_000).toISOString();
      const file = zip(dmarc({ domain: 'mailed.example', begin }), { isStreamed: true });
      const json = gzipSync(tls('mailed.example', 'Sender', [7, 0]).replaceAll(/2026-11-20T[\d:]+Z/g, day));
      const mails = [
        ['dmarc-reports@mx.shop.example', asFile('application/zip', 'report.zip', file)],
        ['tls-reports@mx.shop.example', asPart(json)],
        ['dmarc-reports@mx.shop.example', asFile('application/gzip', 'report.xml.gz', gzipSync('<html/>'))],
      ] as const;
      for (const [to, raw] of mails) expect(await inbound.send(to, raw, 'reports@sender.example')).toMatch(/^250/);
      expect((await inbound.settled()).map(({ reason, state }) => [state, reason])).toEqual([
        ['done', expect.any(String)],
        ['done', expect.any(String)],
        ['unreadable', 'The root element of the report is not "feedback".'],
      ]);
      const days = { fromDay: day.slice(0, 10), toDay: day.slice(0, 10) };
      expect(await summarise(app.installation.db, tenant.account.id, 'mailed.example', days)).toMatchObject({
        dmarc: { reports: 1, messages: 3 },
        tls: { reports: 1, successful: 7 },
      });
    } finally {
      await inbound.close();
    }
  });
});
