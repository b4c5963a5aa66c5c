import { request } from 'node:http';
import type { TestApp } from './app.ts';

/** The response to a request whose body and headers were sent exactly as given. */
export interface RawAnswer {
  readonly status: number;
  readonly type: string;
  // The type is `any`, because tests read bodies of any shape and check them with expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Sends a request with a token, these headers, and exactly this body, as a handwritten client does. */
export function sendRaw(
  app: TestApp,
  token: string,
  asked: {
    readonly method: string;
    /** Request target of the request line: the path and the query. */
    readonly path: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: '*/*', ...asked.headers };
    const sent = request(`${app.api.baseUrl}${asked.path}`, { method: asked.method, headers });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => {
        const type = answer.headers['content-type'] ?? '';
        resolve({ status: answer.statusCode ?? 0, type, body: JSON.parse(text) });
      });
    });
    sent.end(asked.body);
  });
}
