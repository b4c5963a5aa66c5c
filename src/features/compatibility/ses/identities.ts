import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { shown } from '../../../http/shown.ts';
import type { Principal } from '../../../http/principal.ts';
import type { FormPart } from '../../../http/form-parts.ts';
import { findDomain, listDomains, type Domain } from '../../sending/domains/index.ts';
import { faultAt } from '../fields/index.ts';

const DEFAULT_PAGE = 100;
const MAX_PAGE = 1_000;
const TYPES = ['EmailAddress', 'Domain'];

/**
 * Returns the sending domains in the format of the SES API v2. For a key that is restricted to one domain, returns only
 * that domain. Throws validation_error.
 */
export async function listEmailIdentities(
  db: Db,
  whose: Principal,
  query: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { next, page } = await pageOf(db, whose, query, 'PageSize');
  return {
    EmailIdentities: page.map(({ name, status }) => ({
      IdentityType: 'DOMAIN',
      IdentityName: name,
      SendingEnabled: status === 'verified',
      VerificationStatus: status === 'verified' ? 'SUCCESS' : 'PENDING',
    })),
    ...(next && { NextToken: next }),
  };
}

/**
 * Returns a sending domain in the format of GetEmailIdentity. An address has the status of its domain. Throws not_found
 * if the domain does not exist or the caller's key is restricted to another domain.
 */
export async function readEmailIdentity(db: Db, { accountId, domain }: Principal, identity: string): Promise<object> {
  const name = identity.slice(identity.lastIndexOf('@') + 1).toLowerCase();
  const found = domain === undefined || domain === name ? await findDomain(db, accountId, name) : undefined;
  if (!found) {
    throw new Refusal('not_found', {
      message: `Email identity ${shown(identity)} does not exist.`,
      fix: 'Use one of the domains that the dashboard lists under Domains.',
    });
  }
  const isVerified = found.status === 'verified';
  const status = isVerified ? 'SUCCESS' : 'PENDING';
  return {
    IdentityType: identity.includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN',
    FeedbackForwardingStatus: false,
    VerifiedForSendingStatus: isVerified,
    VerificationStatus: status,
    DkimAttributes: { SigningEnabled: true, Status: status, SigningAttributesOrigin: 'EXTERNAL' },
    Policies: {},
    Tags: [],
  };
}

/**
 * Returns the names of the sending domains in the format of API v1. Identities for single addresses are not
 * supported. Throws validation_error.
 */
export async function listIdentities(
  db: Db,
  whose: Principal,
  form: readonly FormPart[],
): Promise<{ readonly Identities: readonly string[]; readonly NextToken?: string }> {
  const given = Object.fromEntries(form.map(({ name, value }) => [name, value]));
  const type = given['IdentityType'];
  if (type !== undefined && !TYPES.includes(type)) throw faultAt('IdentityType', `must be ${TYPES.join(' or ')}.`);
  if (type === 'EmailAddress') return { Identities: [] };
  const { next, page } = await pageOf(db, whose, given, 'MaxItems');
  return { Identities: page.map(({ name }) => name), ...(next && { NextToken: next }) };
}

/** Returns a page of domains, sorted by name, after the last name on the previous page. */
async function pageOf(
  db: Db,
  { accountId, domain }: Principal,
  given: Readonly<Record<string, unknown>>,
  sizeName: string,
): Promise<{ readonly page: readonly Domain[]; readonly next: string | undefined }> {
  const asked = given[sizeName] ?? DEFAULT_PAGE;
  // The page size is a string if it comes from a query string.
  const size = typeof asked === 'number' || typeof asked === 'string' ? Number(asked) : 0;
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE)
    throw faultAt(sizeName, `must be an integer from 1 to ${MAX_PAGE}.`);
  const { NextToken: token = '' } = given;
  if (typeof token !== 'string') throw faultAt('NextToken', 'must not be repeated.');
  const after = Buffer.from(token, 'base64url').toString();
  const reached = (await listDomains(db, accountId))
    .filter(({ name }) => (domain === undefined || name === domain) && name > after)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const page = reached.slice(0, size);
  const last = page.at(-1);
  return { page, next: last && reached.length > size ? Buffer.from(last.name).toString('base64url') : undefined };
}
