export { addDomain, findDomain, listDomains, removeDomain } from './domains.ts';
export type { Domain } from './present.ts';
export { ensureSandboxKey, sandboxDkimRecord } from './sandbox.ts';
export { createSenderDirectory, type SenderDirectory } from './senders.ts';
export { verifyDomain } from './verify.ts';
