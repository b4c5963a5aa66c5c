import sgClient from '@sendgrid/client';
import sgMail from '@sendgrid/mail';

/** A response of the official client. */
interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Members of the official clients that tests use. The clients' own types are for CommonJS and do not describe errors.
 */
export interface SendgridClient {
  setApiKey(key: string): void;
  setDefaultRequest(name: 'baseUrl', value: string): unknown;
  request(request: object): Promise<[Answer, unknown]>;
}
interface MailService {
  setClient(client: SendgridClient): void;
  send(mail: object): Promise<[Answer, unknown]>;
}

/**
 * At run time, the classes are properties of the packages' exported objects, but the packages' types do not declare
 * these properties.
 */
const { Client } = sgClient as unknown as { readonly Client: new () => SendgridClient };
const { MailService: Service } = sgMail as unknown as { readonly MailService: new () => MailService };

/**
 * Creates the official client that can call all paths, with a base URL. Sets the URL after the key, because setting the
 * key resets the URL.
 */
export function sendgridClient(baseUrl: string, key: string): SendgridClient {
  const client = new Client();
  client.setApiKey(key);
  client.setDefaultRequest('baseUrl', baseUrl);
  return client;
}

/** Creates the official client that sends messages. */
export function sendgridMail(baseUrl: string, key: string): MailService {
  const service = new Service();
  service.setClient(sendgridClient(baseUrl, key));
  return service;
}
