import { createHash, createHmac } from 'node:crypto';
import { SESClient } from '@aws-sdk/client-ses';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { createKey, createSigningKey, SCOPES, type SigningPair } from '../../src/features/tenants/access/index.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { switchAdapter, type Vendor } from '../../src/features/compatibility/vendors/index.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import type { Installation } from '../../src/app/installation.ts';
import type { TestApp } from './app.ts';

/** Default domain of the accounts that the functions in this file create. */
export const DOMAIN = 'ses.test';

/** Signing credentials of a client. */
export interface Pair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Creates an account with a verified domain, and enables the adapter of a vendor. */
export async function vendorAccount(app: TestApp, vendor: Vendor, domain = DOMAIN) {
  const tenant = await app.newAccount();
  const accountId = tenant.account.id;
  await addDomain(domainPartsOf(app.installation), accountId, domain);
  await app.installation.db.script(
    `update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${accountId};
     update domain set status = 'verified', verified_at = now() where account_id = ${accountId};`,
  );
  await switchAdapter(app.installation.db, accountId, vendor, true);
  return { ...tenant, accountId };
}

/** Creates an API key with signing credentials that can send email from an account. */
export async function newPairOf({ db, vault }: Installation, accountId: number): Promise<SigningPair> {
  const { id } = await createKey(db, { accountId, name: 'ses', scopes: [SCOPES.send] });
  return createSigningKey(db, vault, accountId, id);
}

/** Creates an API key with signing credentials for an account. */
export async function newPair(
  app: TestApp,
  accountId: number,
  scopes: readonly string[] = [SCOPES.send, SCOPES.read, SCOPES.manage],
  domain?: string,
): Promise<Pair & { readonly keyId: number }> {
  const { db, vault } = app.installation;
  const { id } = await createKey(db, { accountId, name: 'ses', scopes, ...(domain && { domain }) });
  const pair = await createSigningKey(db, vault, accountId, id);
  return { keyId: id, accessKeyId: pair.access_key_id, secretAccessKey: pair.secret_access_key };
}

/** Creates the official client of API v2 for this server. */
export function sesClient(endpoint: string, credentials: Pair, maxAttempts = 1): SESv2Client {
  return new SESv2Client({ endpoint, region: 'eu-central-1', credentials, maxAttempts });
}

/** Creates the official client of API v1 for this server. */
export function oldSesClient(endpoint: string, credentials: Pair): SESClient {
  return new SESClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
}

/** Signs a request without a library, with as few signed headers as possible. Returns the headers of the request. */
export function signedHeaders(
  { body, method, url }: { readonly method: string; readonly url: string; readonly body: string | Buffer },
  pair: SigningPair,
  how: { readonly at?: Date; readonly service?: string; readonly withHash?: boolean } = {},
): Record<string, string> {
  const { at = new Date(), service = 'ses', withHash = false } = how;
  const { host, pathname, search } = new URL(url);
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const headers = { host, ...(withHash && { 'x-amz-content-sha256': hashOf(body) }), 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const fields = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  // Path segments are encoded twice, because Signature Version 4 requires this for all services except S3.
  const path = pathname.split('/').map(encodeURIComponent).join('/');
  const canonical = [method, path, sortedQuery(search), fields.join(''), names, hashOf(body)].join('\n');
  const scope = `${time.slice(0, 8)}/eu-west-1/${service}/aws4_request`;
  const key = scope.split('/').reduce<Buffer>(hmacOf, Buffer.from(`AWS4${pair.secret_access_key}`));
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n');
  const signature = hmacOf(key, toSign).toString('hex');
  const credential = `Credential=${pair.access_key_id}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

/** Returns the query parameters in sorted order, encoded according to RFC 3986. */
function sortedQuery(search: string): string {
  const pairs = [...new URLSearchParams(search)].map((pair) => pair.map(encoded).join('='));
  return pairs.toSorted().join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmacOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
