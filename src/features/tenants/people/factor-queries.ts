import { statement } from '../../../base/db.ts';

/** Takes a code before it is looked at; returns nothing when it was taken before. Primary key. */
export const takeCode = statement<[personId: number, codeHash: Buffer], unknown>(
  'people_take_code',
  `insert into person_used_code (person_id, code_hash) values ($1, $2) on conflict do nothing returning person_id`,
);

/** Gives back a code that turned out not to be right. Primary key. */
export const giveBackCode = statement<[personId: number, codeHash: Buffer], unknown>(
  'people_give_back_code',
  `delete from person_used_code where person_id = $1 and code_hash = $2`,
);

/** Whose sign-in waits for a second factor; index person_challenge_identifier. */
export const personOfChallenge = statement<[identifier: string], { readonly value: string }>(
  'people_person_of_challenge',
  `select value from person_challenge where identifier = $1 and expires_at > now()`,
);

/** By what a known device is recognised; primary key, then the unique index on person_id and provider_id. */
export const ownMark = statement<[personId: number], { readonly email: string; readonly password: string | null }>(
  'people_own_mark',
  `select p.email, w.password
   from person p left join person_password w on w.person_id = p.id and w.provider_id = 'credential'
   where p.id = $1`,
);

/**
 * Devices that need no second factor, and sign-ins that wait for one; few rows, purged when they are over. A count of
 * attempts may have the same value: then that sign-in begins anew.
 */
export const forgetDevices = statement<[personId: number], unknown>(
  'people_forget_devices',
  `delete from person_challenge where value = $1::bigint::text`,
);

export const hasTwoFactor = statement<[personId: number], { readonly verified: boolean }>(
  'people_has_two_factor',
  `select verified from person_two_factor where person_id = $1`,
);
