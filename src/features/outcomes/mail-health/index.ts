export { createHealthListener } from './listener.ts';
export { healthByClass, purgeHealth, type ClassHealth } from './health.ts';
