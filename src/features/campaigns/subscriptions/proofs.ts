import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';

/** Event that a proof confirms: a visit to the unsubscribe page, or an unsubscription on that page. */
type ProofKind = 'visit' | 'undo';

/**
 * Creates and checks proofs. A proof is a signed timestamp in a hidden form field, and is valid only for one recipient
 * token.
 */
export interface Proofs {
  make(kind: ProofKind, token: string, at: Date): string;
  /**
   * Returns the timestamp in the proof. Returns undefined if the proof is invalid, too old, or made for another
   * recipient or purpose.
   */
  read(kind: ProofKind, token: string, proof: string, maxAgeMs: number): Date | undefined;
}

const RADIX = 36;
const MAC_BYTES = 12;
const PROOF = /^([\da-z]{1,10})\.([\w-]{16})$/;

/**
 * Creates an object that signs proofs with a key derived from the master secret. A proof can therefore be checked
 * without storing the visit or unsubscription.
 */
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
