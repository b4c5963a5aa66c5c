import type { Database } from '../../src/base/db.ts';
import { presentId } from '../../src/base/ids.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/** Number of contacts that are generated, in addition to Grace and the contact with a long name. */
export const READERS = 238;

const NAMES = [
  'Ada',
  'Alan',
  'Barbara',
  'Chien-Shiung',
  'Dorothy',
  'Emmy',
  'Hedy',
  'Katherine',
  'Lise',
  'Mary',
  'Rosalind',
];
const SURNAMES = [
  'Baker',
  'Curie',
  'Darwin',
  'Franklin',
  'Goodall',
  'Hodgkin',
  'Johnson',
  'Lamarr',
  'Meitner',
  'Noether',
];

/** A name that is too long for buttons and columns. */
export const LONG_TAG = 'Wrote-to-us-about-the-catalogue-and-asked-for-it-in-print-and-then-once-more-by-telephone';

/** A CSV file that contains an invalid email address and an invalid date. */
export const FILE = `Email,First name,City,Signup date
ines@reader.example,Ines,Porto,2026-03-14
bruno at reader.example,Bruno,Lisbon,2026-03-15
carla@reader.example,Carla,Braga,2026-04-02
duarte@reader.example,Duarte,Faro,the second of May
eva@reader.example,Eva,Coimbra,2026-05-20
`;

/**
 * Adds an audience to an account: contacts with every status, lists, tags, fields, segments, a contact with a history,
 * and imports, one of which is ready to start. Returns the IDs by name.
 */
export async function seedAudience(db: Database, accountId: number): Promise<Readonly<Record<string, string>>> {
  await db.script(
    `${groupsOf(accountId)} ${readersOf(accountId)} ${membersOf(accountId)} ${historyOf(accountId)} ${segmentsOf(accountId)}`,
  );
  const [ids] = await rowsOf<{ contact: number; list: number; segment: number }>(
    db,
    `select (select id from contact where account_id = $1 and email = 'grace@example.org') as contact,
       (select id from contact_list where account_id = $1 and name = 'Newsletter') as list,
       (select id from contact_segment where account_id = $1 and name = 'Engaged readers') as segment`,
    [accountId],
  );
  return {
    contact: String(ids?.contact),
    contact_list: String(ids?.list),
    contact_segment: String(ids?.segment),
    ...(await seedImports(db, accountId)),
  };
}

function groupsOf(accountId: number): string {
  return `
    insert into contact_list (account_id, name, average_open_percent, average_click_percent, created_at) values
      (${accountId}, 'Newsletter', 41.7, 6.2, now() - interval '400 days'),
      (${accountId}, 'Product news', 36.1, 9.8, now() - interval '200 days'),
      (${accountId}, 'Spring fair, those who asked for the catalogue in print and by mail', 0, 0, now() - interval '9 days');
    insert into topic (account_id, name, description, is_opt_in) values
      (${accountId}, 'Product updates', 'New features, once a month', true);
    insert into contact_tag (account_id, name, color, created_at) values
      (${accountId}, 'Customer', '#15803D', now() - interval '400 days'),
      (${accountId}, 'VIP', '#A21CAF', now() - interval '300 days'),
      (${accountId}, '${LONG_TAG}', '#475569', now() - interval '200 days'),
      (${accountId}, 'Press', '#0369A1', now() - interval '90 days'),
      (${accountId}, 'Fair', '#FF644D', now() - interval '9 days');
    insert into contact_field (account_id, label, name, type) values
      (${accountId}, 'City', 'city', 'text'), (${accountId}, 'Birthday', 'birthday', 'date'),
      (${accountId}, 'Orders', 'orders', 'number');`;
}

/**
 * Returns SQL that inserts the contacts. Of these, one in 16 is unconfirmed, one in 16 is unsubscribed, one in 32 has
 * bounced, and one in 64 is invalid.
 */
