import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { SANDBOX_SENDER } from './policy.ts';

const MAX_NAMED_DOMAINS = 10;

/**
 * Returns the sender of an email that specifies none: the sandbox sender, which can reach only the account's owner. If
 * the key may send from a verified domain, the email could reach anyone, so a person must choose the address. In that
 * case, throws validation_error, which names the domains.
 */
export function defaultSender(verifiedDomains: readonly string[], principal: Principal, sandboxDomain: string): string {
  const usable = verifiedDomains.filter((name) => principal.domain === undefined || principal.domain === name);
  if (usable.length === 0) return `${SANDBOX_SENDER}@${sandboxDomain}`;
  const named =
    usable.slice(0, MAX_NAMED_DOMAINS).join(', ') + (usable.length > MAX_NAMED_DOMAINS ? ' and others' : '');
  throw invalid({
    from: [
      `is required, because this account has verified domains. Ask the user which address at ${named} to send from.`,
    ],
  });
}
