export { healthByClass } from './health.ts';
export { purgeHealth } from './health.ts';
export type { ClassHealth } from './health.ts';
