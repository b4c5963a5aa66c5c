import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import { PAGE_MS, TOO_FAST_AGAIN_MS, TOO_FAST_MS } from './limits.ts';

/** A page as it was opened, and one that asks once more. */
export type StampKind = 'page' | 'again';

/** Moments at which pages of forms were shown, signed for the form. */
export interface Stamps {
  make(kind: StampKind, code: string, at: Date): string;
  /** Whether the page is ours and was open for as long as a person takes, and for a day at most. */
  isTimely(code: string, stamp: string): boolean;
}

const RADIX = 36;
const MAC_BYTES = 12;
const STAMP = /^(page|again)\.([\da-z]{1,10})\.([\w-]{16})$/;
const LEAST_MS: Readonly<Record<StampKind, number>> = { page: TOO_FAST_MS, again: TOO_FAST_AGAIN_MS };

/** Stamps under the master secret: no table has to remember which pages were opened. */
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
      return ageMs >= LEAST_MS[kind === 'again' ? 'again' : 'page'] && ageMs <= PAGE_MS;
    },
  };
}
