import type { Tx } from '../../../base/db.ts';
import { TRAP } from '../../outcomes/tracking/index.ts';
import { holdNumbers, insertLinks, numberedLinks } from './queries.ts';

/** The greatest number that an address of a link has room for. */
const MAX_LINK_NO = 99_999;

/** Numbers of a campaign's links by their addresses; the trap's by `TRAP`. */
export type LinkNumbers = ReadonlyMap<string, number>;

/**
 * Gives numbers to addresses of a campaign: the same address always has the same, whichever variant or version it stands in,
 * and no number ever means another. What is over 99,999 of them has none.
 */
export async function numberAddresses(
  tx: Tx,
  accountId: number,
  campaignId: number,
  urls: readonly string[],
): Promise<LinkNumbers> {
  await holdNumbers(tx, accountId, campaignId);
  const known = await numberedLinks(tx, accountId, campaignId);
  const numbers = new Map(known.map(({ link_no: number, url }) => [url, number]));
  const first = (known.at(-1)?.link_no ?? 0) + 1;
  const fresh = [...new Set(urls)].filter((url) => !numbers.has(url)).slice(0, Math.max(0, MAX_LINK_NO + 1 - first));
  if (fresh.length > 0) {
    const added = fresh.map((_url, index) => first + index);
    await insertLinks(tx, accountId, campaignId, added, fresh);
    for (const [index, url] of fresh.entries()) numbers.set(url, first + index);
  }
  return numbers;
}

/** Addresses that are to be numbered, the trap included. */
export function withTrap(urls: readonly string[]): readonly string[] {
  return urls.length === 0 ? urls : [...urls, TRAP];
}
