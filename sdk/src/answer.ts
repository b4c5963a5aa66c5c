/** What came with an answer, beside its body. */
export interface AnswerFacts {
  readonly status: number;
  readonly headers: Headers;
  /** As the server's log has it. */
  readonly requestId: string | undefined;
  /** E-mails that the plan has left this month; `Number.MAX_SAFE_INTEGER` stands for no limit. */
  readonly monthlyQuotaRemaining: number | undefined;
  /** E-mails that the plan has left today; undefined where a plan has no daily limit. */
  readonly dailyQuotaRemaining: number | undefined;
  /** Requests that the key has left, where the server says so. */
  readonly rate: {
    readonly limit: number | undefined;
    readonly remaining: number | undefined;
    readonly resetSeconds: number | undefined;
  };
  /** The answer is that to an earlier request with the same idempotency key; nothing was done again. */
  readonly isReplayed: boolean;
  /** The idempotency key that was sent: yours, or the one that the client made. */
  readonly idempotencyKey: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** A result with what came along. */
export interface Answered<T> {
  readonly data: T;
  readonly response: AnswerFacts;
}

/** Reads the facts from an answer's headers; what is missing or no number is undefined. */
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

/** A call under way: await it for the result alone, or `withResponse()` for the result with headers and quotas. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answered: Promise<Answered<T>>;

  constructor(answered: Promise<Answered<T>>) {
    this.#answered = answered;
  }

  /** The result with the facts of its answer. */
  withResponse(): Promise<Answered<T>> {
    return this.#answered;
  }

  // It is a promise in all but its second view. The result is taken from the answer only when asked for: a promise made
  // before would be an unhandled rejection beside the one that `withResponse` gives.
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
