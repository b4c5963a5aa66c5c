import { recordStatement, statement } from '../../../base/db.ts';
import type { StepKind } from '../automations/index.ts';

/** Kinds of entries by which the timeline can be filtered. */
export const TIMELINE_KINDS = [
  'sign_up',
  'groups',
  'emails',
  'engagement',
  'opt_out',
  'events',
  'automations',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

interface TimelineValues {
  readonly accountId: number;
  /** IDs of the contact and of the contacts that were merged into it. */
  readonly contactIds: readonly number[];
  /** Kind of the entries to select. Null selects all kinds. */
  readonly kind: TimelineKind | null;
  /** Time of the last entry on the previous page. Null for the first page. */
  readonly beforeAt: Date | null;
  readonly beforeKey: string;
  /** A message ID that is higher than the ID of any message that was accepted before or at `beforeAt`. */
  readonly beforeId: string;
  readonly limit: number;
}

export interface TimelineRow {
  readonly at: Date;
  readonly key: string;
  readonly kind: TimelineKind;
  readonly type: string;
  /**
   * Name of the list, tag, event, automation, form, or imported file, title or subject of the email, or address of the
   * merged contact.
   */
  readonly name: string | null;
  readonly object_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A branch of the timeline: its kind, and a query with the columns at, type, key, name, object_id, and details. */
type Branch = readonly [kind: TimelineKind, text: string];

const NONE = `'{}'::jsonb`;
const CONTACT = 'c.account_id = $accountId and c.id = any($contactIds::bigint[])';
const contactTime = (type: string, column: string, where: string): string =>
  `select c.${column}, '${type}', '${type} of ' || c.id, null, null, ${NONE} from contact c where ${CONTACT} and ${where}`;
const unreported = (column: string): string =>
  `c.${column} is not null and not exists (
     select from deliverable d where d.account_id = $accountId and d.contact_id = c.id and d.${column} = c.${column})`;
const member = (what: string, table: string, group: string, key: string): string =>
  `select m.created_at, '${what}', '${what} ' || m.${key} || ' of ' || m.contact_id, g.name, m.${key}::text, ${NONE}
   from ${table} m join ${group} g on g.account_id = $accountId and g.id = m.${key} and g.deleted_at is null
   where m.account_id = $accountId and m.contact_id = any($contactIds::bigint[])`;
const mail = (type: string, column: string): string =>
  `select d.${column}, '${type}', '${type} ' || d.campaign_id || ' of ' || d.contact_id, m.title, coalesce(i.automation_id, d.campaign_id)::text,
     jsonb_build_object('campaign_kind', m.kind, 'campaign_id', d.campaign_id, 'contact_id', d.contact_id)
   from deliverable d left join campaign m on m.account_id = $accountId and m.id = d.campaign_id
   left join lateral (
     select n.automation_id from automation_item n
     where m.kind = 'automation' and n.account_id = $accountId and n.campaign_id = d.campaign_id limit 1
   ) i on true
   where d.account_id = $accountId and d.contact_id = any($contactIds::bigint[]) and d.${column} is not null`;
const automation = (type: string, column: string): string =>
  `select e.${column}, '${type}', '${type} ' || e.automation_id || ' of ' || e.contact_id, a.title, e.automation_id::text, ${NONE}
   from automation_entry e join automation a on a.account_id = $accountId and a.id = e.automation_id and a.deleted_at is null
   where e.account_id = $accountId and e.contact_id = any($contactIds::bigint[]) and e.${column} is not null`;

const BRANCHES: readonly Branch[] = [
  [
    'sign_up',
    `select coalesce(c.imported_at, c.created_at), 'added', 'added of ' || c.id, coalesce(i.file_name, f.title), c.form_id::text,
       jsonb_strip_nulls(jsonb_build_object('source', contact_source(c.import_id, c.form_id), 'ip_address', c.ip_address))
     from contact c left join import i on i.account_id = $accountId and i.id = c.import_id
     left join form f on f.account_id = $accountId and f.id = c.form_id and f.deleted_at is null
     where ${CONTACT}`,
  ],
  [
    'sign_up',
    // Omit confirmation times that were imported from a file, because these contacts were not confirmed with Postrider.
    contactTime('confirmed', 'confirmed_at', 'c.confirmed_at > coalesce(c.imported_at, c.created_at)'),
  ],
  [
    'sign_up',
    `select s.given_at, 'consented', 'consented ' || s.id, null, null,
       jsonb_strip_nulls(jsonb_build_object('text', s.text, 'source', s.source, 'ip_address', s.ip_address, 'recorded_by', s.recorded_by))
     from contact_consent s where s.account_id = $accountId and s.contact_id = any($contactIds::bigint[])`,
  ],
  [
    'sign_up',
    `select c.deleted_at, 'merged', 'merged ' || c.id, c.email, null, ${NONE}
     from contact c where ${CONTACT} and c.deleted_at is not null`,
  ],
  ['groups', member('list', 'list_member', 'contact_list', 'list_id')],
  ['groups', member('tag', 'tag_member', 'contact_tag', 'tag_id')],
  [
    'groups',
    `select p.left_at, 'left_list', 'left_list ' || p.list_id || ' of ' || p.contact_id, l.name, p.list_id::text, ${NONE}
     from list_departure p join contact_list l on l.account_id = $accountId and l.id = p.list_id and l.deleted_at is null
     where p.account_id = $accountId and p.contact_id = any($contactIds::bigint[])`,
  ],
  ['emails', mail('sent', 'sent_at')],
  [
    'emails',
    `select to_timestamp(('x' || translate(left(d.message_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0), 'message',
       'message ' || d.message_id || ' ' || d.recipient_no, m.subject, d.message_id::text,
       jsonb_strip_nulls(jsonb_build_object('status_number', d.status, 'tag', m.tag))
     from contact c
     cross join lateral (
       select n.message_id, n.recipient_no, n.status from delivery n
       where n.account_id = $accountId and lower(n.recipient) = c.email and n.class = 0 and n.message_id < $beforeId
         and ($kind::text is null or $kind::text = 'emails')
       order by n.message_id desc limit $limit + 1
     ) d
     join message m on m.account_id = $accountId and m.id = d.message_id
     where ${CONTACT}`,
  ],
  ['engagement', mail('opened', 'opened_at')],
  ['engagement', mail('clicked', 'clicked_at')],
  ['opt_out', mail('bounced', 'bounced_at')],
  ['opt_out', mail('unsubscribed', 'unsubscribed_at')],
  ['opt_out', mail('complained', 'spam_at')],
  ['opt_out', contactTime('unsubscribed', 'unsubscribed_at', unreported('unsubscribed_at'))],
  ['opt_out', contactTime('bounced', 'bounced_at', unreported('bounced_at'))],
  ['opt_out', contactTime('invalid', 'invalid_at', 'c.invalid_at is not null')],
  [
    'events',
    `select e.occurred_at, 'event', 'event ' || e.id, e.name, e.id::text, jsonb_build_object('properties', e.properties)
     from contact_event e where e.account_id = $accountId and e.contact_id = any($contactIds::bigint[])`,
  ],
  ['automations', automation('entered_automation', 'entered_at')],
  ['automations', automation('ended_automation', 'ended_at')],
];

/** Up to ten links that the contact clicked in an email, in the order of their first clicks. Uses the primary keys. */
const CLICKED_LINKS = `(
  select coalesce(jsonb_agg(u.url order by u.first_at), '[]') from (
    select l.url, v.first_at from campaign_visit v
    join campaign_link l on l.account_id = $accountId and l.campaign_id = v.campaign_id and l.link_no = v.link_no
    where v.account_id = $accountId and v.campaign_id = (e.details ->> 'campaign_id')::bigint and v.contact_id = (e.details ->> 'contact_id')::bigint
      and v.link_no > 0 and v.visitor = 1
    order by v.first_at limit 10
  ) u
)`;

/**
 * Returns a page of the timeline of a contact, newest first. Uses the primary keys, the indexes by contact, and the
 * index delivery_recipient.
 */
export const timelinePage = recordStatement<TimelineValues, TimelineRow>(
  'contact_timeline_page',
  `select e.at, e.key, e.kind, e.type, e.name, e.object_id,
     case when e.type = 'clicked' then e.details || jsonb_build_object('links', ${CLICKED_LINKS}) else e.details end as details
   from (
     select date_trunc('milliseconds', at) as at, key, kind, type, name, object_id, details from (
       ${BRANCHES.map(
         ([kind, text]) =>
           `select '${kind}' as kind, b.* from (${text}) as b (at, type, key, name, object_id, details)
            where $kind::text is null or $kind::text = '${kind}'`,
       ).join(' union all ')}
     ) every
     where $beforeAt::timestamptz is null
       or (date_trunc('milliseconds', at), key collate "C") < ($beforeAt::timestamptz, $beforeKey::text)
     order by 1 desc, key collate "C" desc limit $limit
   ) e
   order by e.at desc, e.key collate "C" desc`,
);

export interface InAutomationRow {
  readonly automation_id: number;
  readonly title: string;
  readonly active: boolean;
  readonly entered_at: Date;
  readonly ended_at: Date | null;
  readonly emails: number;
  readonly step: {
    readonly id: number;
    readonly type: StepKind;
    readonly position: number;
    readonly name: string | null;
    readonly due_at: string;
  } | null;
}

/**
 * Returns the automations that a contact is or was in, current ones first. Uses the index automation_entry_by_contact
 * and the primary keys.
 */
export const automationsOfContact = statement<[accountId: number, contactId: number], InAutomationRow>(
  'contact_timeline_automations',
  `select e.automation_id, a.title, a.active, e.entered_at, e.ended_at, cardinality(e.done) as emails,
     case when i.id is not null then jsonb_build_object('id', i.id, 'type', i.kind, 'position', i.send_order, 'name', c.title,
       'due_at', to_char(coalesce(e.wait_ends_at, e.base_at + make_interval(hours => i.delay_hours)) at time zone 'UTC',
         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as step
   from automation_entry e join automation a on a.account_id = $1 and a.id = e.automation_id and a.deleted_at is null
   left join automation_item i on i.account_id = $1 and i.id = e.item_id
   left join campaign c on c.account_id = $1 and c.id = i.campaign_id
   where e.account_id = $1 and e.contact_id = $2
   order by e.item_id is null, e.entered_at desc, e.automation_id desc`,
);

/** Returns the contacts that were merged into a contact. Uses the index contact_merged. */
export const mergedContacts = statement<[accountId: number, contactId: number], { readonly id: number }>(
  'contact_timeline_merged',
  'select id from contact where account_id = $1 and merged_into = $2',
);
