import { statement } from '../../../base/db.ts';

/**
 * As sql/functions/is_mail_class_held.sql, for conditions that are looked at where the rows are: in a database of several
 * servers no function that reads tables can be called there. Both are SQL.
 */
export function classIsHeld(account: string, mailClass: string): string {
  return `(exists (
       select from mail_class_pause p where p.account_id = ${account} and p.class = ${mailClass} and p.paused_at is not null
     ) or exists (
       select from account p where p.account_id = ${account} and p.paused_at is not null
     ))`;
}

/** Puts due chunks and rows of a class aside, if it is held. */
export const holdClass = statement<[accountId: number, mailClass: number, limit: number], unknown>(
  'mailings_hold_class',
  'select hold_mail_class($1, $2, $3)',
);

/** Classes of which something may be to be let go; index mail_class_pause_lifted. In a random order: none stands behind another. */
export const liftedClasses = statement<[limit: number], { readonly account_id: number; readonly class: number }>(
  'mailings_lifted_classes',
  'select account_id, class from mail_class_pause where is_lifted order by random() limit $1',
);

/** Makes a piece of what was put aside of a class due. */
export const releaseClass = statement<
  [accountId: number, mailClass: number, limit: number, spreadSeconds: number],
  { readonly has_more: boolean }
>('mailings_release_class', 'select release_mail_class($1, $2, $3, $4) as has_more');
