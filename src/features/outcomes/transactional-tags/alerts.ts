import type { Database, Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import {
  alertById,
  alertsOfAccount,
  deleteAlert,
  insertAlert,
  lockAccount,
  lockAlert,
  updateAlert,
  type AlertRow,
} from './alert-queries.ts';
import { mergedAlert, type AlertChange, type NewAlert } from './alert-schema.ts';
import type { alertSchema } from './route-docs.ts';

/** Maximum number of alerts per account. They fit on one page. */
export const MAX_ALERTS = 100;

/** Returns all alerts of an account, oldest first, in the format of a list response. */
export async function listAlerts(db: Db, accountId: number) {
  const rows = await alertsOfAccount(db, accountId, MAX_ALERTS);
  return { data: rows.map(presentAlert), per_page: MAX_ALERTS, has_more: false };
}

/** Returns an alert. Throws not_found. */
export async function readAlert(db: Db, accountId: number, id: string) {
  const number = parseAlertId(id);
  const [row] = number === undefined ? [] : await alertById(db, accountId, number);
  return presentAlert(found(row));
}

/** Creates an alert. Throws validation_error if the account has reached its limit. */
export async function createAlert(db: Database, accountId: number, alert: NewAlert) {
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [row] = await insertAlert(tx, accountId, ...columnsOf(alert), MAX_ALERTS);
    if (!row) {
      throw invalid({
        tag: [
          `cannot have another alert, because the limit of ${MAX_ALERTS} alerts per account is reached. Delete an alert first.`,
        ],
      });
    }
    return presentAlert(row);
  });
}

/** Updates an alert. Throws not_found, or validation_error if the updated alert would be invalid. */
export async function changeAlert(db: Database, accountId: number, id: string, change: AlertChange) {
  const number = parseAlertId(id);
  if (number === undefined) throw new Refusal('not_found');
  return db.transaction(async (tx) => {
    const before = found((await lockAlert(tx, accountId, number))[0]);
    const [row] = await updateAlert(tx, accountId, number, ...columnsOf(mergedAlert(before, change)));
    return presentAlert(found(row));
  });
}

/** Deletes an alert. Throws not_found. */
export async function removeAlert(db: Db, accountId: number, id: string): Promise<void> {
  const number = parseAlertId(id);
  found(number === undefined ? undefined : (await deleteAlert(db, accountId, number))[0]);
}

/** Parses an ID of up to fifteen digits. Such a number is exact in JavaScript and within the database's range. */
function parseAlertId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

function columnsOf(alert: NewAlert) {
  const { tag, kind, thresholdPercent, windowMinutes, minimumVolume, email } = alert;
  return [tag, kind, thresholdPercent ?? null, windowMinutes, minimumVolume ?? null, email ?? null] as const;
}

function presentAlert(row: AlertRow): AnswerOf<typeof alertSchema> {
  return {
    id: row.id,
    tag: row.tag,
    kind: row.kind,
    threshold_percent: row.threshold_percent,
    window_minutes: row.window_minutes,
    minimum_volume: row.minimum_volume,
    email: row.email,
    firing_since: row.firing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
