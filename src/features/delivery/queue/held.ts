import type { Claim, MailClass } from '../types.ts';

/** A recipient that this process holds, and until when at least. */
export interface HeldClaim {
  readonly claim: Claim;
  untilMs: number;
}

/** The recipients that this process holds, by their key. */
export interface HeldClaims {
  readonly size: number;
  count(mailClass: MailClass): number;
  add(claims: readonly Claim[], untilMs: number): void;
  /** The entry of a claim; undefined when it was given back, or claimed anew since. */
  find(claim: Claim): HeldClaim | undefined;
  remove(claim: Claim): void;
  all(): HeldClaim[];
}

/** Nothing held yet. */
export function createHeldClaims(): HeldClaims {
  const held = new Map<string, HeldClaim>();
  const counts = new Map<MailClass, number>();

  function change(mailClass: MailClass, by: number): void {
    counts.set(mailClass, (counts.get(mailClass) ?? 0) + by);
  }

  function remove(key: string): void {
    const known = held.get(key);
    if (!known) return;
    held.delete(key);
    change(known.claim.mailClass, -1);
  }

  return {
    get size() {
      return held.size;
    },
    count: (mailClass) => counts.get(mailClass) ?? 0,
    add(claims, untilMs) {
      for (const claim of claims) {
        remove(keyOf(claim));
        held.set(keyOf(claim), { claim, untilMs });
        change(claim.mailClass, 1);
      }
    },
    find(claim) {
      const entry = held.get(keyOf(claim));
      return entry?.claim === claim ? entry : undefined;
    },
    remove: (claim) => remove(keyOf(claim)),
    all: () => [...held.values()],
  };
}

function keyOf(claim: Claim): string {
  return `${claim.messageId}.${claim.recipientNo}`;
}
