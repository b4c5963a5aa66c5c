import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Poller } from '../../src/base/poller.ts';
import { startApp } from '../support/app.ts';
import { IMPORTS, newAudience, runImports } from '../support/contact-files.ts';
import { shared } from '../support/shared.ts';

let runner: Poller;
const app = shared(startApp);

beforeAll(async () => {
  runner = runImports(app);
});
afterAll(async () => {
  await runner.close();
});

/** Returns the preview of a file and the result of its import with the guessed mapping. */
async function taken(file: string, fileName: string, given: Readonly<Record<string, unknown>> = {}) {
  const ann = await newAudience(app);
  const { body } = await ann.upload(file, fileName);
  const preview = (await ann.person.call('GET', `${IMPORTS}/${body.id}/preview`)).body;
  await ann.person.call('POST', `${IMPORTS}/${body.id}/start`, given);
  const row = await ann.ended(body.id);
  const targets = preview.columns.map(({ target }: { target: string }) => target);
  return { preview, targets, row, contacts: await ann.contacts(), rejects: await ann.rejects(row.id) };
}

describe('Mailchimp export', () => {
  const TAIL =
    'MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS';
  const tail = (tags: string) =>
    `2,"2024-03-14 09:12:31",192.0.2.1,"2024-03-14 09:14:00",192.0.2.1,47.66,-122.29,-8,-7,America/Los_Angeles,US,WA,"2025-01-02 03:04:05",44877845,c2cb0681af,,${tags}\n`;

  it('of subscribed contacts imports names, fields, tags and times', async () => {
    const { contacts, preview, row, targets } = await taken(
      `"Email Address","First Name","Last Name",Address,"ZIP Code","Phone Number",${TAIL}\n` +
        `ada@example.org,Ada,Lovelace,,98110,,${tail('"""VIP"",""Blog, weekly"""')}` +
        `bob@example.org,Bob,,,,,${tail('')}`,
      'subscribed_email_audience_export_0123456789.csv',
    );
    expect(preview).toMatchObject({ vendor: 'mailchimp', status: 'subscribed' });
    expect(targets.slice(0, 6)).toEqual(['email', 'first_name', 'last_name', 'ignore', 'new_field:ZIP Code', 'ignore']);
    expect(row).toMatchObject({ state: 'done', added: 2, rejected: 0 });
    expect(contacts['ada@example.org']).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      ip_address: '192.0.2.1',
      timezone: 'America/Los_Angeles',
      own: { zip_code: '98110' },
      tags: ['Blog, weekly', 'VIP'],
      created_at: new Date('2024-03-14T09:12:31Z'),
      confirmed_at: new Date('2024-03-14T09:14:00Z'),
      unsubscribed_at: null,
      bounced_at: null,
    });
  });

  it('of unsubscribed and cleaned contacts imports no contacts that can be emailed', async () => {
    const gone = await taken(
      `"Email Address","First Name",UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,${TAIL}\n` +
        `ada@example.org,Ada,"2025-02-03 04:05:06",News,abc,NORMAL,,${tail('')}bob@example.org,Bob,,,,,,${tail('')}`,
      'unsubscribed_email_audience_export_0123456789.csv',
    );
    expect(gone.preview.status).toBe('unsubscribed');
    expect(gone.contacts['ada@example.org']).toMatchObject({ unsubscribed_at: new Date('2025-02-03T04:05:06Z') });
    expect(gone.contacts['bob@example.org']?.['unsubscribed_at']).not.toBeNull();
    const cleaned = await taken(
      `"Email Address","First Name",CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,${TAIL}\n` +
        `ada@example.org,Ada,"2025-02-03 04:05:06",News,abc,${tail('')}`,
      'export.csv',
    );
    expect(cleaned.preview.status).toBe('bounced');
    expect(cleaned.contacts['ada@example.org']).toMatchObject({ bounced_at: new Date('2025-02-03T04:05:06Z') });
  });
});

