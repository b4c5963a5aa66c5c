import { statement } from '../../../base/db.ts';

export const insertSigningKey = statement<
  [accessKeyId: string, accountId: number, keyId: number, secret: Buffer],
  unknown
>(
  'access_insert_signing_key',
  'insert into signing_key (access_key_id, account_id, key_id, secret) values ($1, $2, $3, $4)',
);

/**
 * Reads the encrypted secret for an access key ID, and the hash of the API key that determines the permissions. Uses
 * primary keys.
 */
export const findSigningKey = statement<[accessKeyId: string], { readonly secret: Buffer; readonly key_hash: Buffer }>(
  'access_find_signing_key',
  `select s.secret, k.key_hash from signing_key s join api_key k on k.id = s.key_id and k.account_id = s.account_id
   where s.access_key_id = $1`,
);

/** Reads the access key ID that belongs to a key. Uses the index signing_key_of_key. */
export const signingKeyOf = statement<[accountId: number, keyId: number], { readonly access_key_id: string }>(
  'access_signing_key_of',
  'select access_key_id from signing_key where account_id = $1 and key_id = $2',
);
