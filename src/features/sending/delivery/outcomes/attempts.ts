import type { Db } from '../../../../base/db.ts';
import { attemptsOf } from '../queue/queries.ts';

/** An attempt to deliver a message to one recipient. */
export interface Attempt {
  readonly recipient: string;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outcome: string;
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly conversation: string;
}

/** Returns the attempts of an account's message, oldest first. */
export async function listAttempts(db: Db, accountId: number, messageId: string): Promise<Attempt[]> {
  const rows = await attemptsOf(db, accountId, messageId);
  return rows.map((row) => ({
    recipient: row.recipient,
    attempt: row.attempt_no,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    outcome: row.outcome,
    route: row.route,
    host: row.host,
    address: row.address,
    tls: row.tls,
    status: row.status,
    reason: row.reason,
    conversation: row.conversation,
  }));
}
