import { Groups } from './generated.ts';
import { maxRetriesOf, timeoutMsOf } from './limits.ts';
import { systemRuntime, type Runtime } from './runtime.ts';
import { Transport } from './transport.ts';

/** Above what the server itself lets a request wait (55 s for a mail in the local inbox). */
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 3;

/** How a client is made. */
export interface ClientOptions {
  /** Where the server is: `https://mail.example.com`, with a path where it stands behind one. */
  readonly baseUrl: string | URL;
  /** `postrider key create` makes one. Keys belong on servers: whoever has one can send in your name. */
  readonly apiKey: string;
  /** Total time of a call in milliseconds, retries and pauses included. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** How often at most a request is sent again, 0 to 10. Default 3. */
  readonly maxRetries?: number | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the engine's own, for example to go through a proxy. */
  readonly fetch?: typeof fetch | undefined;
  /** Clock, timers and chance; for tests. */
  readonly runtime?: Partial<Runtime> | undefined;
}

/**
 * A client of a Postrider server: `client.emails.send({...})`. Holds no connections of its own and nothing to close, and
 * may be shared. Throws TypeError for options that cannot be right.
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
