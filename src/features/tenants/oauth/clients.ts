import { randomText, sha256 } from '../../../base/crypto.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, recordAct } from '../accounts/index.ts';
import {
  changeClient,
  changeSecret,
  clientsOfAccount,
  countClients,
  deleteClient,
  insertClient,
  type ClientRow,
} from './client-queries.ts';
import { MAX_CLIENTS } from './limits.ts';
import { presentClient, type PresentedClient } from './present.ts';
import type { ClientChange, ClientRequest } from './schema.ts';

const CLIENT_ID_CHARACTERS = 24;
/** 43 characters from an alphabet of 62 have 256 bits of entropy, so a fast hash is sufficient for storage. */
const SECRET_CHARACTERS = 43;
const SECRET_PREFIX = 'pos_';
const SHOWN_LAST_CHARACTERS = 4;

/** A client with its secret, which is shown only once. The secret is null for public clients. */
export interface ClientWithSecret extends PresentedClient {
  readonly client_secret: string | null;
}

/** Returns the clients that were created in the dashboard, newest first. */
export async function listClients(db: Db, accountId: number): Promise<PresentedClient[]> {
  return (await clientsOfAccount(db, accountId, MAX_CLIENTS)).map(presentClient);
}

/** Creates a client. Throws conflict if the account has reached its limit. */
export async function makeClient(db: Database, principal: Principal, wanted: ClientRequest): Promise<ClientWithSecret> {
  const { accountId } = principal;
  const secret = wanted.is_public ? undefined : newSecret();
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [counted] = await countClients(tx, accountId);
    if ((counted?.count ?? 0) >= MAX_CLIENTS) {
      throw new Refusal('conflict', {
        message: `The limit of ${MAX_CLIENTS} OAuth clients per account is reached.`,
        fix: 'Delete a client first.',
      });
    }
    const row = only(
      await insertClient(
        tx,
        randomText(CLIENT_ID_CHARACTERS),
        accountId,
        wanted.name,
        wanted.redirect_uris,
        true,
        false,
        secret ? sha256(secret) : null,
        secret?.slice(-SHOWN_LAST_CHARACTERS) ?? null,
      ),
    );
    await note(tx, principal, 'oauth_client.create', row);
    return { ...presentClient(row), client_secret: secret ?? null };
  });
}

/** Changes the name or redirect URIs of a client. Throws not_found if the account has no such client. */
export async function updateClient(
  db: Database,
  principal: Principal,
  id: string,
  change: ClientChange,
): Promise<PresentedClient> {
  return db.transaction(async (tx) => {
    const uris = change.redirect_uris ?? null;
    const row = only(await changeClient(tx, principal.accountId, numberOf(id), change.name ?? null, uris));
    await note(tx, principal, 'oauth_client.change', row);
    return presentClient(row);
  });
}

/**
 * Replaces the secret of a client. The old secret is rejected immediately. Throws not_found if the account has no such
 * client, and conflict for a public client.
 */
export async function rotateSecret(db: Database, principal: Principal, id: string): Promise<ClientWithSecret> {
  const secret = newSecret();
  const { accountId } = principal;
  return db.transaction(async (tx) => {
    const hash = sha256(secret);
    const [row] = await changeSecret(tx, accountId, numberOf(id), hash, secret.slice(-SHOWN_LAST_CHARACTERS));
    if (!row) {
      // This statement only checks whether the client exists. It changes nothing.
      only(await changeClient(tx, accountId, numberOf(id), null, null));
      throw new Refusal('conflict', {
        message: 'A public client has no secret.',
        fix: 'Create a confidential client instead.',
      });
    }
    await note(tx, principal, 'oauth_client.rotate_secret', row);
    return { ...presentClient(row), client_secret: secret };
  });
}

/** Deletes a client with all its grants. Throws not_found if the account has no such client. */
export async function removeClient(db: Database, principal: Principal, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await deleteClient(tx, principal.accountId, numberOf(id));
    if (!row) throw new Refusal('not_found');
    await recordAct(tx, principal, { action: 'oauth_client.delete', subject: row.name });
  });
}

function newSecret(): string {
  return SECRET_PREFIX + randomText(SECRET_CHARACTERS);
}

async function note(tx: Tx, principal: Principal, action: string, row: ClientRow): Promise<void> {
  const after = { client_id: row.client_id, name: row.name, redirect_uris: row.redirect_uris };
  await recordAct(tx, principal, { action, subject: row.name, after });
}

function only(rows: readonly ClientRow[]): ClientRow {
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Returns the ID in a path. Throws not_found if the ID is invalid. */
export function numberOf(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Refusal('not_found');
  return Number(id);
}
