import { CONTACT, CONTACT_TAG, MESSAGE, RESOURCES } from './resources.ts';
import type { SpecOperation } from './rows.ts';

const FILTER = {
  status: 'active|engaged|inactive|new|unconfirmed|unsubscribed|bounced|invalid',
  last_opened_after: 'date-time',
  last_opened_before: 'date-time',
  last_clicked_after: 'date-time',
  last_clicked_before: 'date-time',
  last_sent_after: 'date-time',
  last_sent_before: 'date-time',
  created_after: 'date-time',
  created_before: 'date-time',
  never_opened: 'boolean',
  never_clicked: 'boolean',
  never_sent: 'boolean',
  in_list_ids: 'integer[]',
  not_in_list_ids: 'integer[]',
  tag_ids: 'integer[]',
  not_tag_ids: 'integer[]',
};

/** Fields of the filter of a bulk action. */
export const BULK_FILTER: Readonly<Record<string, string>> = {
  ...FILTER,
  opened_campaign_id: 'integer',
  not_opened_campaign_id: 'integer',
  clicked_campaign_id: 'integer',
};

const inBrackets = Object.fromEntries(Object.entries(FILTER).map(([name, member]) => [`filter[${name}]`, member]));
const person = { first_name: 'string', last_name: 'string' };
const memberships = { lists: 'integer[]', contact_fields: 'object[]' };
const label = 'string max:191 required';
const tag = { name: 'string max:191', color: 'string' };

export const CONTACTS: readonly SpecOperation[] = [
  {
    name: 'List contacts (`GET /contacts`)',
    heading: 'Contacts',
    at: 'GET /contacts',
    ok: 200,
    refusals: [422],
    query: {
      query: 'string',
      unsubscribed: 'boolean',
      email: 'string',
      page: 'integer 1..',
      per_page: 'integer 1..1000 =100',
      count_only: 'boolean',
      ...inBrackets,
    },
    answer: CONTACT,
    perPage: 100,
  },
  {
    name: 'Create contact',
    heading: 'Contacts',
    at: 'POST /contacts',
    ok: 200,
    refusals: [422],
    body: { email: 'email required', ...person, ip_address: 'string', ...memberships },
    answer: CONTACT,
  },
  { name: 'Get contact', heading: 'Contacts', at: 'GET /contacts/{id}', ok: 200, refusals: [404], answer: CONTACT },
  {
    name: 'Update contact',
    heading: 'Contacts',
    at: 'PATCH /contacts/{id}',
    ok: 200,
    refusals: [404, 422],
    body: { ...person, ...memberships },
    answer: CONTACT,
  },
  {
    name: 'Delete contact',
    heading: 'Contacts',
    at: 'DELETE /contacts/{id}',
    ok: 200,
    refusals: [404],
    answer: MESSAGE,
  },
  {
    name: 'Email activity of a contact',
    heading: 'Contacts',
    at: 'GET /contacts/{id}/activity',
    ok: 200,
    refusals: [404],
    query: { page: 'integer 1..' },
    answer: RESOURCES['Contact activity'],
  },
  {
    name: 'Batch import',
    heading: 'Contacts',
    at: 'POST /contacts/batch',
    ok: 200,
    refusals: [422],
    body: { contacts: 'object[] max:1000 required' },
    answer: ['created', 'updated'],
  },
  {
    name: 'Bulk action on matching contacts',
    heading: 'Contacts',
    at: 'POST /contacts/bulk-actions',
    ok: 202,
    refusals: [422],
    body: {
      action: 'apply_tag|remove_tag|add_to_list|remove_from_list required',
      target_id: 'integer required',
      dry_run: 'boolean =false',
      filter: 'object',
    },
    answer: RESOURCES['Bulk action job'],
  },
  {
    name: 'Check bulk action progress',
    heading: 'Contacts',
    at: 'GET /contacts/bulk-actions/{id}',
    ok: 200,
    refusals: [404],
    answer: RESOURCES['Bulk action job'],
  },
  {
    name: 'List unsubscribed contacts',
    heading: 'Contacts',
    at: 'GET /contacts/unsubscribed',
    ok: 200,
    query: { query: 'string', page: 'integer 1..' },
    answer: CONTACT,
    perPage: 100,
  },
  {
    name: 'Unsubscribe by email',
    heading: 'Contacts',
    at: 'PATCH /unsubscribe',
    ok: 200,
    refusals: [422],
    body: { email: 'email required' },
    answer: CONTACT,
  },
];