function readersOf(accountId: number): string {
  const pick = (names: readonly string[], step: number): string =>
    `(array['${names.join("','")}'])[1 + (n * ${step}) % ${names.length}]`;
  const state = `case when n % 64 = 9 then 8 when n % 32 = 5 then 4 when n % 16 = 3 then 2 when n % 16 = 7 then 1 else 0 end`;
  const sent = 'n % 5 < 4';
  return `
    create temporary table planted as
      select n, ${pick(NAMES, 7)} as first_name, ${pick(SURNAMES, 3)} as last_name, ${state} as flags,
        now() - make_interval(hours => n * 31) as created_at
      from generate_series(1, ${READERS}) n;
    insert into contact (account_id, email, first_name, last_name, confirmed_at, unsubscribed_at, bounced_at, invalid_at,
        created_at, updated_at)
      select ${accountId}, lower(first_name) || '.' || lower(last_name) || n || '@reader.example', first_name, last_name,
        case when flags & 1 = 0 then created_at end, case when flags & 2 > 0 then created_at + interval '9 hours' end,
        case when flags & 4 > 0 then created_at + interval '9 hours' end, case when flags & 8 > 0 then created_at end,
        created_at, created_at
      from planted order by n;
    insert into contact (account_id, email, first_name, last_name, ip_address, fields, confirmed_at, created_at)
      select ${accountId}, made.email, first_name, last_name, ip, fields, at, at - interval '4 minutes' from (values
        ('grace@example.org', 'Grace', 'Hopper', '192.0.2.17', (select jsonb_object_agg(id, case name
            when 'city' then 'Arlington' when 'birthday' then '1906-12-09' else '7' end)
          from contact_field where account_id = ${accountId}), now() - interval '63 days'),
        ('a-very-long-address-that-no-column-has-room-for-because-somebody-wanted-to-know@reader.example',
          'Wolfeschlegelsteinhausenbergerdorff', 'the Second of that Name', null, '{}'::jsonb, now() - interval '1 hour')
      ) as made (email, first_name, last_name, ip, fields, at);
    insert into contact_stat (account_id, contact_id, created_at, flags, first_sent_at, last_sent_at, last_opened_at,
        last_clicked_at)
      select c.account_id, c.id, c.created_at, coalesce(p.flags, 0), sent_at, sent_at,
        case when n % 3 = 0 then sent_at + interval '2 hours' end, case when n % 9 = 0 then sent_at + interval '3 hours' end
      from contact c
      left join planted p on c.email = lower(p.first_name) || '.' || lower(p.last_name) || n || '@reader.example'
      left join lateral (select case when ${sent} and p.flags <> 1 then c.created_at + interval '1 day' end as sent_at) s on true
      where c.account_id = ${accountId};
    insert into audience as a (account_id, contacts)
      select ${accountId}, count(*) from contact where account_id = ${accountId}
      on conflict (account_id) do update set contacts = excluded.contacts;
    drop table planted;`;
}

function membersOf(accountId: number): string {
  const joined = (kind: 'list' | 'tag', name: string, which: string): string => `
    insert into ${kind}_member (account_id, ${kind}_id, contact_id)
      select ${accountId}, g.id, c.id from contact_${kind} g, contact c
      where g.account_id = ${accountId} and g.name like '${name}%' and c.account_id = ${accountId} and (${which});`;
  const isGrace = `c.email = 'grace@example.org'`;
  return `
    ${joined('list', 'Newsletter', `c.id % 4 > 0 or ${isGrace}`)}
    ${joined('list', 'Product', `c.id % 3 = 0 or ${isGrace}`)}
    ${joined('list', 'Spring', 'c.id % 11 = 0')}
    ${joined('tag', 'Customer', `c.id % 3 = 1 or ${isGrace}`)}
    ${joined('tag', 'VIP', `c.id % 29 = 0 or ${isGrace}`)}
    ${joined('tag', 'Press', 'c.id % 23 = 0')}
    ${joined('tag', 'Fair', 'c.id % 11 = 0')}
    update contact_list g set contacts_count =
      (select count(*) from list_member m where m.account_id = ${accountId} and m.list_id = g.id)
      where account_id = ${accountId};
    update contact_tag g set contacts_count =
      (select count(*) from tag_member m where m.account_id = ${accountId} and m.tag_id = g.id)
      where account_id = ${accountId};`;
}

