import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { domainOf } from '../../../mail/address.ts';
import type { SenderDirectory } from '../../sending/domains/index.ts';
import { requireSandboxRecipients } from './sandbox.ts';
import type { Send } from './schema.ts';

/** Local part of the sandbox sender. */
export const SANDBOX_SENDER = 'onboarding';

interface PolicyParts {
  readonly senders: SenderDirectory;
  /**
   * Returns the recipients that are suppressed by the hash of their address. Their data was erased, so no address is
   * stored.
   */
  readonly suppressedByHash: (accountId: number, recipients: readonly string[]) => Promise<readonly string[]>;
  readonly sandboxDomain: string;
}

/** Checks the rules for senders and recipients. Throws the error for the first rule that the send violates. */
export async function requireSendAllowed(parts: PolicyParts, principal: Principal, send: Send): Promise<void> {
  requireKeyAllows(principal, domainOf(send.from.address));
  await requireSender(parts, principal, send);
  const suppressed = await parts.suppressedByHash(principal.accountId, send.recipients);
  if (suppressed.length === 0) return;
  throw new Refusal('recipient_suppressed', {
    message: `These recipients were on the account's suppression list before their data was erased: ${suppressed.join(', ')}.`,
  });
}

function requireKeyAllows(principal: Principal, domain: string): void {
  if (principal.domain === undefined || principal.domain === domain) return;
  throw new Refusal('insufficient_scope', {
    message: `This API key can send only from ${principal.domain}, not from ${domain}.`,
    fix: `Send from an address at ${principal.domain}, or use an API key that is not limited to one domain.`,
  });
}

async function requireSender(parts: PolicyParts, principal: Principal, send: Send): Promise<void> {
  const { sandboxDomain } = parts;
  const address = send.from.address;
  if (address === `${SANDBOX_SENDER}@${sandboxDomain}`) {
    requireSandboxRecipients(send.recipients, principal.account.email, sandboxDomain);
    return;
  }
  if (domainOf(address) === sandboxDomain) {
    throw new Refusal('domain_not_verified', {
      message: `${address} is not a valid sender. The only valid sender at ${sandboxDomain} is ${SANDBOX_SENDER}@${sandboxDomain}.`,
      fix: `Send from ${SANDBOX_SENDER}@${sandboxDomain} or from a verified domain.`,
    });
  }
  await parts.senders.requireSender(principal.accountId, domainOf(address));
}
