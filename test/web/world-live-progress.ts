import type { Database } from '../../src/base/db.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/** Hostile HTML whose scripts must not run in any frame. */
export const HOSTILE =
  `<script>parent.document.title = 'stolen'</script><img src="x" onerror="parent.document.title = 'stolen'">` +
  `<a href="javascript:parent.document.title='stolen'">press</a><iframe srcdoc="<script>top.location='/'</script>"></iframe>` +
  '<style>span { display: none }</style><form action="https://elsewhere.example"><input name="a"></form>';

const LANES = [
  [
    'google',
    22_140,
    61,
    3,
    1_904,
    0,
    0,
    '421 4.7.28 Our system has detected an unusual rate of mail from your IP address',
  ],
  ['office365', 8_204, 40, 0, 12, 0, 96, '451 4.7.500 Server busy. Please try again later from [192.0.2.7]'],
  ['outlook', 6_310, 18, 0, 0, 0, 81, null],
  ['yahoo', 1_208, 4, 0, 30, 3_912, 0, '421 4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred'],
  ['apple', 2_011, 2, 0, 0, 0, 22, null],
  ['bigfish-communications.example', 640, 1, 0, 0, 0, 8, null],
] as const;

/**
 * Adds two campaigns to the account that the pages show: one that is being sent in provider lanes, and one whose A/B
 * test has no winner yet. Also adds content of another account that the operator must approve or reject. Returns the
 * IDs by name.
 */
export async function seedLiveProgress(
  db: Database,
  accountId: number,
  otherAccount: number,
): Promise<Readonly<Record<string, string>>> {
  await db.script(`${liveProgressOf(accountId)} ${testOf(accountId)} ${approvalOf(otherAccount)}`);
  const rows = await rowsOf<{ id: number; title: string }>(
    db,
    `select id, title from campaign where title in ('Gifts for the winter', 'Two kinds of gifts', 'A letter that waits')`,
  );
  const idOf = (title: string): string => String(rows.find((row) => row.title === title)?.id);
  return {
    campaign_live_progress: idOf('Gifts for the winter'),
    campaign_test: idOf('Two kinds of gifts'),
    approval_account: String(otherAccount),
    approval_campaign: idOf('A letter that waits'),
  };
}

function campaignOf(accountId: number, title: string, subject: string, more: string): string {
  return `insert into campaign (account_id, title, subject, html, from_name, from_email, list_ids, state, started_at,
      recipients, timezone, created_at${more.split('|')[0] ?? ''})
    select ${accountId}, '${title}', '${subject}',
      '<p>Hello, <a href="https://northwind.example/gifts">all gifts</a></p>', 'Northwind', 'post@northwind.example',
      (select array_agg(id) from contact_list where account_id = ${accountId} and name = 'Newsletter'), 'sending',
      now() - interval '9 minutes', 100000, 'Europe/Berlin', now() - interval '2 hours'${more.split('|')[1] ?? ''};`;
}

/** Returns SQL that inserts a mailing in progress, its recipient batch, and its wave. */
function mailingOf(accountId: number, campaign: string, wave: string, delivered: number): string {
  return `with mailing as (
      insert into mailing (account_id, id, class, state, recipients, delivered, bounced, source, template_hash, started_at)
      select ${accountId}, new_batch_id(), 3, 'sending', 100000, ${delivered}, 126, ${campaign}, sha256('office'), now() returning id
    ), batch as (
      insert into recipient_batch (account_id, id, mailing_id, recipients) select ${accountId}, new_batch_id(), id, 100000 from mailing
    )
    insert into campaign_wave (account_id, campaign_id, mailing_id, recipients, started_at, wave_no, kind, variant)
      select ${accountId}, ${campaign}, id, 100000, ${wave} from mailing;`;
}

