import { statement } from '../../../base/db.ts';

export interface PersonRow {
  readonly contact: Record<string, unknown>;
}

/** Returns the data of a contact. Custom fields have the names that the account gave them. Uses the primary keys. */
export const contactData = statement<[accountId: number, contactId: number], PersonRow>(
  'privacy_contact_data',
  `select json_build_object(
     'id', c.id, 'email', c.email, 'first_name', c.first_name, 'last_name', c.last_name, 'ip_address', c.ip_address,
     'confirmed_at', c.confirmed_at, 'unsubscribed_at', c.unsubscribed_at, 'bounced_at', c.bounced_at,
     'invalid_at', c.invalid_at, 'created_at', c.created_at, 'updated_at', c.updated_at, 'deleted_at', c.deleted_at,
     'form_id', c.form_id, 'is_tracked', c.is_tracked, 'language', c.language, 'timezone', c.timezone,
     'first_sent_at', s.first_sent_at, 'last_sent_at', s.last_sent_at, 'last_opened_at', s.last_opened_at,
     'last_clicked_at', s.last_clicked_at,
     'contact_fields', coalesce((
       select json_agg(json_build_object('name', f.name, 'label', f.label, 'value', v.value) order by f.id)
       from jsonb_each_text(c.fields) v join contact_field f on f.account_id = $1 and f.id = v.key::bigint
     ), '[]'::json),
     'lists', coalesce((
       select json_agg(json_build_object('id', l.id, 'name', l.name, 'since', m.created_at) order by l.id)
       from list_member m join contact_list l on l.account_id = $1 and l.id = m.list_id
       where m.account_id = $1 and m.contact_id = $2
     ), '[]'::json),
     'tags', coalesce((
       select json_agg(json_build_object('id', t.id, 'name', t.name, 'since', m.created_at) order by t.id)
       from tag_member m join contact_tag t on t.account_id = $1 and t.id = m.tag_id
       where m.account_id = $1 and m.contact_id = $2
     ), '[]'::json),
     'merged_contacts', coalesce((
       select json_agg(json_build_object('id', o.id, 'email', o.email, 'merged_at', o.deleted_at) order by o.id)
       from contact o where o.account_id = $1 and o.merged_into = $2
     ), '[]'::json),
     'topics', coalesce((
       select json_agg(json_build_object(
         'id', t.id, 'name', t.name, 'is_subscribed', h.is_subscribed, 'since', h.chosen_at
       ) order by t.id)
       from topic t join topic_choice h on h.account_id = $1 and h.topic_id = t.id and h.contact_id = $2
       where t.account_id = $1
     ), '[]'::json)
   ) as contact
   from contact c left join contact_stat s on s.account_id = $1 and s.contact_id = c.id
   where c.account_id = $1 and c.id = $2`,
);

/** Returns a person's latest sign-up and the changes that its confirmation would make. Uses the primary key. */
export const signUpData = statement<[accountId: number, contactId: number], Record<string, unknown>>(
  'privacy_sign_up_data',
  `select s.signed_up_at, s.expires_at, s.confirmed_at, s.asked_at, s.form_id, s.first_name, s.last_name, s.ip_address,
     coalesce((
       select json_agg(json_build_object('name', f.name, 'label', f.label, 'value', v.value) order by f.id)
       from jsonb_each_text(s.fields) v join contact_field f on f.account_id = $1 and f.id = v.key::bigint
     ), '[]'::json) as contact_fields,
     s.list_ids as lists, s.consent_text, s.consent_source, s.consent_ip, s.language
   from contact_sign_up s where s.account_id = $1 and s.contact_id = $2`,
);

/** Returns an address's entry on the suppression list. Uses the primary key. */
export const suppressionData = statement<[accountId: number, address: string], Record<string, unknown>>(
  'privacy_suppression_data',
  'select reason, detail, created_at from suppression where account_id = $1 and address = $2',
);

/**
 * Returns the times at which an address unsubscribed, either by email or from a message that was sent through an
 * adapter. Uses the primary key and the index vendor_unsubscribe_address.
 */
export const unsubscriptionData = statement<[accountId: number, address: string], Record<string, unknown>>(
  'privacy_unsubscription_data',
  `select created_at from inbound_unsubscribe where account_id = $1 and address = $2
   union all
   select created_at from vendor_unsubscribe where account_id = $1 and address = $2
   order by created_at`,
);

/**
 * Returns the number of times that email to an address bounced because of a full mailbox, and the times of the first
 * and the last of these bounces. Uses the primary key.
 */
export const fullMailboxData = statement<[accountId: number, address: string], Record<string, unknown>>(
  'privacy_full_mailbox_data',
  'select count, first_at, last_at from soft_bounce where account_id = $1 and address = $2',
);

export interface MailRow {
  readonly message_id: string;
  readonly recipient_no: number;
  readonly status: number;
  readonly sender: string;
  readonly subject: string;
  readonly tag: string | null;
  readonly events: readonly unknown[];
}

