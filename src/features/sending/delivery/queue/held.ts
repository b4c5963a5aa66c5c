import type { Claim, MailClass } from '../types.ts';

/** A recipient that this process holds, and the earliest possible end of its lease. */
export interface HeldClaim {
  readonly claim: Claim;
  untilMs: number;
}

/**
 * The recipients that this process holds, identified by the claim object: if a recipient is claimed again after its
 * lease expired, that is a different claim.
 */
export interface HeldClaims {
  readonly size: number;
  count(mailClass: MailClass): number;
  add(claims: readonly Claim[], untilMs: number): void;
  /** Returns the entry for a claim, or undefined if the claim was released. */
  find(claim: Claim): HeldClaim | undefined;
  remove(claim: Claim): void;
  all(): HeldClaim[];
}

export function createHeldClaims(): HeldClaims {
  const held = new Map<Claim, HeldClaim>();
  const counts = new Map<MailClass, number>();

  function change(mailClass: MailClass, by: number): void {
    counts.set(mailClass, (counts.get(mailClass) ?? 0) + by);
  }

  return {
    get size() {
      return held.size;
    },
    count: (mailClass) => counts.get(mailClass) ?? 0,
    add(claims, untilMs) {
      for (const claim of claims) {
        held.set(claim, { claim, untilMs });
        change(claim.mailClass, 1);
      }
    },
    find: (claim) => held.get(claim),
    remove(claim) {
      if (held.delete(claim)) change(claim.mailClass, -1);
    },
    all: () => [...held.values()],
  };
}
