import { statement } from '../base/db.ts';

/**
 * Ensures that only one process runs the first-start setup at a time. The lock is released when the transaction ends.
 */
export const lockFirstStart = statement<[], unknown>(
  'app_lock_first_start',
  `select pg_advisory_xact_lock(hashtext('postrider first start'))`,
);

export const operatorAccount = statement<[], { readonly account_id: number; readonly email: string }>(
  'app_operator_account',
  'select account_id, email from account where is_operator order by account_id limit 1',
);

/**
 * Returns a stored property of the installation. If the property is not stored yet, stores and returns the given value.
 */
export const keepInstallationFact = statement<[name: string, value: Buffer], { readonly value: Buffer }>(
  'app_keep_installation_fact',
  `with kept as (
     insert into installation (name, value) values ($1, $2) on conflict (name) do nothing returning value
   )
   select value from kept
   union all
   select value from installation where name = $1
   limit 1`,
);

export const replaceInstallationFact = statement<[name: string, value: Buffer], unknown>(
  'app_replace_installation_fact',
  'update installation set value = $2 where name = $1',
);

export const isAlive = statement<[], unknown>('app_is_alive', 'select 1');
