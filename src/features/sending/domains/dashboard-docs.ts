import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { DKIM, PARAMS, STATUS, TEXT_OR_NULL, TIME } from './route-docs.ts';

const DASHBOARD = 'Dashboard: sender domains';
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);

export const pageOfDomainSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    status: STATUS,
    created_at: TIME,
    verified_at: TIME_OR_NULL,
    checked_at: TIME_OR_NULL,
    missing_since: Type.Union([TIME, Type.Null()], {
      description:
        'When the DKIM record of a verified domain was first found to be missing. You can still send from the domain for 48 hours after that time.',
    }),
    records: Type.Array(
      Type.Object({
        name: Type.String(),
        need: Type.Enum(['required', 'recommended', 'optional']),
        type: Type.String(),
        host: Type.String(),
        owner: Type.String({
          description: 'The host name without the domain, in the form that most DNS providers expect.',
        }),
        wanted: Type.String(),
        wanted_parts: Type.Array(Type.String(), {
          description: 'The record value, split into strings of at most 255 characters.',
        }),
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
    tracking: Type.Object({
      host: TEXT_OR_NULL,
      base_url: Type.Union([Type.String(), Type.Null()], {
        description: 'Base URL of links in new emails. Null while links use the public URL of this installation.',
      }),
    }),
    rotation: Type.Object({ is_possible: Type.Boolean(), reason: TEXT_OR_NULL }),
    before_publishing: Type.Union([Type.String(), Type.Null()], {
      description:
        'Setting that the operator must change on the server before all records can be shown. Null if all records are shown.',
    }),
    to_do: Type.Array(Type.String(), { description: 'Remaining tasks, one sentence each.' }),
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
  tracking: { host: 'click.acme.example', base_url: null },
  rotation: { is_possible: false, reason: 'acme.example is not verified. Publish its DNS records first.' },
  before_publishing: null,
  to_do: ['The TXT record at pr1._domainkey.acme.example is required.'],
};

/** API documentation for the dashboard's domain page. */
export const dashboardDomainDocs = {
  read: {
    group: DASHBOARD,
    params: { id: { description: 'ID or name of the domain.', example: 'example.com' } },
    answers: [{ status: 200, description: 'The domain.', schema: pageOfDomainSchema, example: DOMAIN_PAGE }],
  },
  check: {
    group: DASHBOARD,
    description: 'Works like `POST /domains/{id}/validate`, but missing records do not cause an error.',
    params: PARAMS,
    answers: [{ status: 200, description: 'The updated domain.', schema: pageOfDomainSchema, example: DOMAIN_PAGE }],
  },
  rotate: {
    group: DASHBOARD,
    description:
      'Postrider starts to sign with the new key one day after its record is found, or later if the record has a longer ' +
      'TTL. If the current key is compromised, set `now` to sign with the new key as soon as its record is found.',
    params: PARAMS,
    requestExample: { now: false },
    answers: [{ status: 200, description: 'The updated domain.', schema: pageOfDomainSchema, example: DOMAIN_PAGE }],
    problems: ['conflict'],
  },
} satisfies Record<string, RouteDoc>;
