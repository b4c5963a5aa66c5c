import { statement } from '../../../base/db.ts';

export interface PasskeyRow {
  readonly id: number;
  readonly person_id: number;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const PASSKEY = 'id, person_id, credential_id, public_key, counter, transports, name, created_at, last_used_at';

/** Lists the passkeys of a user. Uses the index person_passkey_person. */
export const passkeysOf = statement<[personId: number], PasskeyRow>(
  'people_passkeys_of',
  `select ${PASSKEY} from person_passkey where person_id = $1 order by id`,
);

/** Finds a passkey by its credential ID. Uses the unique index on credential_id. */
export const passkeyByCredential = statement<[credentialId: string], PasskeyRow>(
  'people_passkey_by_credential',
  `select ${PASSKEY} from person_passkey where credential_id = $1`,
);

/** Inserts a passkey. Returns no row if the credential already exists. */
export const insertPasskey = statement<
  [
    personId: number,
    credentialId: string,
    publicKey: Buffer,
    counter: number,
    transports: readonly string[],
    name: string,
  ],
  PasskeyRow
>(
  'people_insert_passkey',
  `insert into person_passkey (person_id, credential_id, public_key, counter, transports, name)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${PASSKEY}`,
);

/**
 * Records the use of a passkey. Returns no row if a signature with the same or a higher counter was recorded before.
 * Authenticators without a counter always send zero (WebAuthn section 6.1.1).
 */
export const usePasskey = statement<[passkeyId: number, counter: number], { readonly id: number }>(
  'people_use_passkey',
  `update person_passkey set counter = $2, last_used_at = now()
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
);

export const deletePasskey = statement<[personId: number, passkeyId: number], { readonly id: number }>(
  'people_delete_passkey',
  `delete from person_passkey where person_id = $1 and id = $2 returning id`,
);