it("imports a listmonk export with names, attributes, statuses and times in Go's format", async () => {
  const { contacts, preview, rejects, row, targets } = await taken(
    'uuid,email,name,attributes,status,created_at,updated_at\n' +
      'u1,ann@example.org,Ann van Dyck,"{""city"": ""Ghent"", ""visits"": 7, ""likes"": [""tea""]}",enabled,2024-01-15 10:22:33.123456 +0000 UTC,2024-01-16 10:22:33 +0000 UTC\n' +
      'u2,bea@example.org,Bea,{},blocklisted,2024-01-15 12:00:00 +0200 CEST,2024-01-16 10:22:33 +0000 UTC\n' +
      'u3,cas@example.org,,{},disabled,2024-01-15 10:22:33 +0000 UTC,\n' +
      'u4,dan@example.org,,no json,enabled,2024-01-15 10:22:33 +0000 UTC,\n',
    'subscribers.csv',
  );
  expect(preview.vendor).toBe('listmonk');
  expect(targets).toEqual(['ignore', 'email', 'name', 'attributes', 'status', 'created_at', 'ignore']);
  expect(row).toMatchObject({ added: 4, rejected: 0, values_left_out: 1 });
  expect(rejects).toContain('5,no json,must be a JSON object.,attributes');
  expect(contacts['ann@example.org']).toMatchObject({
    first_name: 'Ann',
    last_name: 'van Dyck',
    own: { city: 'Ghent', visits: '7' },
    created_at: new Date('2024-01-15T10:22:33.123Z'),
    unsubscribed_at: null,
  });
  expect(contacts['bea@example.org']).toMatchObject({ created_at: new Date('2024-01-15T10:00:00Z') });
  expect(contacts['bea@example.org']?.['unsubscribed_at']).not.toBeNull();
  expect(contacts['cas@example.org']?.['unsubscribed_at']).not.toBeNull();
});

it('imports a Kit export with tags, fields and statuses, where inactive means unconfirmed', async () => {
  const { contacts, preview, row } = await taken(
    'id,first_name,email,status,created_at,tags,Shoe size\n' +
      '1,Ann,ann@example.org,active,2022-09-10T11:12:13Z,"Course, VIP",38\n' +
      '2,Bea,bea@example.org,inactive,2022-09-10 11:12:13 UTC,,\n' +
      '3,Cas,cas@example.org,bounced,2022-09-10 11:12:13,,\n' +
      '4,Dan,dan@example.org,cancelled,2022-09-10,,\n' +
      '5,Eve,eve@example.org,complained,2022-09-10,,\n',
    'subscribers.csv',
  );
  expect([preview.vendor, row.added, row.rejected]).toEqual(['kit', 5, 0]);
  expect(contacts['ann@example.org']).toMatchObject({
    tags: ['Course', 'VIP'],
    own: { shoe_size: '38' },
    created_at: new Date('2022-09-10T11:12:13Z'),
  });
  expect(contacts['bea@example.org']?.['confirmed_at']).toBeNull();
  expect(contacts['cas@example.org']?.['bounced_at']).not.toBeNull();
  expect(contacts['dan@example.org']?.['unsubscribed_at']).not.toBeNull();
  expect(contacts['eve@example.org']?.['unsubscribed_at']).not.toBeNull();
});

it('imports a SendFox export with lists and the times since when contacts cannot be emailed', async () => {
  const { contacts, preview, row } = await taken(
    'id,email,first_name,last_name,ip_address,lists,unsubscribed_at,bounced_at,invalid_at,confirmed_at,created_at,company\n' +
      '1,ann@example.org,Ann,Arden,192.0.2.4,"News, Offers",,,,2023-01-02 03:04:05,2023-01-02 03:04:05,Acme\n' +
      '2,bea@example.org,Bea,,,News,2024-02-03 04:05:06,,,2023-01-02 03:04:05,2023-01-02 03:04:05,\n' +
      '3,cas@example.org,,,,,,2024-02-03 04:05:06,2024-02-04 04:05:06,,2023-01-02 03:04:05,\n',
    'contacts.csv',
  );
  expect([preview.vendor, row.added]).toEqual(['sendfox', 3]);
  expect(contacts['ann@example.org']).toMatchObject({
    lists: ['News', 'Offers'],
    own: { company: 'Acme' },
    unsubscribed_at: null,
    confirmed_at: new Date('2023-01-02T03:04:05Z'),
  });
  expect(contacts['bea@example.org']).toMatchObject({ unsubscribed_at: new Date('2024-02-03T04:05:06Z') });
  expect(contacts['cas@example.org']).toMatchObject({
    bounced_at: new Date('2024-02-03T04:05:06Z'),
    invalid_at: new Date('2024-02-04T04:05:06Z'),
  });
});

it.each([
  ['13/2/2024', { date_order: 'day_first' }, '2024-02-13T00:00:00Z'],
  ['2/13/2024 9:05 PM', { date_order: 'month_first' }, '2024-02-13T21:05:00Z'],
  ['13.2.2024 21:05', {}, '2024-02-13T21:05:00Z'],
])('parses a date like %s by the order found in the file', async (date, said, time) => {
  const { contacts, preview } = await taken(`email,subscribed\nann@example.org,${date}\n`, 'list.csv');
  expect(preview).toMatchObject(said);
  expect(contacts['ann@example.org']).toMatchObject({ created_at: new Date(time) });
});
