/** Position in the approval queue. Times are truncated to milliseconds. */
export interface QueueCursor {
  readonly at: Date;
  readonly accountId: number;
  readonly campaignId: number;
}

const CURSOR = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/;

/** Position before the first entry of the approval queue. */
export const FIRST_CURSOR: QueueCursor = { at: new Date(0), accountId: 0, campaignId: 0 };

/** Returns the cursor for the page after an entry. */
export function cursorOf(askedAt: Date, accountId: number, campaignId: number): string {
  return `${askedAt.getTime()}-${accountId}-${campaignId}`;
}

/** Parses a cursor. Returns undefined for an invalid cursor. */
export function parseCursor(given: string): QueueCursor | undefined {
  const [, at, accountId, campaignId] = CURSOR.exec(given) ?? [];
  if (at === undefined) return undefined;
  return { at: new Date(Number(at)), accountId: Number(accountId), campaignId: Number(campaignId) };
}
