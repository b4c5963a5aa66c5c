// Place in a run: slow.
import { connect } from 'node:net';
import type { Poller } from '../../src/base/poller.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addField } from '../../src/features/audience/contact-fields/index.ts';
import { contactAddressOf, saveContacts, type ContactAddress } from '../../src/features/audience/contacts/index.ts';
import { addTag } from '../../src/features/audience/contact-tags/index.ts';
import { addList } from '../../src/features/audience/lists/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newAudience, runImports, type Audience } from '../support/contact-files.ts';
import { shared } from '../support/shared.ts';

let runner: Poller;
const app = shared(startApp);

beforeAll(async () => {
  runner = runImports(app);
});
afterAll(async () => {
  await runner.close();
});

const FILE =
  'email,first_name,created_at,status,lists,tags,City\n' +
  'ann@example.org,=HYPERLINK(1),2024-01-02,active,"News","VIP|Blog","Ghent, BE"\n' +
  'bea@example.org,"B ""Q""",2024-01-03,unsubscribed,,,\n' +
  'cas@example.org,Cas,2024-01-04,unconfirmed,News,,\n';
const MAPPING = ['email', 'first_name', 'created_at', 'status', 'lists', 'tags', 'new_field:City'];

async function exported(ann: Audience, query: string, isSession = false) {
  const path = `/contacts/export${query}`;
  if (isSession) return ann.person.session.call('GET', path);
  const response = await fetch(`${app.api.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${ann.person.token}` },
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Creates an account, and inserts many contacts with SQL. */
async function newCrowd(count: number): Promise<Audience> {
  const ann = await newAudience(app);
  await ann.rows(
    `with made as (
       insert into contact (account_id, email, confirmed_at)
       select $1, 'reader' || n || '@example.org', now() from generate_series(1, ${count}) n returning id, created_at
     ), counted as (insert into audience (account_id, contacts) values ($1, ${count}))
     insert into contact_stat (account_id, contact_id, created_at) select $1, id, created_at from made`,
  );
  return ann;
}

/**
 * Strings that spreadsheets and CSV parsers may misinterpret. They are trimmed, because the API also trims values
 * before it stores them.
 */
const hostileText = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('\'=+-@\t\r\n",;| aé＝\u00a0\u200b')), maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom("'+49 731", '+49 731 12', "'=1", "''=1", '-Ann', "O'Neil", "'n Beetje", 'a;b;c', '"', '""'),
    fc.constantFrom('0', '007', '-', 'true', '2026-01-31', '1/2/2026', '=HYPERLINK("https://evil.example","x")'),
  )
  .map((text) => text.replaceAll(/[\0]/g, '').toWellFormed().trim());
const hostileName = hostileText.map((text) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').trim());
const hostileLocal = fc.string({ unit: fc.constantFrom(...Array.from("'+=-a1é")), minLength: 1, maxLength: 6 });
const someTime = fc.date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true });

/** Inserts 150 contacts with lists, tags, fields, and statuses, in the form in which they are stored. */
async function fillHostile(accountId: number, seed: number): Promise<void> {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] => fc.sample(arbitrary, { seed, numRuns: count });
  await app.installation.db.transaction(async (tx) => {
    const fields = [
      await addField(tx, accountId, { label: 'Phone', type: 'text' }),
      await addField(tx, accountId, { label: 'Status', type: 'text' }),
      await addField(tx, accountId, { label: 'IP', type: 'text' }),
      await addField(tx, accountId, { label: 'Points', type: 'number' }),
      await addField(tx, accountId, { label: 'Birthday', type: 'date' }),
    ].map(({ id }) => id);
    const names = (count: number): string[] => {
      const distinct = new Map(
        sample(hostileName, count * 3).map((name) => [name.toLowerCase().normalize('NFC'), name.normalize('NFC')]),
      );
      return [...distinct.values()].filter((name) => name !== '').slice(0, count);
    };
    const lists: number[] = [];
    for (const name of names(8)) lists.push((await addList(tx, accountId, name)).id);
    const tags: number[] = [];
    for (const name of names(8)) tags.push((await addTag(tx, accountId, { name })).id);
    const time = fc.option(someTime, { nil: undefined });
    const rest = fc.record({
      local: hostileLocal,
      firstName: hostileName,
      lastName: hostileName,
      values: fc.tuple(
        hostileText,
        hostileText,
        hostileText,
        fc.constantFrom('+1', '-1.5', '1e3', ''),
        fc.constantFrom('', '1965-02-28', '2026-01-31'),
      ),
      listIds: fc.subarray(lists),
      tagIds: fc.subarray(tags),
      confirmedAt: fc.option(someTime),
      unsubscribedAt: time,
      bouncedAt: time,
      invalidAt: time,
      createdAt: someTime,
      ipAddress: fc.constantFrom(undefined, '192.0.2.1', '2001:db8::1'),
    });
    const people = sample(rest, 150).map(({ local, values, ...contact }, index) =>
      Object.assign(contact, {
        email: contactAddressOf(`${local}${index}@example.org`) as ContactAddress,
        // The first value of the last field comes after the rows that a preview reads.
        fields: Object.fromEntries(fields.map((id, at) => [id, (at === 4 && index < 120 ? '' : values[at]) || null])),
      }),
    );
    await saveContacts(tx, accountId, people);
  });
}

