/** Metadata of a response. */
export interface AnswerFacts {
  readonly status: number;
  readonly headers: Headers;
  /** ID of the request in the server's log. */
  readonly requestId: string | undefined;
  /**
   * Number of emails that the plan still allows this month. `Number.MAX_SAFE_INTEGER` means no limit. Undefined if the
   * response does not report it.
   */
  readonly monthlyQuotaRemaining: number | undefined;
  /**
   * Number of emails that the plan still allows today. Undefined if the plan has no daily limit or the response does not
   * report it.
   */
  readonly dailyQuotaRemaining: number | undefined;
  /** Rate limit of the key, if the server reports it. */
  readonly rate: {
    readonly limit: number | undefined;
    readonly remaining: number | undefined;
    readonly resetSeconds: number | undefined;
  };
  /**
   * Whether this is the stored response to an earlier request with the same idempotency key. If true, nothing was
   * executed again.
   */
  readonly isReplayed: boolean;
  /** The idempotency key that was sent, whether you or the client created it. */
  readonly idempotencyKey: string | undefined;
  /** Number of times the request was sent. */
  readonly attempts: number;
}

/** A result with the metadata of its response. */
export interface Answered<T> {
  readonly data: T;
  readonly response: AnswerFacts;
}

/**
 * Reads the metadata from a response's headers. Numeric properties are undefined if the header is missing or not a
 * number.
 */
export function factsOf(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  sent: { readonly attempts: number; readonly idempotencyKey: string | undefined },
): AnswerFacts {
  const number = (name: string): number | undefined => {
    const text = headers.get(name) ?? '';
    return /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  };
  return {
    status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    monthlyQuotaRemaining: number('x-service-monthly-quota-remaining'),
    dailyQuotaRemaining: number('x-service-daily-quota-remaining'),
    rate: {
      limit: number('ratelimit-limit'),
      remaining: number('ratelimit-remaining'),
      resetSeconds: number('ratelimit-reset'),
    },
    isReplayed: headers.get('idempotent-replayed') === 'true',
    idempotencyKey: sent.idempotencyKey,
    attempts: sent.attempts,
  };
}

/**
 * A call in progress. Await the call to get only the result, or use `withResponse()` to get the result with headers and
 * quotas.
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answered: Promise<Answered<T>>;

  constructor(answered: Promise<Answered<T>>) {
    this.#answered = answered;
  }

  /** Returns the result with the metadata of its response. */
  withResponse(): Promise<Answered<T>> {
    return this.#answered;
  }

  // The result is derived from the response only when `then` is called. A promise that was created earlier would cause
  // a second unhandled rejection in addition to the one from `withResponse()`.
  // oxlint-disable-next-line unicorn/no-thenable
  then<Result = T, Caught = never>(
    onResult?: ((value: T) => Result | PromiseLike<Result>) | null,
    onError?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    return this.#answered.then(({ data }) => data).then(onResult, onError);
  }

  catch<Caught = never>(onError?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null): Promise<T | Caught> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then((data) => data).finally(onEnd);
  }
}
