import { statement } from '../../../base/db.ts';
import type { AlertKind } from './alert-rule.ts';

export interface AlertRow {
  readonly id: number;
  readonly tag: string;
  readonly kind: AlertKind;
  readonly threshold_percent: number | null;
  readonly window_minutes: number;
  readonly minimum_volume: number | null;
  readonly email: string | null;
  readonly firing_since: Date | null;
  readonly created_at: Date;
}

const COLUMNS =
  'id, tag, kind, threshold_percent::float8 as threshold_percent, window_minutes, minimum_volume, email, ' +
  'firing_since, created_at';

/** Selects an account's alerts, oldest first. Uses the primary key. */
export const alertsOfAccount = statement<[accountId: number, limit: number], AlertRow>(
  'tag_alerts_of_account',
  `select ${COLUMNS} from tag_alert where account_id = $1 order by id limit $2`,
);

export const alertById = statement<[accountId: number, id: number], AlertRow>(
  'tag_alerts_by_id',
  `select ${COLUMNS} from tag_alert where account_id = $1 and id = $2`,
);

/** Selects an alert and locks its row until the transaction ends. */
export const lockAlert = statement<[accountId: number, id: number], AlertRow>(
  'tag_alerts_lock',
  `select ${COLUMNS} from tag_alert where account_id = $1 and id = $2 for update`,
);

/** Locks the account, so that only one transaction at a time adds alerts. */
export const lockAccount = statement<[accountId: number], unknown>(
  'tag_alerts_lock_account',
  'select account_id from account where account_id = $1 for no key update',
);

type Definition = [
  tag: string,
  kind: AlertKind,
  thresholdPercent: number | null,
  windowMinutes: number,
  minimumVolume: number | null,
  email: string | null,
];

/** Inserts an alert. Returns no row if the account already has `limit` alerts. */
export const insertAlert = statement<[accountId: number, ...Definition, limit: number], AlertRow>(
  'tag_alerts_insert',
  `insert into tag_alert (account_id, tag, kind, threshold_percent, window_minutes, minimum_volume, email)
   select $1, $2, $3, $4, $5, $6, $7
   where (select count(*) from tag_alert where account_id = $1) < $8
   returning ${COLUMNS}`,
);

/** Updates an alert. If its tag or kind changes, it stops firing. */
export const updateAlert = statement<[accountId: number, id: number, ...Definition], AlertRow>(
  'tag_alerts_update',
  `update tag_alert
   set tag = $3, kind = $4, threshold_percent = $5, window_minutes = $6, minimum_volume = $7, email = $8,
     firing_since = case when tag = $3 and kind = $4 then firing_since end
   where account_id = $1 and id = $2
   returning ${COLUMNS}`,
);

export const deleteAlert = statement<[accountId: number, id: number], { readonly id: number }>(
  'tag_alerts_delete',
  'delete from tag_alert where account_id = $1 and id = $2 returning id',
);

export interface ObservedRow extends AlertRow {
  readonly account_id: number;
  readonly account_email: string;
  readonly is_closed: boolean;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly last_at: Date | null;
}

/**
 * Selects the next alerts after the given key, across all accounts, with the results for each alert's tag and window.
 * An hour that overlaps the window counts in full. Includes alerts of closed accounts, which must not fire. Uses
 * primary keys.
 */
export const observeAlerts = statement<
  [afterAccountId: number, afterId: number, limit: number, now: Date],
  ObservedRow
>(
  'tag_alerts_observe',
  `select a.account_id, ${COLUMNS.split(', ')
    .map((column) => `a.${column}`)
    .join(', ')}, account.email as account_email,
     account.closed_at is not null as is_closed,
     w.delivered, w.bounced, w.complained, w.failed, w.last_at
   from observe_tag_alerts($1, $2, $3, $4) w
   join tag_alert a on a.account_id = w.account_id and a.id = w.id
   join account on account.account_id = a.account_id
   order by a.account_id, a.id`,
);

/** Marks an alert as firing. Returns a row only if the alert was not firing. */
export const startFiring = statement<[accountId: number, id: number, since: Date], { readonly id: number }>(
  'tag_alerts_begin',
  `update tag_alert set firing_since = $3 where account_id = $1 and id = $2 and firing_since is null returning id`,
);

/** Marks an alert as ended. Returns a row only if the alert was firing. */
export const endFiring = statement<[accountId: number, id: number], { readonly id: number }>(
  'tag_alerts_end',
  `update tag_alert set firing_since = null
   where account_id = $1 and id = $2 and firing_since is not null returning id`,
);