/** Returns all exported contact data, with the email addresses as keys. */
async function comparable(audience: Audience) {
  const found = Object.values(await audience.contacts()).map(({ own, ...contact }) => {
    const {
      bounced_at,
      confirmed_at,
      created_at,
      email,
      first_name,
      invalid_at,
      ip_address,
      last_name,
      lists,
      tags,
      unsubscribed_at,
    } = contact;
    const values = Object.entries(own ?? {}).filter(([, value]) => value !== null);
    const shown = {
      first_name,
      last_name,
      lists,
      tags,
      created_at,
      confirmed_at,
      unsubscribed_at,
      bounced_at,
      invalid_at,
      ip_address,
    };
    return [email, { ...shown, own: Object.fromEntries(values) }];
  });
  return Object.fromEntries(found);
}

/** Parses cells as a spreadsheet does, with a parser that does not depend on ours. */
function cellsOf(csv: string): string[] {
  return parse(csv, { record_delimiter: '\r\n' }).flat();
}

describe('export of contacts', () => {
  it('as CSV has lists, tags, fields, statuses and dates, and no cells that run as formulas', async () => {
    const ann = await newAudience(app);
    await ann.import(FILE, { mapping: MAPPING });
    await ann.rows(
      `update contact set language = 'de-AT', timezone = 'Europe/Vienna' where account_id = $1 and email = 'ann@example.org'`,
    );
    const { body, headers, status } = await exported(ann, '');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/filename="contacts-\d{4}-\d\d-\d\d\.csv"/);
    const [header, first, second, third, end] = body.split('\r\n');
    expect(header).toBe(
      'id,email,first_name,last_name,language,timezone,status,lists,tags,ip_address,unsubscribed_at,bounced_at,invalid_at,confirmed_at,' +
        'last_sent_at,last_opened_at,last_clicked_at,created_at,updated_at,city',
    );
    expect(first).toMatch(
      /^\d+,ann@example.org,'=HYPERLINK\(1\),,de-AT,Europe\/Vienna,active,News,"VIP, Blog",.*2024-01-02T00:00:00.000Z,.*,"Ghent, BE"$/,
    );
    expect(second).toMatch(/,bea@example.org,"B ""Q""",,,,unsubscribed,/);
    expect(third).toMatch(/,cas@example.org,Cas,,,,unconfirmed,News,/);
    expect(end).toBe('');
  });

  it('is unchanged after an import', async () => {
    const [ann, bea] = [await newAudience(app), await newAudience(app)];
    await ann.import(FILE.replace('=HYPERLINK(1)', 'Ann').replace('"News"', '"""News, weekly"",B"'), {
      mapping: MAPPING,
    });
    await ann.rows(
      `update contact set language = 'pt-BR', timezone = 'America/Bahia' where account_id = $1 and email = 'ann@example.org'`,
    );
    const { body } = await exported(ann, '');
    expect(await bea.import(body, {}, 'contacts.csv')).toMatchObject({ added: 3, rejected: 0 });
    const shown = async (audience: Audience) =>
      Object.values(await audience.contacts())
        .map(
          ({ confirmed_at, created_at, email, first_name, language, lists, own, tags, timezone, unsubscribed_at }) => ({
            email,
            first_name,
            language,
            timezone,
            lists,
            tags,
            own,
            created_at,
            unsubscribed_at,
            isConfirmed: confirmed_at !== null,
          }),
        )
        .toSorted((a, b) => String(a.email).localeCompare(String(b.email)));
    expect(await shown(bea)).toEqual(await shown(ann));
  });

  it('with hostile values is unchanged after an import into an empty account', async () => {
    for (const seed of [1, 2, 3]) {
      const [ann, bea] = [await newAudience(app), await newAudience(app)];
      await fillHostile(ann.accountId, seed);
      const { body } = await exported(ann, '');
      for (const cell of cellsOf(body)) expect(cell.trim(), JSON.stringify(cell)).not.toMatch(/^[=+\-@＝＋－＠]/);
      const row = await bea.import(body, {}, 'contacts.csv');
      expect(row, `${seed}: ${JSON.stringify(await bea.rejects(row.id))}`).toMatchObject({ added: 150, rejected: 0 });
      expect(await comparable(bea)).toEqual(await comparable(ann));
    }
  }, 60_000);
  it('is unchanged with an account field named like a standard field', async () => {
    const ann = await newAudience(app);
    await ann.import('email,Level\nann@example.org,Gold\n', { mapping: ['email', 'new_field:Status'] });
    const { body } = await exported(ann, '');
    await ann.import(body.replace('Gold', 'Silver'), {}, 'contacts.csv');
    expect((await ann.contacts())['ann@example.org']).toMatchObject({
      own: { status: 'Silver' },
      unsubscribed_at: null,
    });
  });

  it('is an array as JSON and one object per line as JSON lines, for sessions and tokens', async () => {
    const ann = await newAudience(app);
    await ann.import(FILE, { mapping: MAPPING });
    const { body } = await exported(ann, '?format=json', true);
    expect(body).toHaveLength(3);
    expect(body[0]).toMatchObject({
      email: 'ann@example.org',
      status: 'active',
      lists: [{ name: 'News' }],
      tags: [{ name: 'VIP' }, { name: 'Blog' }],
      contact_fields: [{ name: 'city', value: 'Ghent, BE' }],
      last_sent_at: null,
    });
    const lines = (await exported(ann, '?format=jsonl')).body.trimEnd().split('\n');
    expect(lines.map((line: string) => JSON.parse(line).email)).toEqual(
      body.map(({ email }: { email: string }) => email),
    );
    const nobody = await newAudience(app);
    expect((await exported(nobody, '?format=json')).body).toBe('[]');
  });

  it('with a filter has the contacts of the listing and reports invalid filters', async () => {
    const ann = await newAudience(app);
    await ann.import(FILE, { mapping: MAPPING });
    const emails = async (query: string) =>
      JSON.parse((await exported(ann, `?format=json&${query}`)).body).map(({ email }: { email: string }) => email);
    expect(await emails('filter[status]=unsubscribed')).toEqual(['bea@example.org']);
    expect(await emails('filter[created_after]=2024-01-03')).toEqual(['bea@example.org', 'cas@example.org']);
    for (const query of ['format=xls', 'filter[state]=new', 'filter[in_list_ids][]=987654', 'filter[segment_id]=1']) {
      expect((await exported(ann, `?${query}`)).status, query).toBe(422);
    }
  });

  it('neither loses nor repeats contacts while the audience changes, and holds no transaction open', async () => {
    const ann = await newCrowd(40_000);
    const response = await fetch(`${app.api.baseUrl}/contacts/export?format=jsonl`, {
      headers: { authorization: `Bearer ${ann.person.token}` },
    });
    const reader = response.body?.getReader();
    const pieces = [(await reader?.read())?.value ?? new Uint8Array()];
    // The client stops reading, and all data has been read from the database in batches.
    await eventually('no statement of the export is running', async () => {
      const [open] = await ann.rows<{ open: number }>(
        `select count(*)::integer as open from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
           and backend_type = 'client backend' and $1::bigint > 0`,
      );
      return open?.open === 0 || undefined;
    });
    await ann.rows(`delete from contact_stat where account_id = $1 and contact_id % 10 = 0`);
    await ann.rows(`update contact set deleted_at = now() where account_id = $1 and id % 10 = 0`);
    await ann.rows(`update contact set updated_at = now() where account_id = $1 and id % 10 = 1`);
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) pieces.push(next.value);
    const ids = Buffer.concat(pieces)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => Number(JSON.parse(line).id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.filter((id) => id % 10 !== 0)).size).toBe(36_000);
  }, 60_000);

  it('runs at most twice per caller for many concurrent requests', async () => {
    const ann = await newCrowd(40_000);
    const headers = { authorization: `Bearer ${ann.person.token}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fetch(`${app.api.baseUrl}/contacts/export`, { headers })),
    );
    const statuses = answers.map(({ status }) => status);
    // The exports are larger than the data that is buffered before the client reads.
    for (const answer of answers) await answer.body?.cancel();
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, ...Array<number>(8).fill(429)]);
  });

  it('runs at most twice per caller and ends when its client disconnects', async () => {
    const ann = await newCrowd(40_000);
    const sockets = [1, 2].map(() => {
      const socket = connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1');
      socket.write(`GET /contacts/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ann.person.token}\r\n\r\n`);
      socket.pause();
      return socket;
    });
    await eventually('a third export is rejected', async () => {
      const response = await fetch(`${app.api.baseUrl}/contacts/export`, {
        headers: { authorization: `Bearer ${ann.person.token}` },
      });
      await response.body?.cancel();
      return response.status === 429 || undefined;
    });
    for (const socket of sockets) socket.destroy();
    const other = await eventually('another export is accepted', async () => {
      const answer = await ann.person.session.call('GET', '/contacts/export?format=json&filter[query]=reader77@');
      return answer.status === 200 ? answer : undefined;
    });
    expect(other.body).toHaveLength(1);
  });
});
