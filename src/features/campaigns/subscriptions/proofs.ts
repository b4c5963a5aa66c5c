import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';

/** What a proof is for: that a page was opened, and that it unsubscribed somebody. */
export type ProofKind = 'visit' | 'undo';

/** Moments that a page was given and gives back, signed for the recipient whose page it is. */
export interface Proofs {
  make(kind: ProofKind, token: string, at: Date): string;
  /** The moment; undefined for what we did not make, for another recipient or purpose, and when it is older than that. */
  read(kind: ProofKind, token: string, proof: string, maxAgeMs: number): Date | undefined;
}

const RADIX = 36;
const MAC_BYTES = 12;
const PROOF = /^([\da-z]{1,10})\.([\w-]{16})$/;

/** Proofs under the master secret: no table has to remember who may undo what. */
export function createProofs({ clock, vault }: { readonly clock: Clock; readonly vault: Vault }): Proofs {
  const keys = vault.deriveAll('pages of subscriptions');
  const macsOf = (kind: ProofKind, token: string, moment: string): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(`${kind} ${moment} ${token}`).digest().subarray(0, MAC_BYTES));
  return {
    make(kind, token, at) {
      const moment = at.getTime().toString(RADIX);
      return `${moment}.${macsOf(kind, token, moment)[0]?.toString('base64url')}`;
    },
    read(kind, token, proof, maxAgeMs) {
      const [, moment, mac] = PROOF.exec(proof) ?? [];
      if (moment === undefined || mac === undefined) return undefined;
      const given = Buffer.from(mac, 'base64url');
      if (!macsOf(kind, token, moment).some((right) => timingSafeEqual(given, right))) return undefined;
      const atMs = Number.parseInt(moment, RADIX);
      return clock.now() - atMs <= maxAgeMs ? new Date(atMs) : undefined;
    },
  };
}
