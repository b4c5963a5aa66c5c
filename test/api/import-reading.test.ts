// Place in a run: slow.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Poller } from '../../src/base/poller.ts';
import { startApp } from '../support/app.ts';
import { IMPORTS, newAudience, runImports, type Audience } from '../support/contact-files.ts';
import { shared } from '../support/shared.ts';

let runner: Poller;
const app = shared(startApp);

beforeAll(async () => {
  runner = runImports(app);
});
afterAll(async () => {
  await runner.close();
});

async function preview(ann: Audience, id: string, query = '') {
  return ann.person.session.call('GET', `${IMPORTS}/${id}/preview${query}`);
}

describe('encoding of an import', () => {
  const NAMES = 'email,first_name,last_name\nann@example.org,Łucja,Żak\nbo@example.org,Jiří,Dvořák\n';

  it('is detected, can be set for the preview, and is used by the import', async () => {
    const ann = await newAudience(app);
    const { body } = await ann.upload(iconv.encode(NAMES, 'win1250'));
    expect(body.encoding).toBe('Windows-1250');
    expect((await preview(ann, body.id)).body).toMatchObject({ encoding: 'Windows-1250', rows: { 1: { 1: 'Łucja' } } });
    const chosen = await preview(ann, body.id, '?encoding=koi8-r');
    expect(chosen.body.encoding).toBe('KOI8-R');
    expect(chosen.body.rows[1]).toEqual([
      'ann@example.org',
      iconv.decode(iconv.encode('Łucja', 'win1250'), 'koi8r'),
      expect.any(String),
    ]);
    const started = await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, { encoding: 'windows-1250' });
    expect(started.body.encoding).toBe('Windows-1250');
    await ann.ended(body.id);
    expect((await ann.contacts())['bo@example.org']).toMatchObject({ first_name: 'Jiří', last_name: 'Dvořák' });
  });

  it.each([
    ['IBM437', 'cp437', 'Ä'],
    ['Windows-1258', 'win1258', 'Đăng'],
  ])('can be set to override the detected one: %s', async (encoding, codec, name) => {
    const ann = await newAudience(app);
    const row = await ann.import(iconv.encode(`email,first_name\nann@example.org,${name}\n`, codec), { encoding });
    expect(row).toMatchObject({ added: 1, encoding });
    expect((await ann.contacts())['ann@example.org']).toMatchObject({ first_name: name });
  });

  it('is refused if unknown, and the preview is empty if it does not match', async () => {
    const ann = await newAudience(app);
    const { body } = await ann.upload(NAMES);
    const unknown = await preview(ann, body.id, '?encoding=ebcdic');
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { encoding: [expect.stringContaining('must be one of UTF-8,')] },
    ]);
    const start = await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, { encoding: 'ebcdic' });
    expect([start.status, Object.keys(start.body.errors)]).toEqual([422, ['encoding']]);
    expect((await preview(ann, body.id, '?encoding=utf-16be')).status).toBe(200);
    const wide = await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, { encoding: 'UTF-16 BE' });
    expect([wide.status, Object.keys(wide.body.errors)]).toEqual([422, ['mapping']]);
  });

  it.each([
    ['Mac Roman', 'macroman', 'Jürgen', 'Côté'],
    ['Shift_JIS', 'shiftjis', '太郎', '山田'],
    ['KOI8-R', 'koi8r', 'Анна', 'Смирнова'],
    ['GB18030', 'gb18030', '李小龙', '张伟'],
    ['EUC-KR', 'euckr', '이영희', '박지성'],
    ['UTF-16 BE', 'utf16be', 'Анна', '山田'],
  ])(
    '%s is read completely, even if a chunk of the file ends inside a character',
    async (encoding, codec, first, last) => {
      const ann = await newAudience(app);
      const rows = Array.from({ length: 9_000 }, (_, n) => `r${n}@example.org,${first},${last}\n`).join('');
      const row = await ann.import(iconv.encode(`email,first_name,last_name\n${rows}`, codec));
      expect(row).toMatchObject({ state: 'done', added: 9_000, rejected: 0, encoding });
      const [{ odd } = { odd: -1 }] = await ann.rows<{ odd: number }>(
        `select count(*)::int as odd from contact where account_id = $1 and (first_name <> '${first}' or last_name <> '${last}')`,
      );
      expect(odd).toBe(0);
    },
  );

  it('is kept for the rest of the file after one invalid byte', async () => {
    const ann = await newAudience(app);
    const bad = Buffer.concat([Buffer.from('bo@example.org,Ren'), Buffer.from([0xe9]), Buffer.from('\n')]);
    const file = Buffer.concat([
      Buffer.from('email,first_name\nann@example.org,Jürgen\n'),
      bad,
      Buffer.from('cy@example.org,Łucja\ndi@example.org,Zoë\n'),
    ]);
    expect(await ann.import(file)).toMatchObject({ added: 4, encoding: 'UTF-8' });
    const contacts = await ann.contacts();
    expect(['ann', 'cy', 'di'].map((name) => contacts[`${name}@example.org`]?.['first_name'])).toEqual([
      'Jürgen',
      'Łucja',
      'Zoë',
    ]);
  });
});

