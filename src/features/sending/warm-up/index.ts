export { listWarmUps } from './administration.ts';
export { resetWarmUp } from './administration.ts';
export { skipWarmUp } from './administration.ts';
export { startWarmUp } from './administration.ts';
export type { WarmUpStatus } from './administration.ts';
export type { WarmUpKey } from './key.ts';
export { createWarmUp } from './warm-up.ts';
export type { WarmUp } from './warm-up.ts';
