import { Type } from 'typebox';
import { pageSchema } from '../../../http/account/page.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Sender domains';
const DASHBOARD = 'Dashboard: sender domains';
const PARAMS = { id: { description: 'Number of the domain.', example: '7' } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const STATUS = Type.Enum(['pending', 'verified', 'failed']);
const DKIM = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';

const domain = {
  id: Type.Integer(),
  domain: Type.String(),
  provider_whitelabel_domain_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Always null: there is no other provider.',
  }),
  status: STATUS,
  validated_at: Type.Union([TIME, Type.Null()], { description: 'Null while mail may not be sent from it.' }),
  created_at: TIME,
  updated_at: TIME,
};
const domainSchema = Type.Object(domain, { $id: 'SenderDomain' });
const withDnsSchema = Type.Object(
  {
    ...domain,
    dns: Type.Record(
      Type.String(),
      Type.Object({
        type: Type.String(),
        host: Type.String(),
        data: Type.String(),
        valid: Type.Boolean(),
        reason: TEXT_OR_NULL,
        required: Type.Boolean(),
      }),
      {
        description:
          'The DNS records to publish, by name. Those that name this server are missing until it has a name (POSTRIDER_HOSTNAME).',
      },
    ),
  },
  { $id: 'SenderDomainWithDns' },
);

const EXAMPLE = {
  id: 7,
  domain: 'acme.example',
  provider_whitelabel_domain_id: null,
  status: 'pending',
  validated_at: null,
  created_at: '2026-11-21T08:15:00.000Z',
  updated_at: '2026-11-21T08:15:00.000Z',
};
const RECORD = { type: 'TXT', host: 'pr1._domainkey.acme.example', data: DKIM };
const MISSING = 'There is no TXT record at pr1._domainkey.acme.example.';
const WITH_DNS = { ...EXAMPLE, dns: { dkim1: { ...RECORD, valid: false, reason: MISSING, required: true } } };
const VALID = {
  ...EXAMPLE,
  status: 'verified',
  validated_at: '2026-11-21T08:20:00.000Z',
  dns: { dkim1: { ...RECORD, valid: true, reason: null, required: true } },
};
const LIST_URL = 'https://mail.example.com/domains';

/** What the API document says of the account API's domains. */
export const domainDocs = {
  list: {
    group: GROUP,
    description: 'Newest first.',
    answers: [
      {
        status: 200,
        description: 'A page of domains.',
        schema: pageSchema(domainSchema),
        example: {
          current_page: 1,
          data: [EXAMPLE],
          first_page_url: `${LIST_URL}?page=1`,
          from: 1,
          last_page: 1,
          last_page_url: `${LIST_URL}?page=1`,
          links: [
            { url: null, label: '&laquo; Previous', active: false },
            { url: `${LIST_URL}?page=1`, label: '1', active: true },
            { url: null, label: 'Next &raquo;', active: false },
          ],
          next_page_url: null,
          path: LIST_URL,
          per_page: 100,
          prev_page_url: null,
          to: 1,
          total: 1,
        },
      },
    ],
  },
  create: {
    group: GROUP,
    description: 'Publish the records of `dns`, then validate. Each domain has signing keys of its own.',
    requestExample: { domain: 'acme.example' },
    answers: [{ status: 201, description: 'The domain.', schema: withDnsSchema, example: WITH_DNS }],
  },
  read: {
    group: GROUP,
    params: PARAMS,
    answers: [{ status: 200, description: 'The domain.', schema: withDnsSchema, example: WITH_DNS }],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'Mail that was accepted before is still signed.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'It is removed.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The domain is deleted.' },
      },
    ],
    problems: ['forbidden'],
  },
  validate: {
    group: GROUP,
    description:
      'Asks DNS now. `valid` is true when every required record was found; records that are recommended may be missing.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The records are valid.',
        schema: Type.Object({ message: Type.String(), valid: Type.Boolean(), domain: withDnsSchema }),
        example: { message: 'The DNS records are valid.', valid: true, domain: VALID },
      },
      {
        status: 400,
        description: 'A required record was not found, or is not as it should be.',
        schema: Type.Object({
          message: Type.String(),
          valid: Type.Boolean(),
          validation_errors: Type.Record(
            Type.String(),
            Type.Object({ reason: Type.String(), expected: Type.String(), found: Type.Array(Type.String()) }),
          ),
          domain: withDnsSchema,
        }),
        example: {
          message: 'Not all DNS records that the domain needs were found; see validation_errors.',
          valid: false,
          validation_errors: { dkim1: { reason: MISSING, expected: DKIM, found: [] } },
          domain: WITH_DNS,
        },
      },
    ],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;

const pageOfDomainSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    status: STATUS,
    created_at: TIME,
    verified_at: TIME_OR_NULL,
    checked_at: TIME_OR_NULL,
    missing_since: Type.Union([TIME, Type.Null()], {
      description: 'Since when the DKIM record of a verified domain is gone; it sends for 48 hours more.',
    }),
    records: Type.Array(
      Type.Object({
        name: Type.String(),
        need: Type.Enum(['required', 'recommended', 'optional']),
        type: Type.String(),
        host: Type.String(),
        owner: Type.String({ description: 'The host without the domain, as forms of DNS providers ask for it.' }),
        wanted: Type.String(),
        wanted_parts: Type.Array(Type.String(), { description: 'In strings of at most 255 characters.' }),
        found: Type.Array(Type.String()),
        valid: Type.Boolean(),
        reason: TEXT_OR_NULL,
      }),
    ),
    keys: Type.Array(
      Type.Object({
        selector: Type.String(),
        algorithm: Type.Enum(['rsa', 'ed25519']),
        state: Type.Enum(['waiting', 'active', 'retired']),
        created_at: TIME,
        published_at: TIME_OR_NULL,
        active_from: TIME_OR_NULL,
        retired_at: TIME_OR_NULL,
      }),
    ),
    rotation: Type.Object({ is_possible: Type.Boolean(), reason: TEXT_OR_NULL }),
    before_publishing: Type.Union([Type.String(), Type.Null()], {
      description: 'What is to be set at the server first, because some records are held back until then.',
    }),
    to_do: Type.Array(Type.String(), { description: 'What is to be done, a sentence each.' }),
  },
  { $id: 'DomainPage' },
);

const DOMAIN_PAGE = {
  id: 7,
  name: 'acme.example',
  status: 'pending',
  created_at: '2026-11-21T08:15:00.000Z',
  verified_at: null,
  checked_at: null,
  missing_since: null,
  records: [
    {
      name: 'dkim1',
      need: 'required',
      type: 'TXT',
      host: 'pr1._domainkey.acme.example',
      owner: 'pr1._domainkey',
      wanted: DKIM,
      wanted_parts: [DKIM],
      found: [],
      valid: false,
      reason: null,
    },
  ],
  keys: [
    {
      selector: 'pr1',
      algorithm: 'rsa',
      state: 'waiting',
      created_at: '2026-11-21T08:15:00.000Z',
      published_at: null,
      active_from: null,
      retired_at: null,
    },
  ],
  rotation: { is_possible: false, reason: 'acme.example is not verified: publish its records first.' },
  before_publishing: null,
  to_do: ['Mail needs the TXT record at pr1._domainkey.acme.example.'],
};

/** What the API document says of the dashboard's page of a domain. */
export const dashboardDomainDocs = {
  read: {
    group: DASHBOARD,
    params: { id: { description: 'Number or name of the domain.', example: 'example.com' } },
    answers: [{ status: 200, description: 'The domain.', schema: pageOfDomainSchema, example: DOMAIN_PAGE }],
  },
  check: {
    group: DASHBOARD,
    description: 'As `POST /domains/{id}/validate`; that records are missing is no error here.',
    params: PARAMS,
    answers: [
      { status: 200, description: 'The domain as it is now.', schema: pageOfDomainSchema, example: DOMAIN_PAGE },
    ],
  },
  rotate: {
    group: DASHBOARD,
    description:
      'The new key signs a day after its record was found, or as long after as its TTL says. With `now`, for a key that ' +
      'others may have, as soon as it is found.',
    params: PARAMS,
    requestExample: { now: false },
    answers: [
      { status: 200, description: 'The domain as it is now.', schema: pageOfDomainSchema, example: DOMAIN_PAGE },
    ],
    problems: ['conflict'],
  },
} satisfies Record<string, RouteDoc>;
