import { statement } from '../../../base/db.ts';

/**
 * Returns the condition of sql/functions/is_mail_class_held.sql as inline SQL. In a database with several servers, rows
 * are evaluated where they are stored, and functions that read tables cannot be called there.
 */
export function classIsHeld(account: string, mailClass: string): string {
  return `(exists (
       select from mail_class_pause p where p.account_id = ${account} and p.class = ${mailClass} and p.paused_at is not null
     ) or exists (
       select from account p where p.account_id = ${account} and p.paused_at is not null
     ))`;
}

/** Holds due chunks and rows of a class if the class is paused. */
export const holdClass = statement<[accountId: number, mailClass: number, limit: number], unknown>(
  'mailings_hold_class',
  'select hold_mail_class($1, $2, $3)',
);

/**
 * Selects classes that may have messages to release, in random order, so that no class blocks another. Uses the index
 * mail_class_pause_lifted.
 */
export const liftedClasses = statement<[limit: number], { readonly account_id: number; readonly class: number }>(
  'mailings_lifted_classes',
  'select account_id, class from mail_class_pause where is_lifted order by random() limit $1',
);

/** Makes some of the held messages of a class due. */
export const releaseClass = statement<
  [accountId: number, mailClass: number, limit: number, spreadSeconds: number],
  { readonly has_more: boolean }
>('mailings_release_class', 'select release_mail_class($1, $2, $3, $4) as has_more');
