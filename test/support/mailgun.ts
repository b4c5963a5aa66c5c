import formData from 'form-data';
import Mailgun from 'mailgun.js';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { switchAdapter, type Vendor } from '../../src/features/compatibility/vendors/index.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import type { TestApp } from './app.ts';

/** Default domain of the accounts that these functions create. */
export const DOMAIN = 'mg.news.test';

/** Creates an account with a verified domain, and enables the adapter of a vendor. */
export async function vendorAccount(
  app: TestApp,
  vendor: Vendor,
  options: Parameters<TestApp['newAccount']>[0] = {},
  domain = DOMAIN,
) {
  const tenant = await app.newAccount(options);
  const accountId = tenant.account.id;
  await addDomain(domainPartsOf(app.installation), accountId, domain);
  await app.installation.db.script(
    `update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${accountId};
     update domain set status = 'verified', verified_at = now() where account_id = ${accountId};`,
  );
  await switchAdapter(app.installation.db, accountId, vendor, true);
  return { ...tenant, accountId };
}

/** Creates an account with a verified domain and the Mailgun adapter, and a client of Mailgun's official library. */
export async function mailgunAccount(
  app: TestApp,
  options: Parameters<TestApp['newAccount']>[0] = {},
  domain = DOMAIN,
) {
  const tenant = await vendorAccount(app, 'mailgun', options, domain);
  return { ...tenant, mailgun: mailgunClient(app.url, tenant.key) };
}

/** A Mailgun event as clients receive it. */
interface ClientEvent extends Readonly<Record<string, unknown>> {
  readonly event: string;
  readonly recipient: string;
  readonly timestamp: number;
  readonly url?: string;
}

type Page = Readonly<Record<'first' | 'last' | 'next' | 'previous', { readonly page: string; readonly url: string }>>;
type Entry = Readonly<Record<string, unknown>>;

/** A template as the official client returns it. */
interface Template extends Entry {
  readonly name: string;
  readonly version?: Entry;
  readonly versions?: readonly Entry[];
}

/**
 * Members of the official client that tests use. The client's own types are for CommonJS and do not describe errors.
 */
export interface MailgunClient {
  readonly messages: {
    create(
      domain: string,
      fields: object,
    ): Promise<{ readonly status: number; readonly id: string; readonly message: string }>;
  };
  readonly events: {
    get(domain: string, query: object): Promise<{ readonly items: readonly ClientEvent[]; readonly pages: Page }>;
  };
  readonly suppressions: {
    get(domain: string, list: string, address: string): Promise<Entry>;
    list(domain: string, list: string, query?: object): Promise<{ readonly items: readonly Entry[] }>;
    create(domain: string, list: string, entries: object): Promise<unknown>;
    destroy(domain: string, list: string, address: string): Promise<unknown>;
  };
  readonly domains: {
    readonly domainTemplates: {
      create(domain: string, fields: object): Promise<Template>;
      get(domain: string, name: string, query?: object): Promise<Template>;
      list(domain: string, query?: object): Promise<{ readonly items: readonly Template[]; readonly pages: Page }>;
      update(domain: string, name: string, fields: object): Promise<unknown>;
      destroy(domain: string, name: string): Promise<unknown>;
      createVersion(domain: string, name: string, fields: object): Promise<{ readonly template: Template }>;
      listVersions(domain: string, name: string): Promise<{ readonly template: Template }>;
      updateVersion(domain: string, name: string, tag: string, fields: object): Promise<unknown>;
      destroyVersion(domain: string, name: string, tag: string): Promise<unknown>;
    };
  };
  readonly logs: { list(query: object): Promise<{ readonly items: readonly Entry[] }> };
}

/** The client class of any version of the official library. */
type ClientClass = new (formData: unknown) => { client(options: object): MailgunClient };

/**
 * Creates an official client, by default of the newest version. `client` can be the class of another version, such as
 * the one that Ghost uses.
 */
export function mailgunClient(url: string, key: string, client: unknown = Mailgun): MailgunClient {
  // The library's types describe its CommonJS build, in which the class is the default export.
  const Client = client as ClientClass;
  return new Client(client === Mailgun ? formData : FormData).client({ username: 'api', key, url });
}

/** Posts a form without changes, for requests that the official client would not send. */
export async function postForm(
  url: string,
  key: string,
  fields: readonly (readonly [name: string, value: string | Blob])[],
  path = `/v3/${DOMAIN}/messages`,
) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: basic(key) },
    body: form,
  });
  // Safe cast: the responses that tests read are JSON objects.
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** Returns credentials in the format that Mailgun's clients send. */
export function basic(key: string): string {
  return `Basic ${Buffer.from(`api:${key}`).toString('base64')}`;
}
