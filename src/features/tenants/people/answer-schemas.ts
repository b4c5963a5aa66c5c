import { Type } from 'typebox';
import { keySchema } from '../access/index.ts';
import { ROLES } from './team-rule.ts';

const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT = Type.String();
const TEXT_OR_NULL = Type.Union([TEXT, Type.Null()]);
const ID = Type.Integer();
const ROLE = Type.Enum([...ROLES]);

export const memberSchema = Type.Object(
  { id: ID, name: TEXT, email: TEXT, role: ROLE, joined_at: TIME, last_seen_at: TIME_OR_NULL },
  { $id: 'TeamMember' },
);

export const invitationSchema = Type.Object(
  {
    id: ID,
    email: TEXT,
    role: ROLE,
    expires_at: TIME,
    invited_by: Type.Union([TEXT, Type.Null()], {
      description: 'User who sent the invitation. Null if the invitation was created on the command line.',
    }),
  },
  { $id: 'Invitation' },
);

export const teamSchema = Type.Object(
  { members: Type.Array(memberSchema), invitations: Type.Array(invitationSchema) },
  { $id: 'Team' },
);

export const sessionSchema = Type.Object(
  {
    person: Type.Object({
      id: ID,
      name: TEXT,
      email: TEXT,
      role: ROLE,
      language: Type.Union([TEXT, Type.Null()], {
        description: 'Language of emails to the user. If null, the language of the account is used.',
      }),
      two_factor: Type.Boolean(),
      passkeys: Type.Integer(),
    }),
    account: Type.Object({
      id: ID,
      email: TEXT,
      name: TEXT,
      plan: TEXT,
      is_operator: Type.Boolean(),
      status: Type.String({ description: 'The account status, as returned by `GET /dashboard/account/status`.' }),
    }),
    accounts: Type.Array(Type.Object({ id: ID, name: TEXT, email: TEXT, role: ROLE })),
    scopes: Type.Array(TEXT),
    installation: Type.Object({ base_url: TEXT, sandbox_domain: TEXT, delivery: TEXT, version: TEXT }),
  },
  { $id: 'Session' },
);

export const ownSessionSchema = Type.Object(
  {
    id: ID,
    created_at: TIME,
    last_seen_at: TIME,
    expires_at: TIME,
    address: TEXT_OR_NULL,
    user_agent: TEXT_OR_NULL,
    is_current: Type.Boolean(),
  },
  { $id: 'OwnSession' },
);

export const ownSessionsSchema = Type.Object({ data: Type.Array(ownSessionSchema) });

export const passkeySchema = Type.Object(
  { id: ID, name: TEXT, created_at: TIME, last_used_at: TIME_OR_NULL },
  { $id: 'Passkey' },
);

export const passkeysSchema = Type.Object({ data: Type.Array(passkeySchema) });

export const signInSchema = Type.Object({ status: Type.Enum(['signed_in', 'second_factor']) }, { $id: 'SignIn' });

export const acceptanceSchema = Type.Object({ status: Type.Enum(['signed_in', 'sign_in']) }, { $id: 'Acceptance' });

export const firstStartSchema = Type.Object(
  {
    email: Type.String({
      description:
        'The account’s email address. The owner signs in with this address unless the owner enters another address.',
    }),
    account_name: TEXT_OR_NULL,
  },
  { $id: 'FirstStart' },
);

export const invitationOfTokenSchema = Type.Object(
  {
    account_name: TEXT,
    email: TEXT,
    role: ROLE,
    has_account: Type.Boolean({ description: 'Whether a user with this email address already exists.' }),
  },
  { $id: 'InvitationOfToken' },
);

export const twoFactorSchema = Type.Object(
  {
    uri: TEXT,
    secret: TEXT,
    backup_codes: Type.Array(TEXT),
    qr_svg: Type.String({ description: 'QR code of the URI, as an SVG image.' }),
  },
  { $id: 'TwoFactorSetup' },
);

export const messageSchema = Type.Object({ message: TEXT });
export const resetSchema = Type.Object(
  {
    message: TEXT,
    ended: Type.Object(
      { sessions: Type.Integer(), access_tokens: Type.Integer(), applications: Type.Integer() },
      { description: 'Counts of sessions, access tokens, and connected applications that were revoked.' },
    ),
  },
  { $id: 'PasswordReset' },
);
export const removalSchema = Type.Object(
  {
    message: TEXT,
    keys: Type.Array(keySchema, { description: 'API keys that the user created. These keys remain valid.' }),
  },
  { $id: 'Removal' },
);
export const emailSchema = Type.Object({ email: TEXT });
/**
 * WebAuthn options as JSON (sections 5.4 and 5.5). They are passed to the browser unchanged, so the schema does not
 * describe them.
 */
export const webAuthnSchema = Type.Object({ challenge: TEXT }, { additionalProperties: true });
