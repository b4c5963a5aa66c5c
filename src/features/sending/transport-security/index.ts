export { createPolicyFetcher } from './fetch-policy.ts';
export { purgeTransportSecurity } from './purge.ts';
export { createTransportSecurity, type TransportSecurity } from './transport-security.ts';
export type { PolicyName, TlsResult } from './types.ts';