describe('unreadable row', () => {
  it('is skipped alone and listed with its line, regardless of later rows', async () => {
    const ann = await newAudience(app);
    const file =
      'email,name,status\nann@example.org,"Ann",active\nbo@example.org,"Bo,active\ncy@example.org,Cy,unsubscribed\n' +
      'di@example.org,"Di ""D""",active\ned@example.org,"E "x", y",active\nfay@example.org,Fay,active\n';
    const { body } = await ann.upload(file);
    expect((await preview(ann, body.id)).body.unreadable).toEqual([
      { line: 3, reason: 'has a quotation mark that is not closed.' },
      { line: 6, reason: expect.stringContaining('in the middle of a cell') },
    ]);
    await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, {});
    expect(await ann.ended(body.id)).toMatchObject({ state: 'done', added: 4, rejected: 2, fault: null });
    expect((await ann.rejects(body.id)).slice(1)).toEqual([
      '3,"bo@example.org,""Bo,active",has a quotation mark that is not closed.,',
      expect.stringMatching(/^6,"ed@example.org,/),
    ]);
    expect((await ann.contacts())['cy@example.org']).toMatchObject({ unsubscribed_at: expect.any(Date) });
  });

  it('is reported by its first line, also after multi-line rows', async () => {
    const ann = await newAudience(app);
    const filler = Array.from({ length: 6_000 }, (_, n) => `r${n}@example.org,"two\nlines"\n`).join('');
    const row = await ann.import(`email,name\n${filler}no address,x\nbo@example.org,"Bo\nann@example.org,Ann\n`);
    expect(row).toMatchObject({ added: 6_001, rejected: 2 });
    expect((await ann.rejects(row.id)).map((line) => line.split(',')[0])).toEqual(['line', '12002', '12003']);
  });

  it('is not caused by a cell of several megabytes in a column that is not imported', async () => {
    const ann = await newAudience(app);
    const huge = (n: number): string => `r${n}@example.org,R,"${'x'.repeat(3_000_000)}"\n`;
    const row = await ann.import(
      `email,first_name,notes\n${[1, 2, 3, 4, 5, 6].map(huge).join('')}last@example.org,L,\n`,
    );
    expect(row).toMatchObject({ state: 'done', added: 7, rejected: 0, fault: null });
  });
});

