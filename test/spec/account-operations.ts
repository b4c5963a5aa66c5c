import { CONTACT_FIELDS, CONTACT_TAGS, CONTACTS, LISTS } from './account-audience.ts';
import { AUTOMATIONS, CAMPAIGNS, FORMS } from './account-campaigns.ts';
import { MESSAGE, RESOURCES } from './resources.ts';
import type { SpecOperation } from './rows.ts';

const WITH_DNS = RESOURCES['Sender domain'];
/** Fields of a domain in listings, which omit the DNS records. */
const DOMAIN = WITH_DNS.filter((name) => name !== 'dns');

const DOMAINS: readonly SpecOperation[] = [
  {
    name: 'List sender domains',
    heading: 'Sender domains',
    at: 'GET /domains',
    ok: 200,
    query: { page: 'integer 1..' },
    answer: DOMAIN,
    perPage: 100,
  },
  {
    name: 'Add sender domain',
    heading: 'Sender domains',
    at: 'POST /domains',
    ok: 201,
    refusals: [422],
    body: { domain: 'string max:191 required' },
    answer: WITH_DNS,
  },
  {
    name: 'Get domain with DNS records',
    heading: 'Sender domains',
    at: 'GET /domains/{id}',
    ok: 200,
    refusals: [404],
    answer: WITH_DNS,
  },
  {
    name: 'Delete sender domain',
    heading: 'Sender domains',
    at: 'DELETE /domains/{id}',
    ok: 200,
    refusals: [404],
    answer: MESSAGE,
  },
  {
    name: 'Validate DNS records',
    heading: 'Sender domains',
    at: 'POST /domains/{id}/validate',
    ok: 200,
    refusals: [400, 404],
    answer: ['message', 'valid', 'domain'],
  },
];

const USERS: readonly SpecOperation[] = [{ heading: 'Users', at: 'GET /me', ok: 200, answer: RESOURCES.User }];

/**
 * Every operation of the account API (version 1.4.0), as listed in the tables of its specification, with the methods,
 * paths, and statuses that clients use. Tests compare `openapi.yaml`, the routes, the client, and the tests with this
 * list.
 */
export const ACCOUNT_OPERATIONS: readonly SpecOperation[] = [
  ...CONTACTS,
  ...CONTACT_TAGS,
  ...CAMPAIGNS,
  ...LISTS,
  ...FORMS,
  ...AUTOMATIONS,
  ...DOMAINS,
  ...USERS,
  ...CONTACT_FIELDS,
];
