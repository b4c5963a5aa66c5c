export * from './delivery-door.ts';
export { healthByClass, purgeHealth, type ClassHealth } from './health.ts';
