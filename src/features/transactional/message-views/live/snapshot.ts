/** A database snapshot (pg_current_snapshot). It determines which transactions had ended when it was taken. */
export interface Snapshot {
  /** ID of the oldest transaction that was still in progress. All earlier transactions had ended. */
  readonly xmin: number;
  /** No transaction with this ID or a higher one had completed when the snapshot was taken. */
  readonly xmax: number;
  /** Transactions between `xmin` and `xmax` that were in progress. */
  readonly open: ReadonlySet<number>;
}

/** Maximum length of a snapshot, in characters. A longer one would mean hundreds of concurrent transactions. */
const MAX_CHARACTERS = 4_000;
const SNAPSHOT = /^(\d{1,15}):(\d{1,15}):((?:\d{1,15}(?:,\d{1,15})*)?)$/;

/**
 * Parses `xmin:xmax:open` in PostgreSQL's format. Returns undefined for other text, because clients may send anything.
 * Pure.
 */
export function parseSnapshot(text: string): Snapshot | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const [, xmin, xmax, open = ''] = SNAPSHOT.exec(text) ?? [];
  const [least, next] = [Number(xmin), Number(xmax)];
  if (xmin === undefined || xmax === undefined || least > next) return undefined;
  return { xmin: least, xmax: next, open: new Set(open === '' ? [] : open.split(',').map(Number)) };
}

/** Returns whether the snapshot includes the changes of the transaction. Pure. */
export function hasSeen({ open, xmax, xmin }: Snapshot, xid: number): boolean {
  return xid < xmin || (xid < xmax && !open.has(xid));
}
