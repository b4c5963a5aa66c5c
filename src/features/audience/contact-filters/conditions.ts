import {
  ADDRESS,
  anyOf,
  EITHER,
  IMPORT,
  LANGUAGE,
  NEVER,
  noneOf,
  oneOf,
  STATUS,
  TIME,
  WORDS,
  type Kind,
  type ObjectId,
  type Resource,
} from './kinds.ts';
import {
  cameFromClause,
  deliverablesOf,
  flagged,
  foundClause,
  membersOf,
  statusClause,
  type Context,
} from './clauses.ts';
import { languageName } from '../../../mail/languages/tags.ts';
import { fieldClause } from './field-clause.ts';
import { FIELD_TEST, fieldWords } from './field-test.ts';
import { FREQUENCY, frequencyClause, frequencyWords } from './frequency.ts';
import { momentWords, timeOf, type Moment } from './moment.ts';
import { listCounter, outsideListCounter, outsideTagCounter, tagCounter } from './queries.ts';

/** Maximum number of lists or tags that a description names. */
const MAX_NAMED = 10;

/** Tables other than contact_stat that a condition may compare with contacts row by row. */
export type ComparedTable = 'contact' | 'deliverable' | 'list_member' | 'tag_member';

/** Returns the quoted name of an object, or the object's ID if it has no name. */
export type NameOf = (of: Resource, id: ObjectId) => string;

interface Facts<Value> {
  /** Description for the API documentation and docs/contacts.md. */
  readonly description: string;
  /** Describes the condition in words, for example `status is engaged`. */
  phrase(value: Value, nameOf: NameOf): string;
  /** Returns the condition as SQL on `contact_stat s`. The surrounding statement contains `s.account_id = $1`. */
  sql(value: Value, context: Context): string;
  /**
   * Table whose rows are compared with contacts. `plans.ts` keeps the cost from growing with the product of the two row
   * counts.
   */
  readonly comparedWith: ComparedTable | null;
  /**
   * Reads the counter of the contacts that match the condition, if the condition has a single ID. Undefined if no such
   * counter exists.
   */
  readonly counter?: typeof listCounter;
}

export interface Condition<Value> extends Facts<Value> {
  readonly kind: Kind<Value>;
}

function condition<Value>(kind: Kind<Value>, facts: Facts<Value>): Condition<Value> {
  return { kind, ...facts };
}

