/** What a look at the database saw (pg_current_snapshot): the transactions that had ended. */
export interface Snapshot {
  /** All before this one had ended. */
  readonly xmin: number;
  /** This one and all behind it had not begun. */
  readonly xmax: number;
  /** Those in between that were under way. */
  readonly open: ReadonlySet<number>;
}

/** Longer ones are of a database with thousands of transactions at once. */
const MAX_CHARACTERS = 4_000;
const SNAPSHOT = /^(\d{1,15}):(\d{1,15}):((?:\d{1,15}(?:,\d{1,15})*)?)$/;

/** Reads `xmin:xmax:open`, as PostgreSQL writes it; undefined for anything else, whoever sends it. Pure. */
export function parseSnapshot(text: string): Snapshot | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const [, xmin, xmax, open = ''] = SNAPSHOT.exec(text) ?? [];
  const [least, next] = [Number(xmin), Number(xmax)];
  if (xmin === undefined || xmax === undefined || least > next) return undefined;
  return { xmin: least, xmax: next, open: new Set(open === '' ? [] : open.split(',').map(Number)) };
}

/** Whether a look with the snapshot saw what the transaction wrote. Pure. */
export function hasSeen({ open, xmax, xmin }: Snapshot, xid: number): boolean {
  return xid < xmin || (xid < xmax && !open.has(xid));
}
