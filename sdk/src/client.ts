import { Groups } from './generated.ts';
import { maxRetriesOf, timeoutMsOf } from './limits.ts';
import { systemRuntime, type Runtime } from './runtime.ts';
import { Transport } from './transport.ts';

/** Default timeout. It is longer than the maximum time that the server waits for an email in the local inbox. */
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 3;

/** Options of a client. */
export interface ClientOptions {
  /** URL of the server, for example `https://mail.example.com`. It can include a path. */
  readonly baseUrl: string | URL;
  /**
   * API key, which `postrider key create` creates. Use keys only on servers, because anyone with a key can send on your
   * behalf.
   */
  readonly apiKey: string;
  /** Total time of a call in milliseconds, including retries and pauses. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries of a request, 0 to 10. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replacement for the global `fetch`, for example to use a proxy. */
  readonly fetch?: typeof fetch | undefined;
  /** Clock, timers, and random numbers, for tests. */
  readonly runtime?: Partial<Runtime> | undefined;
}

/**
 * A client for a Postrider server. Example: `client.emails.send({...})`. A client holds no connections, does not need
 * to be closed, and can be shared. The constructor throws TypeError for invalid options.
 */
export class Postrider extends Groups {
  constructor(options: ClientOptions) {
    super(
      new Transport({
        baseUrl: baseUrlOf(options.baseUrl),
        headers: { ...options.headers, authorization: `Bearer ${keyOf(options.apiKey)}` },
        timeoutMs: timeoutMsOf(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
        maxRetries: maxRetriesOf(options.maxRetries ?? DEFAULT_MAX_RETRIES),
        runtime: {
          ...systemRuntime,
          ...(options.fetch && { fetch: options.fetch }),
          ...options.runtime,
        },
      }),
    );
  }
}

function baseUrlOf(given: string | URL): string {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl must be the URL of the server, like https://mail.example.com, not "${given}".`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must not contain a user name, password, query or fragment.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function keyOf(given: string): string {
  if (typeof given !== 'string' || !/^[\x21-\x7e]+$/.test(given)) {
    throw new TypeError('apiKey must be an API key. Create one with `postrider key create`.');
  }
  return given;
}