/** All conditions, keyed by API name. To add a condition, see "Add a filter condition" in docs/how-to.md. */
export const CONDITIONS = {
  query: condition(WORDS, {
    description:
      'Contacts whose email address or name contains all of these words. Words with fewer than three characters match only at the start of the email address or of a name.',
    phrase: (text) => `address or name contains "${text}"`,
    sql: foundClause,
    comparedWith: 'contact',
  }),
  email: condition(ADDRESS, {
    description: 'The contact with exactly this email address.',
    phrase: (email) => `address is ${email}`,
    // Use a subquery, so that PostgreSQL looks up the contact once, with the unique key of the table contact.
    sql: (email, { bind }) =>
      `s.contact_id = (select c.id from contact c where c.account_id = $1 and c.email = ${bind(email)}::text collate "C")`,
    comparedWith: null,
  }),
  unsubscribed: condition(EITHER, {
    description: 'If true, only unsubscribed contacts match. If false, only contacts that have not unsubscribed match.',
    phrase: (isUnsubscribed) => (isUnsubscribed ? 'unsubscribed' : 'not unsubscribed'),
    sql: (isUnsubscribed) => (isUnsubscribed ? flagged(2) : '(s.flags & 2) = 0'),
    comparedWith: null,
  }),
  status: condition(STATUS, {
    description:
      '`active` contacts can receive email. Active contacts are `engaged`, `new`, or `inactive`. `engaged` contacts have opened an email within the last 90 days. `new` contacts have never opened an email, and their first email, if any, was sent within the last 60 days. All other active contacts are `inactive`. The other values are reasons why a contact does not receive email.',
    phrase: (status) => `status is ${status}`,
    sql: statusClause,
    comparedWith: null,
  }),
  language: condition(LANGUAGE, {
    description:
      'Postrider extension. Contacts with this language, as a BCP 47 tag. `de` also matches `de-AT`. Contacts whose language is unknown are excluded.',
    phrase: (tag) => `language is ${languageName(tag, 'en')}`,
    // Two comparisons of the column itself, because PostgreSQL has no statistics for an expression and would expect so few
    // matches that it looks up each contact separately.
    sql: (tag, context) =>
      cameFromClause(
        `(c.language = ${context.bind(tag)}::text or c.language like ${context.bind(`${tag}-%`)}::text)`,
        context,
      ),
    comparedWith: 'contact',
  }),
  last_opened_after: onOrAfter('last_opened_at', 'last opened', 'Contacts whose last open was'),
  last_opened_before: before(
    'last_opened_at',
    'last opened',
    'Contacts whose last open was',
    ' Contacts that have never opened an email are excluded.',
  ),
  last_clicked_after: onOrAfter('last_clicked_at', 'last clicked', 'Contacts whose last click was'),
  last_clicked_before: before(
    'last_clicked_at',
    'last clicked',
    'Contacts whose last click was',
    ' Contacts that have never clicked a link are excluded.',
  ),
  last_sent_after: onOrAfter('last_sent_at', 'last emailed', 'Contacts that were last sent an email'),
  last_sent_before: before(
    'last_sent_at',
    'last emailed',
    'Contacts that were last sent an email',
    ' Contacts that have never been sent an email are excluded.',
  ),
  created_after: onOrAfter('created_at', 'created', 'Contacts created'),
  created_before: before('created_at', 'created', 'Contacts created'),
  never_opened: condition(NEVER, {
    description: 'If true, only contacts that have never opened an email match.',
    phrase: () => 'never opened',
    sql: () => 's.last_opened_at is null',
    comparedWith: null,
  }),
  never_clicked: condition(NEVER, {
    description: 'If true, only contacts that have never clicked a link match.',
    phrase: () => 'never clicked',
    sql: () => 's.last_clicked_at is null',
    comparedWith: null,
  }),
  never_sent: condition(NEVER, {
    description: 'If true, only contacts that have never been sent an email match.',
    phrase: () => 'never emailed',
    sql: () => 's.last_sent_at is null',
    comparedWith: null,
  }),
  in_list_ids: condition(anyOf('list'), {
    description: 'Contacts in any of these lists.',
    phrase: (ids, nameOf) => `in list ${either(ids, (id) => nameOf('list', id))}`,
    sql: (ids, context) => `exists (${membersOf('list', ids, context)})`,
    comparedWith: 'list_member',
    counter: listCounter,
  }),
  not_in_list_ids: condition(noneOf('list'), {
    description: 'Contacts that are not in any of these lists.',
    phrase: (ids, nameOf) => `not in list ${either(ids, (id) => nameOf('list', id))}`,
    sql: (ids, context) => `not exists (${membersOf('list', ids, context)})`,
    comparedWith: 'list_member',
    counter: outsideListCounter,
  }),
  tag_ids: condition(anyOf('tag'), {
    description: 'Contacts with any of these tags.',
    phrase: (ids, nameOf) => `with tag ${either(ids, (id) => nameOf('tag', id))}`,
    sql: (ids, context) => `exists (${membersOf('tag', ids, context)})`,
    comparedWith: 'tag_member',
    counter: tagCounter,
  }),
  not_tag_ids: condition(noneOf('tag'), {
    description: 'Contacts that have none of these tags.',
    phrase: (ids, nameOf) => `without tag ${either(ids, (id) => nameOf('tag', id))}`,
    sql: (ids, context) => `not exists (${membersOf('tag', ids, context)})`,
    comparedWith: 'tag_member',
    counter: outsideTagCounter,
  }),
  contact_field: condition(FIELD_TEST, {
    description:
      'Postrider extension. Contacts whose custom field meets a condition, for example `{"field_id": 4, "operator": "is", "value": "Berlin"}`.',
    phrase: (test, nameOf) => fieldWords(test, nameOf('field', test.field_id)),
    sql: fieldClause,
    comparedWith: 'contact',
  }),
  opened_emails: condition(FREQUENCY, {
    description:
      'Postrider extension. Contacts that opened a certain number of campaign emails in a period, for example `{"at_least": 3, "after": "30 days ago"}`.',
    phrase: (frequency) => frequencyWords('opened', frequency),
    sql: (frequency, context) => frequencyClause('opened', frequency, context),
    comparedWith: 'deliverable',
  }),
  clicked_emails: condition(FREQUENCY, {
    description:
      'Postrider extension. Contacts that clicked links in a certain number of campaign emails in a period, for example `{"at_most": 0, "after": "90 days ago"}`.',
    phrase: (frequency) => frequencyWords('clicked', frequency),
    sql: (frequency, context) => frequencyClause('clicked', frequency, context),
    comparedWith: 'deliverable',
  }),
  form_ids: condition(anyOf('form'), {
    description: 'Postrider extension. Contacts that were added by any of these forms.',
    phrase: (ids, nameOf) => `added by form ${either(ids, (id) => nameOf('form', id))}`,
    sql: (ids, context) => cameFromClause(`c.form_id = any(${context.bind(ids)}::bigint[])`, context),
    comparedWith: 'contact',
  }),
  import_id: condition(IMPORT, {
    description: 'Postrider extension. Contacts that this import added.',
    phrase: (id, nameOf) => `added by import ${nameOf('import', id)}`,
    sql: (id, context) => cameFromClause(`c.import_id = ${context.bind(id)}::uuid`, context),
    comparedWith: 'contact',
  }),
  segment_id: condition(oneOf('segment'), {
    description: 'Postrider extension. Contacts in this segment.',
    phrase: (id, nameOf) => `in segment ${nameOf('segment', id)}`,
    // `resolveFilter` replaces this condition. Without that replacement, the filter matches no contacts.
    sql: () => 'false',
    comparedWith: null,
  }),
  opened_campaign_id: condition(oneOf('campaign'), {
    description: 'Contacts that opened this campaign.',
    phrase: (id) => `opened campaign ${id}`,
    sql: (id, context) => `exists (${deliverablesOf(id, 'd.opened_at is not null', context)})`,
    comparedWith: 'deliverable',
  }),
  not_opened_campaign_id: condition(oneOf('campaign'), {
    description: 'Contacts that were sent this campaign but did not open it.',
    phrase: (id) => `were sent campaign ${id} but did not open it`,
    sql: (id, context) => `exists (${deliverablesOf(id, 'd.opened_at is null', context)})`,
    comparedWith: 'deliverable',
  }),
  clicked_campaign_id: condition(oneOf('campaign'), {
    description: 'Contacts that clicked a link in this campaign.',
    phrase: (id) => `clicked a link in campaign ${id}`,
    sql: (id, context) => `exists (${deliverablesOf(id, 'd.clicked_at is not null', context)})`,
    comparedWith: 'deliverable',
  }),
  not_clicked_campaign_id: condition(oneOf('campaign'), {
    description: 'Postrider extension. Contacts that were sent this campaign but did not click a link in it.',
    phrase: (id) => `were sent campaign ${id} but did not click a link`,
    sql: (id, context) => `exists (${deliverablesOf(id, 'd.clicked_at is null', context)})`,
    comparedWith: 'deliverable',
  }),
  sent_campaign_id: condition(oneOf('campaign'), {
    description: 'Postrider extension. Contacts that were sent this campaign.',
    phrase: (id) => `were sent campaign ${id}`,
    sql: (id, context) => `exists (${deliverablesOf(id, 'true', context)})`,
    comparedWith: 'deliverable',
  }),
  not_sent_campaign_id: condition(oneOf('campaign'), {
    description: 'Postrider extension. Contacts that were not sent this campaign.',
    phrase: (id) => `were not sent campaign ${id}`,
    sql: (id, context) => `not exists (${deliverablesOf(id, 'true', context)})`,
    comparedWith: 'deliverable',
  }),
};

function onOrAfter(column: string, phrase: string, description: string): Condition<Moment> {
  return condition(TIME, {
    description: `${description} on or after this ISO 8601 date or date-time.`,
    phrase: (moment) => `${phrase} on or after ${momentWords(moment)}`,
    sql: (moment, { bind, now }) => `s.${column} >= ${bind(timeOf(moment, now))}::timestamptz`,
    comparedWith: null,
  });
}

function before(column: string, phrase: string, description: string, excluded = ''): Condition<Moment> {
  return condition(TIME, {
    description: `${description} before this ISO 8601 date or date-time.${excluded}`,
    phrase: (moment) => `${phrase} before ${momentWords(moment)}`,
    sql: (moment, { bind, now }) => `s.${column} < ${bind(timeOf(moment, now))}::timestamptz`,
    comparedWith: null,
  });
}

function either(ids: readonly number[], nameOf: (id: number) => string): string {
  const named = ids.slice(0, MAX_NAMED).map((id) => nameOf(id));
  const left = ids.length - named.length;
  return [...named, ...(left > 0 ? [`${left} more`] : [])].join(' or ');
}
