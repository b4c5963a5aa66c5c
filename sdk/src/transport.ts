import { Call, factsOf, type Answered } from './answer.ts';
import { ApiError, ConnectionError, errorOf, PostriderError, TimeoutError, unexpectedAnswer } from './errors.ts';
import { maxRetriesOf, timeoutMsOf } from './limits.ts';
import { readBytes } from './read-bytes.ts';
import { bodyOf, mayRepeat, urlOf, type Given, type Operation } from './request.ts';
import { pauseBeforeRetryMs, retryAfterMsOf, type Failure } from './retry.ts';
import { newIdempotencyKey, untilAborted, wait, type Runtime } from './runtime.ts';
import { withProgress, type UploadProgress } from './upload-progress.ts';

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout for the whole call in milliseconds, including retries and the delays between them. The default is the
   * client's timeout.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries. The default is the client's setting. */
  readonly maxRetries?: number | undefined;
  /**
   * Identifies this request for 24 hours. If an operation supports idempotency keys, the default is the
   * `idempotency_key` in the body, or a new key.
   */
  readonly idempotencyKey?: string | undefined;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with the number of bytes sent so far while text, bytes, or a file is uploaded. */
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Settings shared by all calls of a client. */
export interface TransportSettings {
  /** Base URL without a trailing slash. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly runtime: Runtime;
}

/** State of a call, from the first to the last attempt. */
interface Going {
  readonly operation: Operation;
  readonly url: string;
  readonly init: RequestInit;
  readonly idempotencyKey: string | undefined;
  readonly maxRetries: number;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly met: Met;
  readonly onUploadProgress: CallOptions['onUploadProgress'];
}

/** Holds the error of the last attempt that is retried. It becomes the `cause` of a TimeoutError. */
interface Met {
  last: unknown;
}

/** Sends calls. Applies deadlines, retries requests, and converts failures to errors. */
export class Transport {
  readonly #settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.#settings = settings;
  }

  /** Starts a call. The result has the type that the OpenAPI document declares, but the response is not validated. */
  call<T>(operation: Operation, given: Given, options: CallOptions = {}): Call<T> {
    // Safe cast: the generated code passes the type that the OpenAPI document declares.
    return new Call(this.#within(operation, given, options) as Promise<Answered<T>>);
  }

  async #within(operation: Operation, given: Given, options: CallOptions): Promise<Answered<unknown>> {
    const { runtime } = this.#settings;
    const timeoutMs = timeoutMsOf(options.timeoutMs ?? this.#settings.timeoutMs);
    const met: Met = { last: undefined };
    const ending = new AbortController();
    const passOn = (): void => ending.abort(options.signal?.reason);
    if (options.signal?.aborted) passOn();
    options.signal?.addEventListener('abort', passOn, { once: true });
    const cancel = runtime.after(timeoutMs, () => ending.abort(new TimeoutError(timeoutMs, met.last)));
    try {
      return await this.#attempts({
        operation,
        url: urlOf(this.#settings.baseUrl, operation, given),
        ...this.#requestOf(operation, given, options),
        maxRetries: maxRetriesOf(options.maxRetries ?? this.#settings.maxRetries),
        deadlineMs: runtime.nowMs() + timeoutMs,
        signal: ending.signal,
        met,
        onUploadProgress: options.onUploadProgress,
      });
    } finally {
      cancel();
      options.signal?.removeEventListener('abort', passOn);
    }
  }

  #requestOf(operation: Operation, given: Given, options: CallOptions): Pick<Going, 'init' | 'idempotencyKey'> {
    const idempotencyKey =
      options.idempotencyKey ??
      (operation.takesIdempotencyKey ? (keyInBody(given.body) ?? newIdempotencyKey()) : undefined);
    const { body, type } = bodyOf(operation, given.body);
    const headers = headersOf(
      { accept: operation.answer === 'json' ? 'application/json' : '*/*' },
      this.#settings.headers,
      type === undefined ? {} : { 'content-type': type },
      idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      options.headers ?? {},
    );
    // Redirects are reported instead of followed, because a redirect can drop the key at another host and change a POST
    // to a GET.
    const init: RequestInit = { method: operation.method, headers, redirect: 'manual' };
    if (body !== undefined) init.body = body;
    return { init, idempotencyKey: operation.takesIdempotencyKey ? idempotencyKey : undefined };
  }

