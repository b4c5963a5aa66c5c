import type { Patch } from '../support/planted.ts';

const PLACES = 'src/features/transactional/webhooks/places.ts';
const FEW = 12;

/**
 * Returns patches that reduce the number of connection slots from 1,024 to twelve, because a seed does not have enough
 * events to use that many. With twelve slots, the limits per account determine which account waits. Without
 * `hasShares`, each account may use all slots. A claimed event can wait longer than usual: until two hanging receivers
 * are detected, and for one more poll of the queue.
 */
export function fewPlaces(hasShares: boolean): Patch[] {
  const share = (few: number): number => (hasShares ? few : FEW);
  const set = (from: string, to: number): Patch => ({ path: PLACES, from, to: from.replace(/[\d_]+;$/, `${to};`) });
  return [
    set('const MAX_SLOTS = 1_024;', FEW),
    set('const MAX_UNHEALTHY_SLOTS = 160;', share(4)),
    set('const MAX_UNPROVEN_SLOTS = 160;', share(4)),
    set('const MAX_ACCOUNT_SLOTS = 64;', share(4)),
    set('const INITIAL_SLOTS = 4;', share(4)),
    set('const MIN_SLOTS = 2;', share(2)),
    set('const MAX_AHEAD = 5;', 0),
    { path: 'test/sim/webhook-ledger.ts', from: 'const CLAIM_MS = 1_500;', to: 'const CLAIM_MS = 6_000;' },
  ];
}
