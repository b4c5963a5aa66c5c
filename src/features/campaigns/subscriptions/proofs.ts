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
  const key = vault.derive('pages of subscriptions');
  const macOf = (kind: ProofKind, token: string, moment: string): Buffer =>
    createHmac('sha256', key).update(`${kind} ${moment} ${token}`).digest().subarray(0, MAC_BYTES);
  return {
    make(kind, token, at) {
      const moment = at.getTime().toString(RADIX);
      return `${moment}.${macOf(kind, token, moment).toString('base64url')}`;
    },
    read(kind, token, proof, maxAgeMs) {
      const [, moment, mac] = PROOF.exec(proof) ?? [];
      if (moment === undefined || mac === undefined) return undefined;
      if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(kind, token, moment))) return undefined;
      const atMs = Number.parseInt(moment, RADIX);
      return clock.now() - atMs <= maxAgeMs ? new Date(atMs) : undefined;
    },
  };
}
