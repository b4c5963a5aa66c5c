// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Poller } from '../../src/base/poller.ts';
import { purgeImports } from '../../src/features/tenants/imports/index.ts';
import { erasedPeopleOf } from '../../src/app/contact-privacy.ts';
import { importKindsOf } from '../../src/app/imports.ts';
import { contactAddressOf, type ContactAddress } from '../../src/features/audience/contacts/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { IMPORTS, newAudience, runImports, uuidOf } from '../support/contact-files.ts';
import { shared } from '../support/shared.ts';

let runner: Poller;
const app = shared(startApp);

beforeAll(async () => {
  runner = runImports(app);
});
afterAll(async () => {
  await runner.close();
});

/** Encodes text in the format that Excel calls "Unicode text". */
const wide = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('preview', () => {
  it('lists which rows would be refused or values omitted, with the guessed and with given mappings', async () => {
    const ann = await newAudience(app);
    const { body } = await ann.upload(
      'Email,Since,Status\nann at home,3/4/2026,active\nbob@example.org,13/4/2026,maybe\n',
    );
    const faults = async (query = ''): Promise<unknown> => {
      const answer = await ann.person.session.call('GET', `${IMPORTS}/${body.id}/preview${query}`);
      return answer.status === 200 ? answer.body.faults : [answer.status, Object.keys(answer.body.errors)];
    };
    const noAddress = {
      row: 1,
      column: 0,
      reason: 'must be an email address like name@example.com.',
      refuses_row: true,
    };
    // A status value that is not mapped prevents the start of the import but does not exclude any rows.
    expect(await faults()).toEqual([noAddress]);
    const asked = '?mapping[]=email&mapping[]=created_at';
    const noDate = {
      row: 2,
      column: 1,
      reason: 'created_at must be a date like 2026-01-31 or 2026-01-31 08:15:00.',
      refuses_row: false,
    };
    expect(await faults(`${asked}&date_order=month_first`)).toEqual([noAddress, noDate]);
    expect(await faults(`${asked}&date_order=day_first`)).toEqual([noAddress]);
    expect(await faults('?mapping[]=email&mapping[]=ignore&mapping[]=ignore')).toEqual([noAddress]);
    expect(await faults('?has_header=false')).toMatchObject([{ row: 0, column: 0 }, noAddress]);
    expect(await faults('?mapping[]=ignore')).toMatchObject([
      { row: 1, column: null },
      { row: 2, column: null },
    ]);
    expect(await faults('?mapping[]=nothing')).toEqual([422, ['mapping.0']]);
    expect(await faults('?mapping[]=email&mapping[]=email')).toEqual([422, ['mapping']]);
    expect(await faults('?date_order=year_first&has_header=2')).toEqual([422, ['date_order', 'has_header']]);
  });
});