/** Returns SQL that inserts the consents and emails of Grace. */
function historyOf(accountId: number): string {
  const grace = `(select id from contact where account_id = ${accountId} and email = 'grace@example.org')`;
  return `
    insert into contact_consent (account_id, contact_id, text, given_at, source, ip_address)
      values (${accountId}, ${grace}, 'Yes, send me the newsletter of Northwind once a month. I can end it at any time.',
        now() - interval '63 days 4 minutes', 'form', '192.0.2.17');
    insert into campaign (account_id, title, subject, from_name, from_email, state, created_at)
      select ${accountId}, title, title, 'Northwind', 'post@northwind.example', 'sent', now() - make_interval(days => age)
      from (values ('What we made in September', 60), ('Six things for the autumn', 33), ('The workshop is open again', 12),
        ('A word about prices', 2)) as made (title, age);
    insert into deliverable (account_id, campaign_id, contact_id, sent_at, opened_at, clicked_at, bounced_at)
      select ${accountId}, id, ${grace}, created_at, case when subject <> 'A word about prices'
        then created_at + interval '47 minutes' end, case when subject like 'Six%' then created_at + interval '52 minutes' end,
        null
      from campaign where account_id = ${accountId} and state = 'sent' and from_name = 'Northwind';
    update contact_stat set last_sent_at = now() - interval '2 days', first_sent_at = now() - interval '60 days',
        last_opened_at = now() - interval '12 days', last_clicked_at = now() - interval '33 days'
      where account_id = ${accountId} and contact_id = ${grace};`;
}

/** Returns SQL that inserts the segments. One segment refers to a list that was deleted. */
function segmentsOf(accountId: number): string {
  return `
    insert into contact_segment (account_id, name, filter, created_at, updated_at) values
      (${accountId}, 'Engaged readers', jsonb_build_object('status', 'engaged', 'in_list_ids', (select jsonb_agg(id)
        from contact_list where account_id = ${accountId} and name = 'Newsletter')), now() - interval '40 days',
        now() - interval '3 days'),
      (${accountId}, 'Customers without a click', jsonb_build_object('never_clicked', true, 'tag_ids', (select jsonb_agg(id)
        from contact_tag where account_id = ${accountId} and name = 'Customer')), now() - interval '30 days',
        now() - interval '30 days'),
      (${accountId}, 'Guests of the winter fair', '{"in_list_ids": [999999]}', now() - interval '300 days',
        now() - interval '300 days');`;
}

/** Inserts imports that are complete, and one whose columns the user must map. */
async function seedImports(db: Database, accountId: number): Promise<{ ready_import: string; done_import: string }> {
  const rows = await rowsOf<{ id: string; state: string }>(
    db,
    `insert into import (account_id, id, kind, state, file_name, person_name, bytes, added, known, rejected, undone, undo_until,
         came_as, created_at)
       select $1, uuid_now(), 'contacts', made.* from (values
         ('done', 'mailchimp-subscribed-2026-06.csv', 'Grace Hopper', 1843200, 11804, 391, 12, 0, now() + interval '5 days',
           'UTF-8', now() - interval '2 days'),
         ('undone', 'a-list-that-was-bought-and-should-never-have-been-imported-by-anybody.csv', 'Grace Hopper', 90210,
           812, 0, 0, 812, null, 'Windows-1252', now() - interval '20 days'),
         ('ready', 'guests-of-the-stand.csv', 'Ada Lovelace', $2, 0, 0, 0, 0, null, 'UTF-8', now())) as made
       returning id, state`,
    [accountId, Buffer.byteLength(FILE)],
  );
  const idOf = (state: string): string => rows.find((row) => row.state === state)?.id ?? '';
  await rowsOf(db, 'insert into import_piece (account_id, import_id, start, bytes) values ($1, $2, 0, $3)', [
    accountId,
    idOf('ready'),
    Buffer.from(FILE),
  ]);
  return { ready_import: presentId('imp', idOf('ready')), done_import: presentId('imp', idOf('done')) };
}
