/** Contents that wait are listed behind this one; times in milliseconds, rounded down. */
export interface QueueCursor {
  readonly at: Date;
  readonly accountId: number;
  readonly campaignId: number;
}

const CURSOR = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/;

/** Before everything that waits. */
export const FIRST_CURSOR: QueueCursor = { at: new Date(0), accountId: 0, campaignId: 0 };

/** Where a page begins that follows an entry. */
export function cursorOf(askedAt: Date, accountId: number, campaignId: number): string {
  return `${askedAt.getTime()}-${accountId}-${campaignId}`;
}

/** What such a text says; undefined for any other. */
export function parseCursor(given: string): QueueCursor | undefined {
  const [, at, accountId, campaignId] = CURSOR.exec(given) ?? [];
  if (at === undefined) return undefined;
  return { at: new Date(Number(at)), accountId: Number(accountId), campaignId: Number(campaignId) };
}