describe('file of contacts', () => {
  it('waits, shows its first rows with guessed columns, and starts with the given mapping', async () => {
    const ann = await newAudience(app);
    const list = await ann.newGroup('list', 'Everybody');
    const tag = await ann.newGroup('tag', 'May');
    const rows = Array.from({ length: 30 }, (_, n) => `reader${n}@example.org;Reader;Nr ${n};Ghent\r\n`).join('');
    const { body, status } = await ann.upload(`E-Mail;First Name;Last Name;Town\r\n${rows}`);
    expect({ status, body }).toMatchObject({ status: 202, body: { state: 'ready', settings: null, progress: null } });

    const preview = await ann.person.session.call('GET', `${IMPORTS}/${body.id}/preview`);
    expect(preview.body).toMatchObject({
      encoding: 'UTF-8',
      delimiter: ';',
      vendor: null,
      has_header: true,
      status: 'subscribed',
      columns: [
        { heading: 'E-Mail', target: 'email' },
        { heading: 'First Name', target: 'first_name' },
        { heading: 'Last Name', target: 'last_name' },
        { heading: 'Town', target: 'ignore' },
      ],
    });
    expect(preview.body.rows).toHaveLength(20);

    const mapping = ['email', 'first_name', 'last_name', 'new_field:Town'];
    const given = { mapping, list_ids: [String(list)], tag_ids: [tag], consent: 'Signed up in May.' };
    const started = await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, given);
    expect(started).toMatchObject({ status: 202, body: { settings: { consent: 'Signed up in May.' } } });
    const row = await ann.ended(body.id);
    expect(row).toMatchObject({ state: 'done', added: 30, known: 0, rejected: 0, fault: null });
    expect(row.can_undo_until).not.toBeNull();
    expect((await ann.contacts())['reader7@example.org']).toMatchObject({
      first_name: 'Reader',
      last_name: 'Nr 7',
      lists: ['Everybody'],
      tags: ['May'],
      own: { town: 'Ghent' },
    });
    expect(await ann.counts()).toEqual({
      contacts: 30,
      stats: 30,
      counter: 30,
      members: 30,
      list_counters: 30,
      tagged: 30,
      tag_counters: 30,
    });
  });

  it('sets languages, and omits and reports unknown ones', async () => {
    const ann = await newAudience(app);
    await ann.import('email,language\nknown@example.org,fr\n', { mapping: ['email', 'language'] });
    const file =
      'E-Mail;Sprache\na@example.org;de_AT\nb@example.org;PT-br\nc@example.org;german\nknown@example.org;\nd@example.org;\n';
    const { body } = await ann.upload(file);
    const preview = await ann.person.session.call('GET', `${IMPORTS}/${body.id}/preview`);
    expect(preview.body.columns[1]).toMatchObject({ heading: 'Sprache', target: 'language' });
    expect(await ann.import(file, { mapping: ['email', 'language'] })).toMatchObject({ added: 4, values_left_out: 1 });
    const contacts = await ann.contacts();
    const languages = Object.entries(contacts).map(([email, { language }]) => [email.split('@')[0], language]);
    expect(Object.fromEntries(languages)).toEqual({ a: 'de-AT', b: 'pt-BR', c: null, d: null, known: 'fr' });
  });

  it('sets time zones, and omits and reports unknown ones', async () => {
    const ann = await newAudience(app);
    await ann.import('email,timezone\nknown@example.org,UTC\n', { mapping: ['email', 'timezone'] });
    const file =
      'E-Mail;Zeitzone\na@example.org;europe/vienna\nb@example.org;Asia/Kolkata\nc@example.org;+02:00\nknown@example.org;\n';
    const { body } = await ann.upload(file);
    const preview = await ann.person.session.call('GET', `${IMPORTS}/${body.id}/preview`);
    expect(preview.body.columns[1]).toMatchObject({ heading: 'Zeitzone', target: 'timezone' });
    const row = await ann.import(file, { mapping: ['email', 'timezone'] });
    expect(row).toMatchObject({ added: 3, values_left_out: 1 });
    const zones = Object.entries(await ann.contacts()).map(([email, { timezone }]) => [email.split('@')[0], timezone]);
    expect(Object.fromEntries(zones)).toEqual({ a: 'Europe/Vienna', b: 'Asia/Kolkata', c: null, known: 'UTC' });
  });

  it('stores the consent and excludes erased people', async () => {
    const ann = await newAudience(app);
    const erased = contactAddressOf('gone@example.org') as ContactAddress;
    await app.installation.db.transaction(async (tx) =>
      erasedPeopleOf(app.installation).keep(tx, ann.accountId, erased),
    );
    const file = 'email\nGone@Example.org\nhere@example.org\n';
    const row = await ann.import(file, { mapping: ['email'], consent: 'Signed up in May.' });
    expect(row).toMatchObject({ state: 'done', added: 1, rejected: 1 });
    expect((await ann.rejects(row.id)).join()).toContain('belongs to a person whose data was erased');
    expect(Object.keys(await ann.contacts())).toEqual(['here@example.org']);
    expect(await ann.rows('select text, source, ip_address from contact_consent where account_id = $1')).toEqual([
      { text: 'Signed up in May.', source: 'import', ip_address: null },
    ]);
  });

  const NAMES = 'email,first_name\nann@example.org,Zoë\nbea@example.org,"Smith, ""B"""\n';
  it.each([
    ['UTF-8', 'UTF-8', Buffer.from(NAMES)],
    ['UTF-8 with a byte order mark', 'UTF-8', Buffer.from(`\uFEFF${NAMES}`)],
    ['UTF-16 as Excel writes it', 'UTF-16 LE', wide(NAMES.replaceAll(',', '\t').replace('Smith\t', 'Smith,'))],
    ['big-endian UTF-16', 'UTF-16 BE', wide(NAMES, true)],
    ['UTF-16 without a byte order mark', 'UTF-16 LE', Buffer.from(NAMES, 'utf16le')],
    ['Windows-1252', 'Windows-1252', Buffer.from(NAMES, 'latin1')],
    ['Mac line breaks', 'UTF-8', Buffer.from(NAMES.replaceAll('\n', '\r'))],
    ['pipes as delimiters', 'UTF-8', Buffer.from(NAMES.replaceAll(',', '|').replace('Smith|', 'Smith,'))],
  ])('in %s is read, and the encoding is shown', async (_what, encoding, file) => {
    const ann = await newAudience(app);
    expect(await ann.import(file)).toMatchObject({ state: 'done', added: 2, encoding });
    const contacts = await ann.contacts();
    expect(contacts['ann@example.org']).toMatchObject({ first_name: 'Zoë' });
    expect(contacts['bea@example.org']).toMatchObject({ first_name: 'Smith, "B"' });
  });

  it('is stored as the origin of contacts that it added or restored, but not of existing ones', async () => {
    const ann = await newAudience(app);
    const call = async (method: string, path: string, body?: unknown) =>
      (await ann.person.call(method, path, ...(body === undefined ? [] : [body]))).body;
    const found = await call('POST', '/contacts', { email: 'found@example.org' });
    const gone = await call('POST', '/contacts', { email: 'gone@example.org' });
    await call('DELETE', `/contacts/${gone.id}`);
    const { body } = await ann.upload(
      'email,created_at\nnew@example.org,2019-05-01\nfound@example.org,2019-05-01\ngone@example.org,2019-05-01\n',
      'readers.csv',
    );
    await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, { mapping: ['email', 'created_at'] });
    await ann.ended(body.id);
    const originOf = async (email: string) => {
      const [id] = (await call('GET', `/contacts?query=${email}`)).data.map((row: { id: number }) => row.id);
      const { imported_at, imported_from } = (await call('GET', `/contacts/${id}/activity`)).contact;
      return [typeof imported_at, imported_from];
    };
    expect(await originOf('new@example.org')).toEqual(['string', 'readers.csv']);
    expect(await originOf('gone@example.org')).toEqual(['string', 'readers.csv']);
    expect([found.id > 0, await originOf('found@example.org')]).toEqual([true, ['object', null]]);
  });

  it('in Windows-1252 is distinguished from UTF-8 after its first chunk, including its special characters', async () => {
    const ann = await newAudience(app);
    const padding = Array.from({ length: 12_000 }, (_, n) => `reader${n}@example.org,nobody in particular\n`).join('');
    const last = Buffer.concat([Buffer.from('z@ex.org,'), Buffer.from([0x80]), Buffer.from(' Zoé\n', 'latin1')]);
    const row = await ann.import(Buffer.concat([Buffer.from(`email,first_name\n${padding}`), last]));
    expect(row).toMatchObject({ state: 'done', added: 12_001, encoding: 'Windows-1252' });
    expect((await ann.contacts())['z@ex.org']).toMatchObject({ first_name: '€ Zoé' });
  });

  it.each([
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), /is an image, not a table/],
    ['a zip', Buffer.from('PK\x03\x04\x14\0members.csv', 'latin1'), /is a ZIP archive: unpack it and upload each CSV/],
    ['an Excel workbook', Buffer.from('PK\x03\x04\x14\0[Content_Types].xml', 'latin1'), /is an Excel workbook: save/],
    ['a PDF', Buffer.from('%PDF-1.7\n'), /is a PDF/],
    ['a web page', Buffer.from('<!doctype html><p>Sign in'), /is a web page/],
    ['only empty lines', Buffer.from('\n\n'), /^has no rows/],
    [
      'a text with an unclosed quotation mark',
      Buffer.from('"ann@example.org\n'),
      /^has no readable rows\. Line 1 has a quotation/,
    ],
  ])('that is %s is refused with the reason, and nothing is kept', async (_what, file, sentence) => {
    const ann = await newAudience(app);
    const { body, status } = await ann.upload(file);
    expect({ status, body }).toMatchObject({ status: 422 });
    expect(body.errors.file[0]).toMatch(sentence);
    expect(await ann.rows('select 1 from import where account_id = $1')).toEqual([]);
    expect(await ann.rows('select 1 from import_piece where account_id = $1')).toEqual([]);
  });

  it('lists its rows without an address and imports the others without invalid values', async () => {
    const ann = await newAudience(app);
    const type = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';
    await ann.person.call('POST', '/contact-fields', { label: 'Birthday', contact_field_type_id: type });
    const file =
      'email,ip,created_at,status,tags,Birthday\n' +
      'ann@example.org,192.0.2.1,2024-05-06,active,,1945-05-08\n' +
      'no address,,,active,,\n' +
      ',,,active,,\n' +
      'bea@example.org,somewhere,,active,,00-00-0000\n' +
      'cas@example.org,,yesterday,active,,soon\n' +
      'dan@example.org,,2999-01-01,active,,"Nov 1, 2016"\n' +
      `fay@example.org,,,active,${'x'.repeat(200)},\n` +
      '=cmd|x@,,,active,,\n';
    const row = await ann.import(file);
    expect(row).toMatchObject({ state: 'done', added: 5, rejected: 3, values_left_out: 5 });
    expect(await ann.rejects(row.id)).toEqual([
      'line,value,reason,column',
      '3,no address,must be an email address like name@example.com.,',
      expect.stringMatching(/^4,.*,must have an email address\.,$/),
      '5,somewhere,must be an IP address.,ip',
      '6,yesterday,must be a date like 2026-01-31 or 2026-01-31 08:15:00.,created_at',
      '6,soon,must be a date like 2026-01-31.,Birthday',
      '7,2999-01-01,must not be in the future.,created_at',
      expect.stringMatching(/^8,x+,contains a name with more than 191 characters\.,tags$/),
      expect.stringMatching(/^9,'=cmd\|x@,/),
    ]);
    const contacts = await ann.contacts();
    expect(contacts['ann@example.org']).toMatchObject({ ip_address: '192.0.2.1', own: { birthday: '1945-05-08' } });
    expect(contacts['bea@example.org']).toMatchObject({ ip_address: null, own: null });
    expect(contacts['dan@example.org']).toMatchObject({ own: { birthday: '2016-11-01' } });
  });

  it('keeps names of existing contacts on request but still unsubscribes contacts', async () => {
    const ann = await newAudience(app);
    const list = await ann.newGroup('list', 'News');
    await ann.import('email,first_name\nann@example.org,Ann\nbea@example.org,Bea\n');
    const file = 'email,first_name,unsubscribed_at\nann@example.org,Other,\nbea@example.org,Other,2025-01-02\n';
    const row = await ann.import(file, { update_existing: false, list_ids: [list] });
    expect(row).toMatchObject({ added: 0, known: 2 });
    const contacts = await ann.contacts();
    expect(contacts['ann@example.org']).toMatchObject({ first_name: 'Ann', unsubscribed_at: null, lists: ['News'] });
    expect(contacts['bea@example.org']).toMatchObject({ first_name: 'Bea', unsubscribed_at: new Date('2025-01-02') });
    await ann.import(file);
    expect((await ann.contacts())['ann@example.org']).toMatchObject({ first_name: 'Other' });
  });

  it('resubscribes no contacts and clears no values for empty cells', async () => {
    const ann = await newAudience(app);
    await ann.import('email,first_name,unsubscribed_at\nann@example.org,Ann,2025-01-02\n');
    await ann.import('email,first_name,status\nann@example.org,,active\n');
    expect((await ann.contacts())['ann@example.org']).toMatchObject({
      first_name: 'Ann',
      unsubscribed_at: new Date('2025-01-02'),
    });
  });

  it('creates lists and tags by name, case-insensitively and up to a limit', async () => {
    const ann = await newAudience(app);
    await ann.newGroup('tag', 'vip');
    const many = Array.from({ length: 210 }, (_, n) => `reader${n}@example.org,,Tag ${n}\n`).join('');
    const file = `email,lists,tags\nann@example.org,"News, Offers","VIP|Blog"\nbea@example.org,news,"""VIP"",""A, B"""\n`;
    expect(await ann.import(file)).toMatchObject({ added: 2, rejected: 0 });
    const contacts = await ann.contacts();
    expect(contacts['ann@example.org']).toMatchObject({ lists: ['News', 'Offers'], tags: ['Blog', 'vip'] });
    expect(contacts['bea@example.org']).toMatchObject({ lists: ['News'], tags: ['A, B', 'vip'] });
    const row = await ann.import(`email,lists,tags\n${many}`);
    expect(row).toMatchObject({ added: 200, rejected: 10 });
    expect((await ann.rejects(row.id))[1]).toMatch(/needs the new tag.*an import can create at most 200/);
  });

  it("ends at the first row over the plan's contact limit", async () => {
    const ann = await newAudience(app, 'free');
    await ann.rows(`update plan set contact_limit = 3 where name = 'free' and $1::bigint > 0`);
    try {
      await ann.import('email\nann@example.org\n');
      const row = await ann.import(
        'email\nbea@example.org\nann@example.org\nno address\ncas@example.org\nbea@example.org\ndan@example.org\nx\neve@example.org\n',
      );
      expect(row).toMatchObject({
        state: 'failed',
        added: 2,
        known: 2,
        rejected: 1,
        fault:
          'The import stopped at line 7, because the account reached the plan’s limit of 3 contacts. Contacts imported so far are kept.',
      });
      expect(await ann.counts()).toMatchObject({ contacts: 3, counter: 3, stats: 3 });
    } finally {
      await ann.rows(`update plan set contact_limit = null where name = 'free' and $1::bigint > 0`);
    }
  });

  it('is imported concurrently with another one with exact counters', async () => {
    const ann = await newAudience(app);
    const list = await ann.newGroup('list', 'Both');
    const file = (from: number): string =>
      `email,tags\n${Array.from({ length: 9_000 }, (_, n) => `reader${from + n}@example.org,T${n % 3}\n`).join('')}`;
    const second = runImports(app);
    const begun = await Promise.all([file(0), file(4_500)].map(async (text) => ann.begin(text, { list_ids: [list] })));
    const rows = await Promise.all(begun.map(async ({ id }) => ann.ended(id)));
    await second.close();
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(rows.reduce((sum, { added }) => sum + added, 0)).toBe(13_500);
    expect(rows.reduce((sum, { known }) => sum + known, 0)).toBe(4_500);
    expect(await ann.counts()).toEqual({
      contacts: 13_500,
      stats: 13_500,
      counter: 13_500,
      members: 13_500,
      list_counters: 13_500,
      tagged: 13_500,
      tag_counters: 13_500,
    });
  });
});

