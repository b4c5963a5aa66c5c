import { Type } from 'typebox';
import { pageSchema } from '../../../http/account/page.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Sender domains';
export const PARAMS = { id: { description: 'ID of the domain.', example: '7' } };
export const TIME = Type.String({ format: 'date-time' });
export const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
export const STATUS = Type.Enum(['pending', 'verified', 'failed']);
export const DKIM = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';

const domain = {
  id: Type.Integer(),
  domain: Type.String(),
  provider_whitelabel_domain_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Always null, because Postrider does not send through another provider.',
  }),
  sendgrid_whitelabel_domain_id: Type.Null({
    description: 'Always null. Included for compatibility with clients that expect this field.',
  }),
  status: STATUS,
  tracking_host: Type.Union([Type.String(), Type.Null()], {
    description:
      'Host name used for links in emails from this domain. Postrider uses the host after its DNS record is found. Postrider extension.',
  }),
  validated_at: Type.Union([TIME, Type.Null()], {
    description: 'When the domain was verified. Null while the domain cannot be used for sending.',
  }),
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
          'The DNS records to publish, keyed by name. Records that contain the host name of the server are included only if `POSTRIDER_HOSTNAME` is set.',
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
const MISSING = 'No TXT record found at pr1._domainkey.acme.example.';
const WITH_DNS = { ...EXAMPLE, dns: { dkim1: { ...RECORD, valid: false, reason: MISSING, required: true } } };
const VALID = {
  ...EXAMPLE,
  status: 'verified',
  validated_at: '2026-11-21T08:20:00.000Z',
  dns: { dkim1: { ...RECORD, valid: true, reason: null, required: true } },
};
const LIST_URL = 'https://mail.example.com/domains';

export const domainDocs = {
  list: {
    group: GROUP,
    description: 'Returns sender domains, newest first.',
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
    description: 'Adds a sender domain with its own DKIM keys. Publish the records in `dns`, then validate the domain.',
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
      'Changes the host name used for links in emails. `dns` contains the CNAME record for the new host. Links in emails that were already sent still use the old host.',
    params: PARAMS,
    requestExample: { tracking_host: 'go.acme.example' },
    answers: [
      {
        status: 200,
        description: 'The updated domain.',
        schema: withDnsSchema,
        example: { ...WITH_DNS, tracking_host: 'go.acme.example' },
      },
    ],
    problems: ['forbidden'],
  },
  zoneFile: {
    group: GROUP,
    isAddition: true,
    description: 'Returns the DNS records as a BIND zone file that you can import at your DNS provider.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The zone file.',
        schema: Type.String(),
        mediaType: 'text/plain',
        example: `; DNS records of acme.example for sending email\n; dkim1, required\npr1._domainkey.acme.example.\t3600\tIN\tTXT\t"${DKIM}"\n`,
      },
    ],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description:
      'You can no longer send from the domain. The removal takes effect within a second. Campaigns in progress that use the domain ' +
      'are paused. Scheduled campaigns become drafts at their send time, and automation emails are put on hold. Transactional ' +
      'messages that were already accepted are still signed and delivered.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The domain was removed.',
        schema: Type.Object({
          message: Type.String(),
          campaigns: Type.Optional(
            Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), status: Type.String() }), {
              description:
                'Campaigns that use the domain as sender, with their current status. Omitted if no campaign uses the domain. Postrider extension.',
            }),
          ),
        }),
        example: { message: 'The domain was deleted.' },
      },
    ],
    problems: ['forbidden'],
  },
  validate: {
    group: GROUP,
    description:
      'Checks the DNS records of the domain immediately. `valid` is true if every required record was found, even if recommended records are missing.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The required records are valid.',
        schema: Type.Object({ message: Type.String(), valid: Type.Boolean(), domain: withDnsSchema }),
        example: { message: 'The DNS records are valid.', valid: true, domain: VALID },
      },
      {
        status: 400,
        description: 'A required record is missing or incorrect.',
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
          message: 'Required DNS records are missing or incorrect. See `validation_errors`.',
          valid: false,
          validation_errors: { dkim1: { reason: MISSING, expected: DKIM, found: [] } },
          domain: WITH_DNS,
        },
      },
    ],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
