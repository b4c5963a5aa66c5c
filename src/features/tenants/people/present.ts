import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Principal, Role } from '../../../http/principal.ts';
import type {
  invitationSchema,
  memberSchema,
  ownSessionSchema,
  passkeySchema,
  sessionSchema,
} from './answer-schemas.ts';
import type { AccountOfPersonRow, InvitationRow, TeamRow } from './member-queries.ts';
import type { InstallationFacts } from './parts.ts';
import type { PasskeyRow } from './passkey-queries.ts';
import type { SessionRow } from './queries.ts';

/** Data for `GET /dashboard/session`. */
export interface SessionFacts {
  readonly principal: Principal;
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
    readonly language: string | null;
  };
  readonly hasTwoFactor: boolean;
  readonly passkeys: number;
  readonly account: { readonly name: string; readonly status: string };
  readonly accounts: readonly AccountOfPersonRow[];
  readonly baseUrl: string;
  readonly facts: InstallationFacts;
}

/** Returns the signed-in user, the account, and the scopes for the API response. */
export function presentSession(session: SessionFacts): AnswerOf<typeof sessionSchema> {
  const { account, accounts, baseUrl, facts, person, principal } = session;
  return {
    person: {
      id: person.id,
      name: person.name,
      email: person.email,
      role: person.role,
      language: person.language,
      two_factor: session.hasTwoFactor,
      passkeys: session.passkeys,
    },
    account: {
      id: principal.accountId,
      email: principal.account.email,
      name: account.name,
      plan: principal.account.plan,
      is_operator: principal.account.isOperator,
      status: account.status,
    },
    accounts: accounts.map((one) => ({
      id: one.account_id,
      name: one.name ?? one.email,
      email: one.email,
      role: one.role,
    })),
    scopes: [...principal.scopes],
    installation: {
      base_url: baseUrl,
      sandbox_domain: facts.sandboxDomain,
      delivery: facts.delivery,
      version: facts.version,
    },
  };
}

export function presentMember(row: TeamRow): AnswerOf<typeof memberSchema> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    joined_at: row.joined_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}

export function presentInvitation(row: InvitationRow): AnswerOf<typeof invitationSchema> {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    expires_at: row.expires_at.toISOString(),
    invited_by: row.invited_by,
  };
}

export function presentOwnSession(row: SessionRow, present: Buffer | undefined): AnswerOf<typeof ownSessionSchema> {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    address: row.ip_address,
    user_agent: row.user_agent,
    is_current: present?.equals(row.token_hash) ?? false,
  };
}

export function presentPasskey(row: PasskeyRow): AnswerOf<typeof passkeySchema> {
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