describe('start of an import', () => {
  it.each([
    ['an unknown target', { mapping: ['email', 'e-mail'] }, 'mapping.1'],
    ['no email', { mapping: ['first_name', 'last_name'] }, 'mapping'],
    ['two emails', { mapping: ['email', 'email'] }, 'mapping'],
    ['too many columns', { mapping: ['email', 'ignore', 'ignore'] }, 'mapping'],
    ['an unknown field', { mapping: ['email', 'field:town'] }, 'mapping.1'],
    ['an unknown list', { list_ids: [987654321] }, 'list_ids'],
    ['an unknown tag', { tag_ids: ['987654321'] }, 'tag_ids'],
    ['an invalid ID', { list_ids: ['x'] }, 'list_ids'],
    ['an unknown status', { status: 'asleep' }, 'status'],
    ['an unknown mapping', { statuses: [{ column: 1, value: 'Ann', status: 'asleep' }] }, 'statuses.0.status'],
    ['a mapping for another column', { statuses: [{ column: 1, value: 'Ann', status: 'ignore' }] }, 'statuses.0'],
    ['a mapping for a missing column', { statuses: [{ column: 9, value: '', status: 'ignore' }] }, 'statuses.0'],
    ['a too long consent', { consent: 'x'.repeat(1_001) }, 'consent'],
  ])('with %s is refused with the field, and the import still waits', async (_what, given, field) => {
    const ann = await newAudience(app);
    const { body } = await ann.upload('email,first_name\nann@example.org,Ann\n');
    const answer = await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, given);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect((await ann.person.call('GET', `${IMPORTS}/${body.id}`)).body.state).toBe('ready');
    expect(await ann.rows('select 1 from contact_field where account_id = $1')).toEqual([]);
  });

  it('with a list of another account is refused like an unknown one', async () => {
    const [ann, other] = [await newAudience(app), await newAudience(app)];
    const list = await other.newGroup('list', 'Theirs');
    const { body } = await ann.upload('email\nann@example.org\n');
    const answer = await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, { list_ids: [list] });
    expect(answer.body.errors.list_ids).toEqual([`contains IDs that do not exist in this account: ${list}.`]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/preview'],
      ['POST', '/start'],
      ['POST', '/cancel'],
      ['POST', '/undo'],
      ['GET', '/rejects'],
    ] as const) {
      expect((await other.person.session.call(method, `${IMPORTS}/${body.id}${path}`, undefined)).status).not.toBe(200);
    }
  });

  it('is possible once, and not after it was cancelled', async () => {
    const ann = await newAudience(app);
    const first = await ann.begin('email\nann@example.org\n');
    expect((await ann.person.call('POST', `${IMPORTS}/${first.id}/start`, {})).status).toBe(409);
    const { body } = await ann.upload('email\nann@example.org\n');
    const cancelled = await ann.person.call('POST', `${IMPORTS}/${body.id}/cancel`);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', can_undo_until: null });
    expect((await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, {})).status).toBe(409);
    expect((await ann.person.call('GET', `${IMPORTS}/${body.id}/preview`)).status).toBe(409);
    expect(
      await ann.rows(`select 1 from import_piece where account_id = $1 and import_id = '${uuidOf(body.id)}'`),
    ).toEqual([]);
  });

  it('is cancelled with its file if it does not happen within a day', async () => {
    const ann = await newAudience(app);
    const { body } = await ann.upload('email\nann@example.org\n');
    await purgeImports(app.installation.db, importKindsOf(app.installation));
    expect((await ann.person.call('GET', `${IMPORTS}/${body.id}`)).body.state).toBe('ready');
    await purgeImports(app.installation.db, importKindsOf(app.installation), { unstartedSeconds: 0 });
    expect((await ann.person.call('GET', `${IMPORTS}/${body.id}`)).body).toMatchObject({
      state: 'cancelled',
      fault: 'It was not started within a day.',
    });
    expect(await ann.rows('select 1 from import_piece where account_id = $1')).toEqual([]);
  });

  it('is limited to three waiting files per account', async () => {
    const ann = await newAudience(app);
    for (let n = 0; n < 3; n += 1) expect((await ann.upload('email\nann@example.org\n')).status).toBe(202);
    expect((await ann.upload('email\nann@example.org\n')).status).toBe(409);
  });
});

