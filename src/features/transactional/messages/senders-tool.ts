import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { listDomains, type Domain } from '../../sending/domains/index.ts';
import { SANDBOX_SENDER } from './policy.ts';
import { testAddresses } from './sandbox.ts';

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const recordSchema = Type.Object({
  type: Type.String(),
  host: Type.String(),
  data: Type.String(),
  reason: TEXT_OR_NULL,
});

const sendersSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      status: Type.Union([Type.Literal('pending'), Type.Literal('verified'), Type.Literal('failed')]),
      may_send: Type.Boolean({ description: 'Whether this API key can send from the domain now.' }),
      verified_at: TEXT_OR_NULL,
      checked_at: TEXT_OR_NULL,
      missing_records: Type.Array(recordSchema, {
        description:
          'Required DNS records that are missing or incorrect. Publish these records before you send from the domain.',
      }),
    }),
  ),
  sandbox_sender: Type.Object({
    address: Type.String(),
    may_send: Type.Boolean(),
    reaches: Type.Array(Type.String(), { description: 'The only addresses that the sandbox sender can send to.' }),
  }),
});

/**
 * Creates the tool `list-domains`, which lists the domains that can send, and the other domains with the requirements
 * that they do not meet yet.
 */
export function sendersTool(parts: { readonly db: Db; readonly sandboxDomain: string }): Tool {
  return tool({
    name: 'list-domains',
    title: 'List sender domains',
    description: {
      purpose: 'Lists the domains of this account and shows whether you can send from them.',
      notFor:
        'Adding, checking, or removing domains. The user can manage domains in the dashboard under Domains (`/app/domains` on ' +
        'this server) or with the account API, for example with `POST /domains`.',
      whenToUse: 'Before you send the first email, and after an email is rejected with `domain_not_verified`.',
      workflow:
        'Suggest sender addresses at domains for which `may_send` is true. If no domain can be used for sending, show the user the ' +
        '`missing_records` to publish in DNS, or send from `sandbox_sender` to one of the addresses in `reaches`.',
    },
    scope: 'transactional:read',
    isForDomainKeys: true,
    annotations: READ_ONLY,
    input: parserOf(Type.Object({})),
    output: sendersSchema,
    handle: async ({ principal }) => ({
      data: (await listDomains(parts.db, principal.accountId)).map((domain) => presentDomain(domain, principal)),
      sandbox_sender: {
        address: `${SANDBOX_SENDER}@${parts.sandboxDomain}`,
        may_send: mayUse(principal, parts.sandboxDomain),
        reaches: [principal.account.email, ...testAddresses(parts.sandboxDomain)],
      },
    }),
  });
}

function presentDomain({ name, status, records, verifiedAt, checkedAt }: Domain, principal: Principal) {
  const missing = records.filter(({ required, valid }) => required && !valid);
  return {
    name,
    status,
    may_send: status === 'verified' && mayUse(principal, name),
    verified_at: verifiedAt?.toISOString() ?? null,
    checked_at: checkedAt?.toISOString() ?? null,
    missing_records: missing.map(({ type, host, data, reason }) => ({ type, host, data, reason })),
  };
}

function mayUse(principal: Principal, domain: string): boolean {
  return principal.domain === undefined || principal.domain === domain;
}
