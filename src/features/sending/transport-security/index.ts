export { createPolicyFetcher } from './fetch-policy.ts';
export { purgeTransportSecurity } from './purge.ts';
export { createTransportSecurity } from './transport-security.ts';
export type { TransportSecurity } from './transport-security.ts';
export type { PolicyName } from './types.ts';
export type { TlsResult } from './types.ts';