describe('content outside of rows', () => {
  it('above the headings is not imported but listed', async () => {
    const ann = await newAudience(app);
    const { body } = await ann.upload(
      'sep=;\r\n\r\nNewsletter list;;\r\nE-Mail;Vorname;Ort\r\nann@example.org;Ann;Ulm\r\n;;\r\n',
    );
    expect((await preview(ann, body.id)).body).toMatchObject({
      delimiter: ';',
      first_line: 4,
      has_header: true,
      rows: [
        ['E-Mail', 'Vorname', 'Ort'],
        ['ann@example.org', 'Ann', 'Ulm'],
      ],
    });
    await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, {});
    expect(await ann.ended(body.id)).toMatchObject({ added: 1, known: 0, rejected: 0 });
    expect(await ann.rejects(body.id)).toEqual([
      'line,value,reason,column',
      '3,Newsletter list,is above the header row and was not imported.,',
    ]);
  });

  it('includes all addresses of a line or a cell', async () => {
    const ann = await newAudience(app);
    expect(
      await ann.import('a@example.org; b@example.org;c@example.org ;\r\nd@example.org; not.one@; f@example.org'),
    ).toMatchObject({ added: 5, rejected: 1 });
    const row = await ann.import(
      'email,tags\n"a1@example.org; Bo Lee <a2@example.org>","[""VIP"",""Blog, two""]"\nmailto:a3@example.org,"{VIP,New}"\n"x@, y@",\n',
    );
    expect(row).toMatchObject({ added: 3, rejected: 2 });
    const contacts = await ann.contacts();
    expect(contacts['a1@example.org']).toMatchObject({ first_name: '', tags: ['Blog, two', 'VIP'] });
    expect(contacts['a2@example.org']).toMatchObject({
      first_name: 'Bo',
      last_name: 'Lee',
      tags: ['Blog, two', 'VIP'],
    });
    expect(contacts['a3@example.org']).toMatchObject({ tags: ['New', 'VIP'] });
    expect((await ann.rejects(row.id)).map((line) => line.split(',')[0])).toEqual(['line', '4', '4']);
  });

  it('never makes a row disappear: all are added, known, rejected, or listed', { timeout: 120_000 }, async () => {
    const cell = fc.constantFrom(
      'a',
      'b@x.example',
      'c@y.example; d@y.example',
      '',
      '"',
      '"q"',
      '"q',
      'q"',
      '\\N',
      'é',
      '@',
      ' ',
    );
    const row = fc.tuple(cell, cell, cell).map((cells) => cells.join(','));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const ann = await newAudience(app);
        // Each row has its own address, so that it can be identified.
        const lines = rows.map((text, n) => `r${n}@z.example,${text}`);
        const result = await ann.import(`email,name,a,b\n${lines.join('\n')}\n`, {
          mapping: ['email', 'name', 'ignore', 'ignore'],
        });
        const taken = await ann.contacts();
        const rejects = (await ann.rejects(result.id)).join('\n');
        const lost = lines.filter((_, n) => !taken[`r${n}@z.example`] && !rejects.includes(`r${n}@z.example`));
        expect(lost).toEqual([]);
        expect(result).toMatchObject({ state: 'done' });
        expect(result.added + result.known + result.rejected).toBeGreaterThanOrEqual(lines.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('file of another program', () => {
  it.each<[what: string, file: string, contacts: Record<string, string>]>([
    [
      'a byte order mark before a quoted heading',
      '\uFEFF"email","name"\r\n"ann@example.org","Ann Berg"\r\n',
      { ann: 'Ann Berg' },
    ],
    [
      'a byte order mark before a quoted heading with a comma',
      '\uFEFF"Name, whole",Email,City\r\n"Berg, Ann",ann@example.org,Ulm\r\n',
      { ann: '' },
    ],
    [
      'a byte order mark before a quoted cell and no heading',
      '\uFEFF"Berg, Ann",ann@example.org\r\n"Lee, Bo",bo@example.org\r\n',
      { ann: '', bo: '' },
    ],
    [
      'two numbered address columns',
      'E-mail 1 - Value,E-mail 2 - Value,Name,Given Name,Family Name\nann@example.org,x@example.org,Ann Berg,Ann,Berg\n',
      { ann: 'Ann Berg' },
    ],
    [
      'groups and addresses between colons',
      'Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value\n' +
        'Имя Фамилия,Имя,Фамилия,* My Contacts ::: Friends,Home,ann@example.org\n' +
        'Bo Lee,Bo,Lee,,Home,bo@example.org ::: cy@example.org\n',
      { ann: 'Имя Фамилия', bo: 'Bo Lee', cy: 'Bo Lee' },
    ],
    [
      'words for empty cells',
      'email,first_name,last_name,unsubscribed_at\nann@example.org,NULL,\\N,NULL\nbo@example.org,N/A,-,0000-00-00 00:00:00\n' +
        'cy@example.org,null,undefined,null\n',
      { ann: '', bo: '', cy: '' },
    ],
    [
      'two address columns of which the first may be empty',
      'Home Email,Work Email,Name\n,ann@example.org,Ann Berg\nbo.home@example.org,bo@example.org,Bo Lee\n,cy@example.org,Cy Poe\n',
      { ann: 'Ann Berg', bo: 'Bo Lee', cy: 'Cy Poe' },
    ],
  ])('with %s keeps every contact active', async (_what, file, expected) => {
    const ann = await newAudience(app);
    const row = await ann.import(file, {});
    expect(row).toMatchObject({ added: Object.keys(expected).length, rejected: 0 });
    const contacts = Object.values(await ann.contacts());
    const names = contacts.map((contact): [string, string] => [
      String(contact['email']).replace('@example.org', ''),
      `${String(contact['first_name'])} ${String(contact['last_name'])}`.trim(),
    ]);
    expect(Object.fromEntries(names)).toEqual(expected);
    expect(contacts.filter((contact) => contact['unsubscribed_at'] !== null)).toEqual([]);
  });
});
