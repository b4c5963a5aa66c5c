import type { AnswerOf } from '../../../http/answer-of.ts';
import type { ClientRow } from './client-queries.ts';
import type { GrantRow } from './grant-queries.ts';
import { placeOf } from './redirect-uris.ts';
import type { clientSchema, grantSchema } from './route-docs.ts';

/** An OAuth client in the dashboard API. */
export type PresentedClient = AnswerOf<typeof clientSchema>;

/** Converts a row to the client in the API response. */
export function presentClient(row: ClientRow): PresentedClient {
  return {
    id: row.id,
    client_id: row.client_id,
    name: row.name,
    redirect_uris: row.redirect_uris,
    is_public: row.secret_hash === null,
    secret_last4: row.secret_last4,
    created_at: row.created_at.toISOString(),
    last_allowed_at: row.allowed_at?.toISOString() ?? null,
  };
}

/** An OAuth grant in the dashboard API. */
export type PresentedGrant = AnswerOf<typeof grantSchema>;

/** Converts a row to the grant in the API response. */
export function presentGrant(row: GrantRow): PresentedGrant {
  return {
    id: row.id,
    client: {
      client_id: row.client_id,
      name: row.client_name,
      hosts: [...new Set(row.redirect_uris.map(placeOf))],
      is_self_registered: row.is_registered,
    },
    person: { id: row.person_id, name: row.person_name, email: row.person_email },
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    last_used_at: row.used_at?.toISOString() ?? null,
  };
}
