import type { ClientRow } from './client-queries.ts';
import type { GrantRow } from './grant-queries.ts';
import { placeOf } from './redirect-uris.ts';

/** A client as the dashboard shows it. */
export interface PresentedClient {
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly is_public: boolean;
  readonly secret_last4: string | null;
  readonly created_at: string;
  readonly last_allowed_at: string | null;
}

/** The client behind a row. */
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

/** What a person allowed a client, as the dashboard shows it. */
export interface PresentedGrant {
  readonly id: number;
  readonly client: {
    readonly client_id: string;
    readonly name: string;
    readonly hosts: readonly string[];
    readonly is_self_registered: boolean;
  };
  readonly person: { readonly id: number; readonly name: string; readonly email: string };
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** The grant behind a row. */
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
