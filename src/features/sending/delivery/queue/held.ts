import type { Claim, MailClass } from '../types.ts';

/** A recipient that is leased to this process, and the earliest time at which the lease may end. */
export interface HeldClaim {
  readonly claim: Claim;
  untilMs: number;
}

/**
 * The recipients that are leased to this process, by claim object. A recipient that is claimed again after its lease
 * expired has a different claim object.
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
