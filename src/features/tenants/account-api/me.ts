import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import type { Principal } from '../../../http/principal.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { accountFacts } from './queries.ts';

/** Value for an unlimited quota. Clients expect a number, so this is JavaScript's largest safe integer. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const TIME = Type.String({ format: 'date-time' });

const userSchema = Type.Object(
  {
    id: Type.Integer({ description: 'The account’s ID. Other resources contain this ID as `user_id`.' }),
    name: Type.String(),
    email: Type.String(),
    contacts_count: Type.Integer(),
    contact_limit: Type.Integer({
      description: `Maximum number of contacts. If the plan has no limit, the value is ${NO_LIMIT}.`,
    }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'User' },
);

const doc: RouteDoc = {
  group: 'User',
  description: 'Returns the account that the token belongs to, with the name and email address of the token owner.',
  answers: [
    {
      status: 200,
      description: 'The user.',
      schema: userSchema,
      example: {
        id: 1,
        name: 'Ann Arden',
        email: 'ann@acme.example',
        contacts_count: 0,
        contact_limit: 5000,
        created_at: '2026-11-21T08:15:00.000Z',
        updated_at: '2026-11-21T08:15:00.000Z',
      },
    },
  ],
};

export interface UserRouteParts {
  readonly db: Db;
  readonly countContacts: (accountId: number) => Promise<number>;
}

export function userRoutes(parts: UserRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me',
      summary: 'Get the current user',
      scope: ACCOUNT_READ_SCOPES,
      doc,
      handle: async ({ principal }) => ({ status: 200, body: await readUser(parts, principal) }),
    }),
  ];
}

async function readUser({ countContacts, db }: UserRouteParts, { accountId, person }: Principal) {
  const [[facts], contacts] = await Promise.all([accountFacts(db, accountId), countContacts(accountId)]);
  if (!facts) throw new Refusal('not_found');
  const createdAt = facts.created_at.toISOString();
  return {
    id: accountId,
    name: person?.name ?? facts.name ?? facts.email,
    email: person?.email ?? facts.email,
    contacts_count: contacts,
    contact_limit: facts.contact_limit ?? NO_LIMIT,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
