import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { SANDBOX_SENDER } from './policy.ts';

const MAX_NAMED_DOMAINS = 10;

/**
 * The sender of a mail that names none: the sandbox sender, which reaches nobody but the account's owner, as long as
 * the key may send from no domain of the account's own. With such a domain a mail could reach anybody, and which address
 * it is from is for people to say: throws validation_error naming the domains.
 */
export function defaultSender(verifiedDomains: readonly string[], principal: Principal, sandboxDomain: string): string {
  const usable = verifiedDomains.filter((name) => principal.domain === undefined || principal.domain === name);
  if (usable.length === 0) return `${SANDBOX_SENDER}@${sandboxDomain}`;
  const named =
    usable.slice(0, MAX_NAMED_DOMAINS).join(', ') + (usable.length > MAX_NAMED_DOMAINS ? ' and others' : '');
  throw invalid({
    from: [
      `is required because this account has verified domains. Ask the user which address at ${named} to send from.`,
    ],
  });
}
