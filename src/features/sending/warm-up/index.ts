export { listWarmUps, resetWarmUp, skipWarmUp, startWarmUp, type WarmUpStanding } from './administration.ts';
export type { WarmUpKey } from './key.ts';
export { createWarmUp, type WarmUp } from './warm-up.ts';
