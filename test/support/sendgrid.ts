import sgClient from '@sendgrid/client';
import sgMail from '@sendgrid/mail';

/** An answer as the official client gives it. */
interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What of the official clients is used; their own types are of CommonJS, and say nothing of what is refused. */
export interface SendgridClient {
  setApiKey(key: string): void;
  setDefaultRequest(name: 'baseUrl', value: string): unknown;
  request(request: object): Promise<[Answer, unknown]>;
}
interface MailService {
  setClient(client: SendgridClient): void;
  send(mail: object): Promise<[Answer, unknown]>;
}

/** Their classes hang on what they export. */
const { Client } = sgClient as unknown as { readonly Client: new () => SendgridClient };
const { MailService: Service } = sgMail as unknown as { readonly MailService: new () => MailService };

/** The official client for every path, pointed to an address. The address follows the key, which sets it back. */
export function sendgridClient(baseUrl: string, key: string): SendgridClient {
  const client = new Client();
  client.setApiKey(key);
  client.setDefaultRequest('baseUrl', baseUrl);
  return client;
}

/** The official client that sends. */
export function sendgridMail(baseUrl: string, key: string): MailService {
  const service = new Service();
  service.setClient(sendgridClient(baseUrl, key));
  return service;
}