function liveProgressOf(accountId: number): string {
  const campaign = `(select id from campaign where title = 'Gifts for the winter')`;
  const lanes = LANES.map(
    ([provider, delivered, refused, failed, deferred, held, pace, answer]) =>
      `('${provider}', ${delivered}, ${refused}, ${failed}, ${deferred}, ${held}, ${pace}, ${answer === null ? 'null' : `'${answer}'`})`,
  ).join(', ');
  return `${campaignOf(accountId, 'Gifts for the winter', 'Gifts for the winter are here', '')}
    ${mailingOf(accountId, campaign, `now(), 1, 'all', 0`, 40_513)}
    insert into mailing_provider (account_id, mailing_id, provider, delivered, refused, failed, deferred, held, pace, pace_before,
        pace_at, answer, answered_at, retry_at)
      select ${accountId}, w.mailing_id, l.*, l.pace, floor(extract(epoch from now()) / 10), answered.text,
        case when answered.text is not null then now() - interval '40 seconds' end,
        case when answered.text is not null then now() + interval '14 minutes' end
      from campaign_wave w,
        (values ${lanes}) as answers (provider, delivered, refused, failed, deferred, held, pace, answer)
      cross join lateral (select answers.provider, answers.delivered, answers.refused, answers.failed, answers.deferred,
        answers.held, answers.pace * 10 as pace) l
      cross join lateral (select answers.answer as text) answered
      where w.account_id = ${accountId} and w.campaign_id = ${campaign};
    insert into mailing_provider_pause (account_id, source, provider, paused_at)
      values (${accountId}, ${campaign}, 'yahoo', now() - interval '3 minutes');
    insert into delivery_site (worker, site, waiting, connections, allowed_connections, per_second, resting_until, reason, provider,
        seen_at)
      values (11, 'default google', 0, 0, 1, 0, now() + interval '14 minutes', '421 4.7.28 of somebody else', 'google',
        now() + interval '1 day');
    insert into campaign_count (account_id, campaign_id, variant, sent, bounced, openers, clickers, raw_openers, raw_clickers,
        opens, clicks, raw_opens, raw_clicks)
      values (${accountId}, ${campaign}, 0, 40639, 126, 2210, 190, 4120, 411, 2603, 212, 5122, 470);`;
}

function testOf(accountId: number): string {
  const campaign = `(select id from campaign where title = 'Two kinds of gifts')`;
  return `${campaignOf(
    accountId,
    'Two kinds of gifts',
    'One gift for you',
    `, test_share, test_rule, test_hours|, 20, 'opens', 4`,
  )}
    insert into campaign_variant (account_id, campaign_id, variant, subject)
      values (${accountId}, ${campaign}, 1, 'Two gifts for you');
    ${mailingOf(accountId, campaign, `now(), 1, 'test', 0`, 9_874)}
    ${mailingOf(accountId, campaign, `now(), 2, 'test', 1`, 9_874)}
    ${mailingOf(accountId, campaign, `null, 3, 'rest', null`, 0)}
    insert into campaign_count (account_id, campaign_id, variant, sent, openers, clickers, raw_openers, raw_clickers, opens, clicks,
        raw_opens, raw_clicks)
      values (${accountId}, ${campaign}, 0, 10000, 1810, 210, 3900, 500, 2100, 240, 4400, 560),
        (${accountId}, ${campaign}, 1, 10000, 2240, 260, 4300, 540, 2600, 300, 4900, 600);
    insert into campaign_link (account_id, campaign_id, link_no, url, clicks, clickers, machine_clicks)
      values (${accountId}, ${campaign}, 1, 'https://northwind.example/gifts', 540, 470, 620);`;
}

function approvalOf(accountId: number): string {
  const html = `<p>Hello {{ contact.first_name }}</p>${HOSTILE}`.replaceAll("'", "''");
  return `insert into campaign (account_id, title, subject, html, from_name, from_email, created_at)
      values (${accountId}, 'A letter that waits', 'A letter that waits', '${html}', 'Tailspin', 'post@tailspin.example', now());
    insert into campaign_approval (account_id, campaign_id, hash, state, findings, asked_at)
      select ${accountId}, id, repeat('a', 64), 'waiting',
        '[{"check":"blocked_word","message":"Holds the blocked word “lottery”."}]', now() - interval '2 hours'
      from campaign where title = 'A letter that waits';
    insert into campaign (account_id, title, subject, html, from_name, from_email, state, started_at)
      values (${accountId}, 'An old list', 'News', '<p>News</p>', 'Tailspin', 'post@tailspin.example', 'paused', now());
    insert into guarded_campaign (account_id, campaign_id, domain, charged_at, mails, engaged_only, stopped_at, stopped_by,
        stop_reason)
      select ${accountId}, id, 'tailspin.example', now(), 3000, false, now() - interval '1 hour', 'automatic_pause',
        '7.2% of its mails bounced, of 5% at most.'
      from campaign where title = 'An old list';`;
}
