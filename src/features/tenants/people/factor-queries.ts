import { statement } from '../../../base/db.ts';

/**
 * Records a code as used. Called before the code is verified. Returns no row if the code was already used. Uses the
 * primary key.
 */
export const takeCode = statement<[personId: number, codeHash: Buffer], unknown>(
  'people_take_code',
  `insert into person_used_code (person_id, code_hash) values ($1, $2) on conflict do nothing returning person_id`,
);

/**
 * Deletes the record of a code that turned out to be wrong. Each code is recorded as used before it is verified. Uses
 * the primary key.
 */
export const releaseCode = statement<[personId: number, codeHash: Buffer], unknown>(
  'people_give_back_code',
  `delete from person_used_code where person_id = $1 and code_hash = $2`,
);

/** Reads the user whose sign-in waits for a second factor. Uses the index person_challenge_identifier. */
export const personOfChallenge = statement<[identifier: string], { readonly value: string }>(
  'people_person_of_challenge',
  `select value from person_challenge where identifier = $1 and expires_at > now()`,
);

/**
 * Reads the data that is needed to verify the cookie of a known device. Uses the primary key, then the unique index on
 * person_id and provider_id.
 */
export const ownMark = statement<[personId: number], { readonly email: string; readonly password: string | null }>(
  'people_own_mark',
  `select p.email, w.password
   from person p left join person_password w on w.person_id = p.id and w.provider_id = 'credential'
   where p.id = $1`,
);

/**
 * Deletes a user's remembered devices, which need no second factor, and sign-ins that wait for a second factor. Also
 * deletes any attempt counter whose value happens to equal the user's ID. The counter's user must then sign in again.
 * The table has few rows, because expired rows are purged.
 */
export const deleteDevices = statement<[personId: number], unknown>(
  'people_forget_devices',
  `delete from person_challenge where value = $1::bigint::text`,
);

export const hasTwoFactor = statement<[personId: number], { readonly verified: boolean }>(
  'people_has_two_factor',
  `select verified from person_two_factor where person_id = $1`,
);
