import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import { PAGE_MS, TOO_FAST_AGAIN_MS, TOO_FAST_MS } from './limits.ts';

/** Kind of page that was shown: the form, or the page that asks the visitor to press the button again. */
export type StampKind = 'page' | 'again';

/** Creates and checks stamps. A stamp is the signed time at which the page of a form was shown. */
export interface Stamps {
  make(kind: StampKind, code: string, at: Date): string;
  /**
   * Returns whether the stamp is valid and the page was open long enough for a person to fill it in, but not longer
   * than a day.
   */
  isTimely(code: string, stamp: string): boolean;
}

const RADIX = 36;
const MAC_BYTES = 12;
const STAMP = /^(page|again)\.([\da-z]{1,10})\.([\w-]{16})$/;
const MIN_MS: Readonly<Record<StampKind, number>> = { page: TOO_FAST_MS, again: TOO_FAST_AGAIN_MS };

/**
 * Creates stamps that are signed with a key derived from the master secret, so that no table of opened pages is needed.
 */
export function createStamps({ clock, vault }: { readonly clock: Clock; readonly vault: Vault }): Stamps {
  const keys = vault.deriveAll('pages of forms');
  const macsOf = (kind: string, code: string, moment: string): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(`${kind} ${moment} ${code}`).digest().subarray(0, MAC_BYTES));
  return {
    make(kind, code, at) {
      const moment = at.getTime().toString(RADIX);
      return `${kind}.${moment}.${macsOf(kind, code, moment)[0]?.toString('base64url')}`;
    },
    isTimely(code, stamp) {
      const [, kind, moment, mac] = STAMP.exec(stamp) ?? [];
      if (kind === undefined || moment === undefined || mac === undefined) return false;
      const given = Buffer.from(mac, 'base64url');
      if (!macsOf(kind, code, moment).some((right) => timingSafeEqual(given, right))) return false;
      const ageMs = clock.now() - Number.parseInt(moment, RADIX);
      return ageMs >= MIN_MS[kind === 'again' ? 'again' : 'page'] && ageMs <= PAGE_MS;
    },
  };
}
