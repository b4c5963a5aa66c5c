import type { OwnTexts } from '../../../mail/languages/texts.ts';
import { statement } from '../../../base/db.ts';
import type { PageBrand } from '../../../http/pages/theme.ts';
import { columnsOf } from '../../../http/resource/rows.ts';
import { publicNameSql } from '../../tenants/accounts/index.ts';
import { pageBrandSql } from '../campaign-settings/index.ts';
import { FORM, type FormRow } from './resource.ts';

/** A form as shown to people who sign up. */
export interface OpenFormRow extends FormRow {
  readonly account_id: number;
  readonly account_code: string;
  /** Public name of the account. Null if the account has none. */
  readonly sender: string | null;
  /** Language of the account as a BCP 47 tag. Null if the account has never changed its settings. */
  readonly account_language: string | null;
  readonly brand: PageBrand;
  /** The account's own strings. Null if the account has never changed its settings. */
  readonly own_texts: OwnTexts | null;
}

const OPEN = `select form.account_id, k.code as account_code, ${publicNameSql('a', 's')} as sender,
     s.language as account_language, ${pageBrandSql('s')}, s.texts as own_texts,
     ${columnsOf(FORM)}`;
const WITH_ACCOUNT = `join form_code k on k.account_id = form.account_id and k.form_id is null
   join account a on a.account_id = form.account_id and a.restricted_at is null and a.closed_at is null
   left join campaign_settings s on s.account_id = form.account_id`;

/**
 * Returns the form with the given code if its account is neither restricted nor closed. Uses the primary keys and the
 * index form_code_of.
 */
export const openForm = statement<[code: string], OpenFormRow>(
  'forms_open',
  `${OPEN}
   from form_code c
   join form on form.account_id = c.account_id and form.id = c.form_id and form.deleted_at is null
   ${WITH_ACCOUNT}
   where c.code = $1`,
);

/**
 * Returns the form with the given ID if its account is neither restricted nor closed. Uses the primary keys and the
 * index form_code_of.
 */
export const openFormById = statement<[accountId: number, id: number], OpenFormRow>(
  'forms_open_by_id',
  `${OPEN}
   from form
   ${WITH_ACCOUNT}
   where form.account_id = $1 and form.id = $2 and form.deleted_at is null`,
);

/** Records the landing page that shows a form. Returns no row if the account has no such form. Uses the primary key. */
export const setLandingPage = statement<
  [accountId: number, id: number, pageId: number | null],
  { readonly id: number }
>(
  'forms_set_landing_page',
  'update form set landing_page_id = $3 where account_id = $1 and id = $2 and deleted_at is null returning id',
);

/** Counts a submission of a form. The caller must hold the audience lock. Uses the primary key. */
export const countSubmission = statement<[accountId: number, id: number], unknown>(
  'forms_count_submission',
  'update form set submissions = submissions + 1 where account_id = $1 and id = $2',
);

/**
 * Counts an attempt for each subject in the current window, and starts a new window for subjects whose window is over.
 * Rows are locked in a fixed order to prevent deadlocks. Uses the primary key.
 */
export const countAttempts = statement<
  [subjects: readonly Buffer[], windowSeconds: number],
  { readonly subject: Buffer; readonly attempts: number; readonly seconds_left: number }
>(
  'forms_count_attempts',
  `insert into form_attempt as a (subject, attempts, began_at)
   select subject, 1, now() from unnest($1::bytea[]) as g (subject) order by subject
   on conflict (subject) do update set
     attempts = case when a.began_at > now() - make_interval(secs => $2) then a.attempts + 1 else 1 end,
     began_at = case when a.began_at > now() - make_interval(secs => $2) then a.began_at else now() end
   returning subject, attempts, ceil(extract(epoch from began_at - now()) + $2)::integer as seconds_left`,
);

/**
 * Deletes up to `most` counters whose window started more than the given number of hours ago. Uses the index
 * form_attempt_began.
 */
export const dropAttempts = statement<[keptHours: number, most: number], { readonly dropped: number }>(
  'forms_drop_attempts',
  `with old as (
     select subject from form_attempt where began_at < now() - make_interval(hours => $1) order by began_at limit $2
   ), gone as (
     delete from form_attempt a using old
     where a.subject = old.subject and a.began_at < now() - make_interval(hours => $1) returning 1
   )
   select count(*)::integer as dropped from gone`,
);
