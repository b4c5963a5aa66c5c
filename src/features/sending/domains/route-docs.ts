import { Type } from 'typebox';
import { pageSchema } from '../../../http/account/page.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Sender domains';
export const PARAMS = { id: { description: 'Number of the domain.', example: '7' } };
export const TIME = Type.String({ format: 'date-time' });
export const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
export const STATUS = Type.Enum(['pending', 'verified', 'failed']);
export const DKIM = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';

const domain = {
  id: Type.Integer(),
  domain: Type.String(),
  provider_whitelabel_domain_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Always null: there is no other provider.',
  }),
  sendgrid_whitelabel_domain_id: Type.Null({ description: 'An addition: always null, for clients that read it.' }),
  status: STATUS,
  tracking_host: Type.Union([Type.String(), Type.Null()], {
    description: 'An addition: the host that links in its mails lead to once its record is found.',
  }),
  validated_at: Type.Union([TIME, Type.Null()], { description: 'Null while mail may not be sent from it.' }),
  created_at: TIME,
  updated_at: TIME,
};
export const domainSchema = Type.Object(domain, { $id: 'SenderDomain' });
export const withDnsSchema = Type.Object(
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
  sendgrid_whitelabel_domain_id: null,
  status: 'pending',
  tracking_host: 'click.acme.example',
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
  change: {
    group: GROUP,
    isAddition: true,
    description:
      'Its CNAME record stands among those of `dns`. Links of mails that are out go on to the host that they were sent with.',
    params: PARAMS,
    requestExample: { tracking_host: 'go.acme.example' },
    answers: [
      {
        status: 200,
        description: 'The domain as it is now.',
        schema: withDnsSchema,
        example: { ...WITH_DNS, tracking_host: 'go.acme.example' },
      },
    ],
    problems: ['forbidden'],
  },
  zoneFile: {
    group: GROUP,
    isAddition: true,
    description: 'In the form that BIND reads, to be imported at a DNS provider.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The records.',
        schema: Type.String(),
        mediaType: 'text/plain',
        example: `; Records of acme.example for sending mail\n; dkim1, required\npr1._domainkey.acme.example.\t3600\tIN\tTXT\t"${DKIM}"\n`,
      },
    ],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description:
      'Nothing new is sent from it, within a second on every process. Campaigns that are being sent from it are paused; ' +
      'scheduled ones become drafts when their time comes, and mail of automations waits. Single messages that were accepted ' +
      'before are still signed and delivered.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'It is removed.',
        schema: Type.Object({
          message: Type.String(),
          campaigns: Type.Optional(
            Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), status: Type.String() }), {
              description:
                'An addition. Campaigns that were to be sent from it, with their status now; absent for none.',
            }),
          ),
        }),
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