/**
 * Returns the next transactional messages to an address, with their events. Uses the index delivery_recipient and the
 * primary keys.
 */
export const mailData = statement<
  [accountId: number, address: string, behindId: string, behindNo: number, limit: number],
  MailRow
>(
  'privacy_mail_data',
  `select d.message_id, d.recipient_no, d.status, m.sender, m.subject, m.tag, coalesce((
     select json_agg(json_build_object(
       'event', e.event, 'occurred_at', e.occurred_at, 'status', e.status, 'reason', e.reason
     ) order by e.occurred_at, e.id)
     from event e
     where e.account_id = $1 and e.message_id = d.message_id and e.recipient_no = d.recipient_no
   ), '[]'::json) as events
   from delivery d join message m on m.account_id = $1 and m.id = d.message_id
   where d.account_id = $1 and lower(d.recipient) = $2 and (d.message_id, d.recipient_no) > ($3, $4)
   order by d.message_id, d.recipient_no limit $5`,
);

/**
 * Returns the emails of mailings to the given recipients, including emails that have not been sent yet. Uses the
 * primary keys.
 */
export const mailingData = statement<
  [accountId: number, batchIds: readonly string[], recipientNos: readonly number[]],
  Record<string, unknown>
>(
  'privacy_mailing_data',
  `select m.id as mailing, m.class, r.data, o.status, o.finished_at, o.enhanced, o.reason
   from unnest($2::uuid[], $3::integer[]) as k (batch_id, recipient_no)
   join mailing_recipient r on r.account_id = $1 and r.batch_id = k.batch_id and r.recipient_no = k.recipient_no
   join recipient_batch l on l.account_id = $1 and l.id = k.batch_id
   join mailing m on m.account_id = $1 and m.id = l.mailing_id
   left join mailing_outcome o on o.account_id = $1 and o.batch_id = k.batch_id and o.recipient_no = k.recipient_no`,
);

/** Returns rejected rows of imports, with the file names of the imports. Uses the primary keys. */
export const importData = statement<
  [accountId: number, importIds: readonly string[], lines: readonly number[]],
  Record<string, unknown>
>(
  'privacy_import_data',
  `select i.file_name, i.created_at, r.line, r.value, r.reason, r.details
   from unnest($2::uuid[], $3::bigint[]) as k (import_id, line)
   join import_reject r on r.account_id = $1 and r.import_id = k.import_id and r.line = k.line
   left join import i on i.account_id = $1 and i.id = k.import_id`,
);

/** Returns the next events of a contact after `afterId`. Uses the index contact_event_by_contact. */
export const eventData = statement<
  [accountId: number, contactId: number, afterId: number, limit: number],
  Record<string, unknown> & { readonly id: number }
>(
  'privacy_event_data',
  `select id, name, properties, idempotency_key, occurred_at, created_at from contact_event
   where account_id = $1 and contact_id = $2 and id > $3 order by id limit $4`,
);

/** Returns the current and earlier automations of a contact. Uses the index automation_entry_by_contact. */
export const automationData = statement<[accountId: number, contactId: number], Record<string, unknown>>(
  'privacy_automation_data',
  `select e.automation_id, a.title, e.entered_at, e.ended_at, cardinality(e.done) as mails
   from automation_entry e left join automation a on a.account_id = $1 and a.id = e.automation_id
   where e.account_id = $1 and e.contact_id = $2 order by e.automation_id`,
);

/**
 * Returns the next campaign emails to a contact, with their opens and clicks. Uses the index deliverable_by_contact and
 * the primary keys.
 */
export const campaignData = statement<
  [accountId: number, contactId: number, behindId: number, limit: number],
  { readonly campaign_id: number } & Record<string, unknown>
>(
  'privacy_campaign_data',
  `select d.campaign_id, c.title, c.subject, d.sent_at, d.opened_at, d.clicked_at, d.bounced_at, b.reason as bounce_reason, d.unsubscribed_at,
     d.spam_at, d.provider as mailbox_provider, coalesce((
       select json_agg(json_build_object(
         'url', l.url, 'by', case v.visitor when 1 then 'person' when 2 then 'proxy' else 'machine' end,
         'device', (array['phone', 'tablet', 'desktop'])[nullif(v.device, 0)],
         'visits', v.visits, 'first_at', v.first_at, 'last_at', v.last_at
       ) order by v.first_at, v.link_no)
       from campaign_visit v
       left join campaign_link l on l.account_id = $1 and l.campaign_id = v.campaign_id and l.link_no = v.link_no
       where v.account_id = $1 and v.campaign_id = d.campaign_id and v.contact_id = $2
     ), '[]'::json) as visits
   from deliverable d left join campaign c on c.account_id = $1 and c.id = d.campaign_id
   left join campaign_bounce b on b.account_id = $1 and b.campaign_id = d.campaign_id and b.contact_id = $2
   where d.account_id = $1 and d.contact_id = $2 and d.campaign_id > $3
   order by d.campaign_id limit $4`,
);
