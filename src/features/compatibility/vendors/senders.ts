import { getDomain } from 'tldts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { domainOf, type Mailbox } from '../../../mail/address.ts';
import type { SenderDirectory } from '../../sending/domains/index.ts';

interface Parts {
  readonly senders: SenderDirectory;
  readonly sandboxDomain: string;
}

/**
 * The domain that signs mail of a From address for which a request names a domain of the account: From's own where that is
 * verified, else the one that was named, if both are of one organisation, so that the signature is aligned with From (RFC 7489
 * section 3.1.1, relaxed). Throws insufficient_scope or domain_not_verified.
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

/** Who sends from the sandbox writes to few addresses, which the rules of single messages see to. */
function sandboxAlone(sandboxDomain: string): Refusal {
  return new Refusal('domain_not_verified', {
    message: `The sandbox domain ${sandboxDomain} cannot be used for this request.`,
    fix: 'Verify a domain of your own, then use that domain in the From address and as the domain of the request.',
  });
}

/** Throws insufficient_scope when the key may not send from the domain, and domain_not_verified when nobody of the account may. */
async function requireNamedDomain(
  { senders }: Pick<Parts, 'senders'>,
  principal: Principal,
  named: string,
): Promise<void> {
  requireKeyOfDomain(principal, named);
  await senders.requireSender(principal.accountId, named);
}

/** Throws insufficient_scope to a key that is limited to another domain. */
export function requireKeyOfDomain({ domain }: Principal, named: string): void {
  if (domain === undefined || domain === named) return;
  throw new Refusal('insufficient_scope', {
    message: `This API key is limited to ${domain}, but the request uses ${named}.`,
    fix: `Use ${domain} in the request, or use an API key that is not limited to one domain.`,
  });
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

/** What somebody registered of a domain, by the list of public suffixes, private ones too; undefined for a suffix itself. */
function organisationOf(domain: string): string | undefined {
  return getDomain(domain, { allowPrivateDomains: true }) ?? undefined;
}
