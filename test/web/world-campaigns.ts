import type { Database } from '../../src/base/db.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/** Number of contacts who have opened the campaign that was sent. */
export const OPENERS = 80;
/** Number of hours until the current wave of the campaign in warm-up ends. */
const WARMS_UP_HOURS = 23;

const HTML =
  '<h1>The winter fair</h1><p>Hello {{ contact.first_name | default: "reader" }}, we are there again.</p>' +
  '<p><a href="https://northwind.example/fair">Come and see</a></p>';

/**
 * Adds campaigns in several statuses to an account that has an audience: a sent campaign with statistics, one that is
 * being sent in warm-up, a scheduled one, a stopped one, and drafts. Returns the IDs by name.
 */
export async function seedCampaigns(db: Database, accountId: number): Promise<Readonly<Record<string, string>>> {
  await db.script(`${campaignsOf(accountId)} ${resultsOf(accountId)}`);
  const rows = await rowsOf<{ id: number; title: string }>(
    db,
    'select id, title from campaign where account_id = $1 order by id',
    [accountId],
  );
  const idOf = (title: string): string => String(rows.find((row) => row.title === title)?.id);
  return {
    campaign: idOf('Autumn catalogue'),
    campaign_draft: idOf('The winter fair'),
    campaign_scheduled: idOf('November letter'),
    campaign_sending: idOf('A new workshop'),
    campaign_paused: idOf('Last copies'),
  };
}

function campaignsOf(accountId: number): string {
  const list = `(select array_agg(id) from contact_list where account_id = ${accountId} and name = 'Newsletter')`;
  return `
    insert into campaign_settings (account_id, postal_address, from_name, from_email)
      values (${accountId}, E'Northwind Ltd\\n1 High Street\\nLondon', 'Northwind', 'post@northwind.example')
      on conflict (account_id) do update set postal_address = excluded.postal_address;
    insert into campaign (account_id, title, subject, html, from_name, from_email, list_ids, state, scheduled_at, started_at,
        sent_at, recipients, pause_reason, timezone, created_at)
      select ${accountId}, title, subject, '${HTML}', 'Northwind', 'post@northwind.example',
        case when has_list then ${list} else '{}' end, state, scheduled_at, started_at, sent_at, recipients, reason,
        'Europe/Berlin', now() - make_interval(mins => age)
      from (values
        ('Autumn catalogue', 'Our autumn catalogue is here', true, 'sent', now() - interval '3 days',
          now() - interval '3 days', now() - interval '70 hours', 190, null, 50),
        ('The winter fair', 'Meet us at the winter fair', true, 'draft', null, null, null, 0, null, 10),
        ('November letter', 'What we made in November', true, 'scheduled', now() + interval '3 days', null, null, 0, null, 20),
        ('Last copies', 'The last copies of last year', true, 'paused', now() - interval '4 hours',
          now() - interval '4 hours', null, 2400,
          '6.1% of its mails bounced, of 5% at most: the rest waits until somebody has looked at it.', 30),
        ('A new workshop', 'There is a new workshop, and everybody is invited to see how things are made there', true,
          'sending', now() - interval '1 hour', now() - interval '1 hour', null, 3000, null, 40),
        ('Not for anybody yet', 'A thought', false, 'draft', null, null, null, 0, null, 5)
      ) as made (title, subject, has_list, state, scheduled_at, started_at, sent_at, recipients, reason, age);
    insert into guarded_campaign (account_id, campaign_id, domain, charged_at, mails, engaged_only, wave_safeguard, wave_contacts,
        wave_ends_at, wave_state)
      select ${accountId}, id, 'northwind.example', now(), 3000, false, 'warm_up', 1000,
        now() + interval '${WARMS_UP_HOURS} hours', 'running'
      from campaign where account_id = ${accountId} and title = 'A new workshop';`;
}

/**
 * Returns SQL that inserts the contacts, links, and hourly statistics of the sent campaign, and sets the counters of
 * all started campaigns.
 */
function resultsOf(accountId: number): string {
  const sent = `(select id from campaign where account_id = ${accountId} and title = 'Autumn catalogue')`;
  const opened = `n <= ${OPENERS}`;
  return `
    insert into deliverable (account_id, campaign_id, contact_id, provider, sent_at, opened_at, clicked_at, bounced_at,
        unsubscribed_at)
      select ${accountId}, ${sent}, id,
        (array['google', 'google', 'google', 'outlook', 'office365', 'yahoo', 'apple', null])[1 + n % 8], now() - interval '71 hours',
        case when ${opened} then now() - interval '70 hours' + make_interval(mins => n * 23) end,
        case when n <= 21 then now() - interval '69 hours' + make_interval(mins => n * 23) end,
        case when n between 100 and 104 then now() - interval '71 hours' end,
        case when n in (7, 12) then now() - interval '60 hours' end
      from (select id, (row_number() over (order by id))::integer as n from contact
        where account_id = ${accountId} and email like '%@reader.example') c
      where n <= 190;
    insert into campaign_visit (account_id, campaign_id, contact_id, link_no, visitor, device, visits, first_at, last_at)
      select account_id, campaign_id, contact_id, 0, case when contact_id % 5 < 3 then 1 else 2 end,
        (array[1, 3, 1, 4, 4])[1 + contact_id % 5], 1, opened_at, opened_at
      from deliverable where account_id = ${accountId} and campaign_id = ${sent} and opened_at is not null;
    insert into campaign_link (account_id, campaign_id, link_no, url, clicks, clickers, machine_clicks) values
      (${accountId}, ${sent}, 1, 'https://northwind.example/catalogue', 22, 15, 41),
      (${accountId}, ${sent}, 2, 'https://northwind.example/shop/things-that-are-made-by-hand-in-the-workshop?utm_source=newsletter&utm_medium=email&utm_campaign=autumn', 9, 7, 38),
      (${accountId}, ${sent}, 3, 'https://northwind.example/about', 0, 0, 12);
    insert into campaign_hour (account_id, campaign_id, hour, opens, clicks)
      select ${accountId}, ${sent}, date_trunc('hour', now()) - interval '70 hours' + (n - 1) * interval '1 hour', opens,
        coalesce(clicks, 0)
      from unnest(array[30, 20, 14, 10, 8, 6, 5, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1], array[9, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1])
        with ordinality as h (opens, clicks, n);
    insert into campaign_count (account_id, campaign_id, variant, sent, bounced, complained, unsubscribed, openers, clickers,
        raw_openers, raw_clickers, opens, clicks, raw_opens, raw_clicks)
      select ${accountId}, id, variant, made.* from campaign c
      join (values ('Autumn catalogue', 0, 190, 5, 1, 2, ${OPENERS}, 21, 131, 48, 112, 31, 240, 122),
        ('Last copies', 0, 420, 26, 0, 0, 71, 9, 150, 20, 90, 10, 200, 25),
        ('A new workshop', 0, 940, 4, 0, 1, 210, 33, 480, 71, 260, 40, 700, 120)
      ) as counted (title, variant, sent, bounced, complained, unsubscribed, openers, clickers, raw_openers, raw_clickers, opens,
        clicks, raw_opens, raw_clicks) using (title)
      cross join lateral (select sent, bounced, complained, unsubscribed, openers, clickers, raw_openers, raw_clickers, opens,
        clicks, raw_opens, raw_clicks) as made
      where c.account_id = ${accountId};`;
}
