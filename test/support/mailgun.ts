import formData from 'form-data';
import Mailgun from 'mailgun.js';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { switchSurface, type Vendor } from '../../src/features/compatibility/vendors/index.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import type { TestApp } from './app.ts';

/** Domain of the first account that is created here. */
export const DOMAIN = 'mg.news.test';

/** Creates an account with a verified domain and the adapter of a vendor enabled. */
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
  await switchSurface(app.installation.db, accountId, vendor, true);
  return { ...tenant, accountId };
}

/** Creates such an account for Mailgun, with its official client. */
export async function mailgunAccount(
  app: TestApp,
  options: Parameters<TestApp['newAccount']>[0] = {},
  domain = DOMAIN,
) {
  const tenant = await vendorAccount(app, 'mailgun', options, domain);
  return { ...tenant, mailgun: mailgunClient(app.url, tenant.key) };
}

/** An event as clients receive it. */
interface ClientEvent extends Readonly<Record<string, unknown>> {
  readonly event: string;
  readonly recipient: string;
  readonly timestamp: number;
  readonly url?: string;
}

type Page = Readonly<Record<'first' | 'last' | 'next' | 'previous', { readonly page: string; readonly url: string }>>;
type Entry = Readonly<Record<string, unknown>>;

/** The used parts of the official client, because its own types are CommonJS and do not describe errors. */
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
  readonly logs: { list(query: object): Promise<{ readonly items: readonly Entry[] }> };
}

/** Class of any version of the official client. */
type ClientClass = new (formData: unknown) => { client(options: object): MailgunClient };

/** Creates the official client, in Ghost's version or the newest one. */
export function mailgunClient(url: string, key: string, client: unknown = Mailgun): MailgunClient {
  // The types are those of its CommonJS build, whose default export is the class.
  const Client = client as ClientClass;
  return new Client(client === Mailgun ? formData : FormData).client({ username: 'api', key, url });
}

/** Posts a form unchanged, for requests that the client would not send. */
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
  // Tests read bodies of any shape.
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** Returns credentials as Mailgun's clients send them. */
export function basic(key: string): string {
  return `Basic ${Buffer.from(`api:${key}`).toString('base64')}`;
}