describe('undo of an import', () => {
  it('deletes added contacts without later changes, ends memberships and keeps changed contacts', async () => {
    const ann = await newAudience(app);
    const [list, other] = [await ann.newGroup('list', 'News'), await ann.newGroup('list', 'Other')];
    await ann.import('email,first_name\nold@example.org,Before\nmember@example.org,Member\n', {});
    await ann.import('email\nmember@example.org\n', { list_ids: [list] });
    const file =
      'email,first_name,tags\nold@example.org,After,Blog\nmember@example.org,Member,\nnew@example.org,New,Blog\n' +
      'mailed@example.org,M,\nchanged@example.org,C,\nelsewhere@example.org,E,\nnew@example.org,Newer,\n';
    const row = await ann.import(file, { list_ids: [list] });
    expect(row).toMatchObject({ added: 4, known: 3 });
    const idOf = async (email: string) => Number((await ann.contacts())[email]?.['id']);
    await ann.rows(
      `update contact_stat set first_sent_at = now(), last_sent_at = now()
       where account_id = $1 and contact_id = ${await idOf('mailed@example.org')}`,
    );
    await ann.person.call('PATCH', `/contacts/${await idOf('changed@example.org')}`, { first_name: 'Changed' });
    await ann.person.call('POST', `/lists/${other}/contacts`, { contact_id: await idOf('elsewhere@example.org') });
    await ann.rows(
      `insert into list_member (account_id, list_id, contact_id)
       values ($1, ${other}, ${await idOf('elsewhere@example.org')}) on conflict do nothing`,
    );
    await ann.rows(`update contact_list set contacts_count = 1 where account_id = $1 and id = ${other}`);

    const begun = await ann.person.call('POST', `${IMPORTS}/${row.id}/undo`);
    expect(begun).toMatchObject({ status: 202, body: { state: 'undoing' } });
    const undone = await ann.ended(row.id, ['undone']);
    expect(undone).toMatchObject({ undone: 1, kept: 3, members_undone: 7, can_undo_until: null });
    const contacts = await ann.contacts();
    expect(Object.keys(contacts).toSorted()).toEqual([
      'changed@example.org',
      'elsewhere@example.org',
      'mailed@example.org',
      'member@example.org',
      'old@example.org',
    ]);
    expect(contacts['old@example.org']).toMatchObject({ first_name: 'After', lists: null, tags: null });
    expect(contacts['member@example.org']).toMatchObject({ lists: ['News'] });
    expect(contacts['elsewhere@example.org']).toMatchObject({ lists: ['Other'] });
    expect(await ann.counts()).toMatchObject({ contacts: 5, counter: 5, stats: 5, members: 2, list_counters: 2 });
    expect(
      await ann.rows(`select 1 from contact_import_step where account_id = $1 and import_id = '${uuidOf(row.id)}'`),
    ).toEqual([]);
    expect((await ann.person.call('POST', `${IMPORTS}/${row.id}/undo`)).status).toBe(409);
  });

  it('keeps contacts that existed before, including deleted ones that the import restored', async () => {
    const ann = await newAudience(app);
    const before = await ann.import('email\nann@example.org\nbea@example.org\n');
    const { id } = (await ann.contacts())['bea@example.org'] ?? {};
    await ann.person.call('DELETE', `/contacts/${Number(id)}`);
    const row = await ann.import('email\nann@example.org\nbea@example.org\n');
    expect(row).toMatchObject({ added: 1, known: 1 });
    await ann.person.call('POST', `${IMPORTS}/${row.id}/undo`);
    expect(await ann.ended(row.id, ['undone'])).toMatchObject({ undone: 1, kept: 0 });
    expect(Object.keys(await ann.contacts())).toEqual(['ann@example.org']);
    // In the meantime, the later import has changed the contacts of the first one.
    await ann.person.call('POST', `${IMPORTS}/${before.id}/undo`);
    expect(await ann.ended(before.id, ['undone'])).toMatchObject({ undone: 0, kept: 1 });
  });

  it('continues in batches after a process stopped and counts each contact once', { timeout: 180_000 }, async () => {
    const ann = await newAudience(app);
    const list = await ann.newGroup('list', 'News');
    const file = `email\n${Array.from({ length: 16_000 }, (_, n) => `reader${n}@example.org\n`).join('')}`;
    const row = await ann.import(file, { list_ids: [list] });
    await runner.close();
    const { db } = app.installation;
    let pieces = 0;
    const dead = runImports(
      app,
      {
        ...db,
        transaction: (work, options) => {
          pieces += 1;
          return pieces > 5 ? new Promise(() => {}) : db.transaction(work, options);
        },
      },
      1,
    );
    await ann.person.call('POST', `${IMPORTS}/${row.id}/undo`);
    await eventually('the first runner hangs', async () => pieces > 5 || undefined);
    runner = runImports(app);
    const undone = await ann.ended(row.id, ['undone']);
    expect(undone).toMatchObject({ undone: 16_000, kept: 0, members_undone: 16_000 });
    expect(await ann.counts()).toMatchObject({ contacts: 0, counter: 0, stats: 0, members: 0, list_counters: 0 });
    void dead.close();
  });

  it('is refused after its deadline, when its data is deleted', async () => {
    const ann = await newAudience(app);
    const row = await ann.import('email\nann@example.org\n');
    await ann.rows(`update import set undo_until = now() - interval '1 second' where account_id = $1`);
    expect((await ann.person.call('POST', `${IMPORTS}/${row.id}/undo`)).status).toBe(409);
    await purgeImports(app.installation.db, importKindsOf(app.installation));
    expect(await ann.rows('select 1 from contact_import_step where account_id = $1')).toEqual([]);
    expect((await ann.person.call('GET', `${IMPORTS}/${row.id}`)).body).toMatchObject({
      state: 'done',
      can_undo_until: null,
    });
  });
});