/** Operations on tags. The specification only mentions the IDs of tags. */
export const CONTACT_TAGS: readonly SpecOperation[] = [
  {
    heading: 'Contact tags',
    at: 'GET /contact-tags',
    ok: 200,
    query: { page: 'integer 1..' },
    answer: CONTACT_TAG,
    perPage: 100,
  },
  {
    heading: 'Contact tags',
    at: 'POST /contact-tags',
    ok: 201,
    refusals: [422],
    body: { ...tag, name: label },
    answer: CONTACT_TAG,
  },
  { heading: 'Contact tags', at: 'GET /contact-tags/{id}', ok: 200, refusals: [404], answer: CONTACT_TAG },
  {
    heading: 'Contact tags',
    at: 'PATCH /contact-tags/{id}',
    ok: 200,
    refusals: [404, 422],
    body: tag,
    answer: CONTACT_TAG,
  },
  { heading: 'Contact tags', at: 'DELETE /contact-tags/{id}', ok: 200, refusals: [404], answer: MESSAGE },
  { heading: 'Contact tags', at: 'GET /contacts/{contact_id}/tags', ok: 200, refusals: [404], answer: CONTACT_TAG },
  {
    heading: 'Contact tags',
    at: 'POST /contacts/{contact_id}/tags/{tag_id}',
    ok: 200,
    refusals: [404],
    answer: CONTACT_TAG,
  },
  {
    heading: 'Contact tags',
    at: 'DELETE /contacts/{contact_id}/tags/{tag_id}',
    ok: 200,
    refusals: [404],
    answer: CONTACT_TAG,
  },
];

const LIST = [...RESOURCES['Contact list'], 'subscribed_contacts_count'];

export const LISTS: readonly SpecOperation[] = [
  {
    name: 'List lists',
    heading: 'Lists',
    at: 'GET /lists',
    ok: 200,
    query: { query: 'string', page: 'integer 1..' },
    answer: LIST,
    perPage: 10,
  },
  {
    name: 'Create list',
    heading: 'Lists',
    at: 'POST /lists',
    ok: 200,
    refusals: [422],
    body: { name: 'string required' },
    answer: LIST,
  },
  { name: 'Get list', heading: 'Lists', at: 'GET /lists/{id}', ok: 200, refusals: [404], answer: LIST },
  {
    name: 'Update list',
    heading: 'Lists',
    at: 'PATCH /lists/{id}',
    ok: 200,
    refusals: [404, 422],
    body: { name: label },
    answer: LIST,
  },
  { name: 'Delete list', heading: 'Lists', at: 'DELETE /lists/{id}', ok: 200, refusals: [404, 409], answer: MESSAGE },
  {
    name: 'Contacts in a list',
    heading: 'Lists',
    at: 'GET /lists/{list_id}/contacts',
    ok: 200,
    refusals: [404],
    query: { query: 'string', page: 'integer 1..' },
    answer: CONTACT,
    perPage: 100,
  },
  {
    name: 'Add contact to list',
    heading: 'Lists',
    at: 'POST /lists/{list_id}/contacts',
    ok: 200,
    refusals: [404, 422],
    body: { contact_id: 'integer required' },
    answer: CONTACT,
  },
  {
    name: 'Remove contact from list',
    heading: 'Lists',
    at: 'DELETE /lists/{list_id}/contacts/{contact_id}',
    ok: 200,
    refusals: [404],
    answer: CONTACT,
  },
];

const FIELD = RESOURCES['Custom contact field'];

/** Operations on custom fields. */
export const CONTACT_FIELDS: readonly SpecOperation[] = [
  {
    name: 'List contact fields',
    heading: 'Custom contact fields',
    at: 'GET /contact-fields',
    ok: 200,
    query: { page: 'integer 1..' },
    answer: FIELD,
    perPage: 20,
  },
  {
    name: 'Create contact field',
    heading: 'Custom contact fields',
    at: 'POST /contact-fields',
    ok: 201,
    refusals: [422],
    body: { label, contact_field_type_id: 'uuid required' },
    answer: FIELD,
  },
  {
    name: 'Get contact field',
    heading: 'Custom contact fields',
    at: 'GET /contact-fields/{id}',
    ok: 200,
    refusals: [404],
    answer: FIELD,
  },
  {
    name: 'Update contact field label',
    heading: 'Custom contact fields',
    at: 'PATCH /contact-fields/{id}',
    ok: 200,
    refusals: [404, 422],
    body: { label },
    answer: FIELD,
  },
  {
    name: 'Delete contact field',
    heading: 'Custom contact fields',
    at: 'DELETE /contact-fields/{id}',
    ok: 200,
    refusals: [404],
    answer: MESSAGE,
  },
];