  async #attempts(going: Going): Promise<Answered<unknown>> {
    const { runtime } = this.#settings;
    const repeatable = mayRepeat(going.operation, going.idempotencyKey);
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.#attempt(going, attempts);
      } catch (error) {
        const failure = repeatable ? failureOf(error) : undefined;
        const remainingMs = going.deadlineMs - runtime.nowMs();
        const budget = { attempts, maxRetries: going.maxRetries, remainingMs, random: runtime.random() };
        const pauseMs = failure && pauseBeforeRetryMs(failure, budget);
        if (pauseMs === undefined) throw error;
        going.met.last = error;
        await wait(runtime, pauseMs, going.signal);
      }
    }
  }

  async #attempt(going: Going, attempts: number): Promise<Answered<unknown>> {
    const { operation, idempotencyKey } = going;
    const { answer, bytes } = await this.#exchange(going);
    const response = factsOf(answer, { attempts, idempotencyKey });
    if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) {
      const target = answer.headers.get('location') ?? 'another address';
      throw unexpectedAnswer(`The server redirects to ${target}. Set it as \`baseUrl\`.`, response);
    }
    if (!answer.ok) throw errorOf(new TextDecoder().decode(bytes), response);
    return { data: dataOf(operation, bytes, (why) => unexpectedAnswer(why, response)), response };
  }

  /**
   * Sends the request and reads the whole response. Rejects with ConnectionError, with PostriderError if the response
   * is too large, or with the reason of the signal.
   */
  async #exchange({ url, init, signal, onUploadProgress }: Going): Promise<{ answer: Response; bytes: Uint8Array }> {
    const exchange = async (): Promise<{ answer: Response; bytes: Uint8Array }> => {
      const request = onUploadProgress ? withProgress(init, onUploadProgress) : { init, sent: () => {} };
      const answer = await this.#settings.runtime.fetch(url, { ...request.init, signal });
      request.sent();
      return { answer, bytes: await readBytes(answer) };
    };
    try {
      signal.throwIfAborted();
      // A custom fetch may ignore the signal.
      return await untilAborted(exchange(), signal);
    } catch (error) {
      if (signal.aborted || error instanceof PostriderError) throw error;
      throw new ConnectionError(`No response from ${new URL(url).origin}: ${wordsOf(error)}`, { cause: error });
    }
  }
}

/** Returns the idempotency key in the body of a send request. It must match the header. */
function keyInBody(body: unknown): string | undefined {
  const key = typeof body === 'object' && body !== null && 'idempotency_key' in body ? body.idempotency_key : undefined;
  return typeof key === 'string' ? key : undefined;
}

/**
 * Merges headers case-insensitively. Later headers replace earlier headers. Throws TypeError for an invalid header,
 * because an invalid header is a mistake by the caller and not a network failure.
 */
function headersOf(...parts: readonly Readonly<Record<string, string>>[]): Headers {
  const headers = new Headers();
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) headers.set(name, value);
  }
  return headers;
}

/**
 * Returns the failure for the retry decision, or undefined if the error was not caused by the network or the server.
 */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ConnectionError) return {};
  if (!(error instanceof ApiError)) return undefined;
  return { status: error.status, name: error.name, retryAfterMs: retryAfterMsOf(error.response.headers) };
}

function dataOf({ answer }: Operation, bytes: Uint8Array, unexpected: (why: string) => ApiError): unknown {
  if (answer === 'nothing') return undefined;
  if (answer === 'bytes') return bytes;
  const text = new TextDecoder().decode(bytes);
  if (answer === 'text') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected('The response is not JSON.');
  }
}

/** Returns the error message followed by the message of its cause, because `fetch failed` alone is not helpful. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
