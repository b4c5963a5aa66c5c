import { getDomain } from 'tldts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { domainOf, isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import { shown } from '../../../http/shown.ts';
import type { SenderDirectory } from '../../sending/domains/index.ts';

interface Parts {
  readonly senders: SenderDirectory;
  readonly sandboxDomain: string;
}

/**
 * Returns the domain that signs an email, so that the signature is aligned with From (RFC 7489 section 3.1.1, relaxed).
 * This is the From domain if it is verified and the key may send from all domains. Otherwise, it is the domain that the
 * request names, if both domains belong to the same organization. Throws insufficient_scope or domain_not_verified.
 */
export async function requireAlignedSender(
  parts: Parts,
  principal: Principal,
  named: string,
  from: Mailbox,
): Promise<string> {
  const own = domainOf(from.address);
  if (own === parts.sandboxDomain || named === parts.sandboxDomain) throw sandboxAlone(parts.sandboxDomain);
  await requireNamedDomain(parts, principal, named);
  if (own === named) return named;
  if (principal.domain === undefined && (await isVerified(parts, principal, own))) return own;
  if (organisationOf(own) !== undefined && organisationOf(own) === organisationOf(named)) return named;
  throw new Refusal('domain_not_verified', {
    message: `The From domain ${own} is not verified for this account and does not belong to the same organization as ${named}.`,
    fix: `Send from ${named} or its parent domain, or add and verify ${own}.`,
  });
}

/**
 * Creates the error for batches from the sandbox domain. Such batches are rejected, because the restriction on sandbox
 * recipients is only enforced for single messages.
 */
function sandboxAlone(sandboxDomain: string): Refusal {
  return new Refusal('domain_not_verified', {
    message: `The sandbox domain ${sandboxDomain} cannot be used for this request.`,
    fix: 'Verify a domain of your own, then use that domain in the From address and as the domain of the request.',
  });
}

/**
 * Throws insufficient_scope if the key may not send from the domain, and domain_not_verified if the account may not
 * send from the domain.
 */
async function requireNamedDomain(
  { senders }: Pick<Parts, 'senders'>,
  principal: Principal,
  named: string,
): Promise<void> {
  requireKeyOfDomain(principal, named);
  await senders.requireSender(principal.accountId, named);
}

/** Throws insufficient_scope if the key is restricted to another domain. */
export function requireKeyOfDomain({ domain }: Principal, named: string): void {
  if (domain === undefined || domain === named) return;
  throw new Refusal('insufficient_scope', {
    message: `This API key is limited to ${domain}, but the request uses ${named}.`,
    fix: `Use ${domain} in the request, or use an API key that is not limited to one domain.`,
  });
}

/**
 * Throws insufficient_scope or domain_not_verified unless the caller may send from the address. Addresses that cannot
 * be parsed are treated as unverified.
 */
export async function requireSendingAddress(parts: Parts, principal: Principal, address: string): Promise<void> {
  const mailbox = parseMailbox(address);
  const domain = isFault(mailbox) ? '' : domainOf(mailbox.address);
  if (domain === '') {
    throw new Refusal('domain_not_verified', {
      message: `The sender ${shown(address)} is not verified.`,
      fix: 'Send from an address at a domain that you have verified.',
    });
  }
  if (domain !== parts.sandboxDomain) await requireNamedDomain(parts, principal, domain);
}

async function isVerified(
  { senders }: Pick<Parts, 'senders'>,
  { accountId }: Principal,
  domain: string,
): Promise<boolean> {
  try {
    await senders.requireSender(accountId, domain);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'domain_not_verified') return false;
    throw error;
  }
}

/**
 * Returns the registrable part of a domain according to the public suffix list, including private suffixes. Returns
 * undefined if the domain is itself a suffix.
 */
function organisationOf(domain: string): string | undefined {
  return getDomain(domain, { allowPrivateDomains: true }) ?? undefined;
}
