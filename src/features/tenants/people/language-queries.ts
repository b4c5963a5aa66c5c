import { statement } from '../../../base/db.ts';

/** Changes a user's name, unless the given name is null, and the user's language if `setsLanguage` is true. */
export const updatePerson = statement<
  [personId: number, name: string | null, setsLanguage: boolean, language: string | null],
  unknown
>(
  'people_update_person',
  `update person set name = coalesce($2, name), language = case when $3 then $4 else language end, updated_at = now()
   where id = $1`,
);

/** Sets a user's language, unless the user already has one. */
export const setFirstLanguage = statement<[personId: number, language: string | null], unknown>(
  'people_set_first_language',
  `update person set language = $2 where id = $1 and language is null and $2::text is not null`,
);

/**
 * Finds the language of a reader: the user's language, or else the language of an account. This is the given account,
 * or else the account that the user opened last, or else the account that the user joined first. Null if the language
 * is unknown. Uses the indexes person_email and membership_person.
 */
export const languageOfReader = statement<
  [email: string, accountId: number | null],
  { readonly language: string | null }
>(
  'people_language_of_reader',
  `select coalesce(p.language, s.language) as language
   from (values (1)) one
   left join person p on lower(p.email) = lower($1)
   left join campaign_settings s on s.account_id = coalesce(
     $2,
     p.last_account_id,
     (select m.account_id from membership m where m.person_id = p.id order by m.joined_at limit 1)
   )`,
);
