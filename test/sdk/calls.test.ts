import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, Items, Postrider, PostriderError, TimeoutError } from '../../sdk/src/index.ts';
import { errorOf } from '../../sdk/src/errors.ts';
import { factsOf } from '../../sdk/src/answer.ts';
import { readBytes } from '../../sdk/src/read-bytes.ts';
import { pauseBeforeRetryMs, retryAfterMsOf } from '../../sdk/src/retry.ts';
import { startWebhookReceiver, type Answering, type WebhookReceiver } from '../support/webhook-receiver.ts';

const TIMEOUT_MS = 60_000;
const MAIL = { from: 'mail@acme.example', to: ['ann@x.example'], subject: 'Hello', text: 'Hi' };
const ALERT = { tag: 'receipt', kind: 'silence', window_minutes: 60 } as const;

let peer: WebhookReceiver;
beforeEach(async () => {
  peer = await startWebhookReceiver();
});
afterEach(() => peer.close());

/**
 * A clock that tests control. Delays are recorded and end immediately, and only delays advance the clock. `comeDue`
 * triggers the request timeout.
 */
function byHand(timeoutMs = TIMEOUT_MS) {
  const pauses: number[] = [];
  let nowMs = 1_000;
  let deadline: () => void = () => {};
  let cancelled = 0;
  const runtime = {
    nowMs: () => nowMs,
    random: () => 0.5,
    after(delayMs: number, act: () => void) {
      if (delayMs === timeoutMs) {
        deadline = act;
        return () => void (cancelled += 1);
      }
      pauses.push(delayMs);
      nowMs += delayMs;
      act();
      return () => {};
    },
  };
  return { runtime, pauses, comeDue: () => deadline(), cancelled: () => cancelled };
}

function clientOf(clock: ReturnType<typeof byHand>, options: object = {}): Postrider {
  const baseUrl = new URL(peer.url).origin;
  return new Postrider({ baseUrl, apiKey: 'pr_key', runtime: clock.runtime, timeoutMs: TIMEOUT_MS, ...options });
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answering {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const accepted = json(202, { id: 'tm_1', status: 'queued' });
const problem = (status: number, name: string, headers: Record<string, string> = {}): Answering =>
  json(status, { status, name, message: 'No.', fix: 'Do.', link: '/docs/errors', request_id: 'r1' }, headers);
const hangUp: Answering = (response) => void response.destroy();

/** Sends the responses in order, and then repeats the last one. */
function answerInTurn(...answers: Answering[]): void {
  let index = 0;
  peer.answer((response, request) => {
    answers[Math.min(index, answers.length - 1)]?.(response, request);
    index += 1;
  });
}

describe('retries', () => {
  it.each([
    ['429', problem(429, 'rate_limit_exceeded')],
    ['503', problem(503, 'service_unavailable')],
    ['502 from a proxy', (response) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['504 from a proxy', (response) => void response.writeHead(504).end()],
    ['no response', hangUp],
    [
      'an incomplete response',
      (response) => void response.writeHead(202, { 'content-length': '99' }).write('{', () => response.destroy()),
    ],
    ['409 while the first request is in progress', problem(409, 'concurrent_idempotent_requests')],
  ] satisfies [string, Answering][])(
    'retries after %s with pauses that double and are half random',
    async (_, failing) => {
      const clock = byHand();
      answerInTurn(failing, failing, failing, accepted);
      const { data, response } = await clientOf(clock).emails.send(MAIL).withResponse();
      expect(data.id).toBe('tm_1');
      expect(response.attempts).toBe(4);
      expect(clock.pauses).toEqual([375, 750, 1_500]);
    },
  );

  it('waits as long as Retry-After requests, plus a random part', async () => {
    const clock = byHand();
    answerInTurn(problem(429, 'rate_limit_exceeded', { 'retry-after': '7' }), accepted);
    await clientOf(clock).emails.send(MAIL);
    expect(clock.pauses).toEqual([7_250]);
  });

  it('rejects with the last error after the maximum number of retries', async () => {
    const clock = byHand();
    peer.answer(problem(503, 'service_unavailable'));
    const failed = clientOf(clock, { maxRetries: 2 }).emails.get('tm_1');
    await expect(failed).rejects.toMatchObject({ name: 'service_unavailable', response: { attempts: 3 } });
    await expect(clientOf(clock).emails.get('tm_1', { maxRetries: 0 })).rejects.toBeInstanceOf(ApiError);
    expect(peer.requests).toHaveLength(4);
  });

  it('does not retry if the pause would exceed the deadline', async () => {
    const clock = byHand();
    peer.answer(problem(429, 'rate_limit_exceeded', { 'retry-after': '60' }));
    await expect(clientOf(clock).emails.get('tm_1')).rejects.toMatchObject({ status: 429 });
    expect(clock.pauses).toEqual([]);
  });

  it.each([
    ['a POST without an idempotency key', (client) => client.alerts.create(ALERT), problem(503, 'service_unavailable')],
    ['a POST whose response was lost', (client) => client.webhook.rotateSecret(), hangUp],
    ['a PATCH, whose response may contain a secret', (client) => client.webhook.update({}), hangUp],
    ['a server error', (client) => client.emails.get('a'), problem(500, 'internal_server_error')],
    ['a validation error', (client) => client.emails.send(MAIL), problem(422, 'validation_error')],
    ['a key with another body', (client) => client.emails.send(MAIL), problem(409, 'invalid_idempotent_request')],
    ['an exhausted daily quota', (client) => client.emails.send(MAIL), problem(429, 'daily_quota_exceeded')],
    ['an exhausted monthly quota', (client) => client.emails.get('a'), problem(429, 'monthly_quota_exceeded')],
  ] satisfies [string, (client: Postrider) => PromiseLike<unknown>, Answering][])(
    'does not retry after %s',
    async (_, call, failing) => {
      peer.answer(failing);
      await expect(call(clientOf(byHand()))).rejects.toBeInstanceOf(PostriderError);
      expect(peer.requests).toHaveLength(1);
    },
  );

  it('sends the same key and body with each attempt, and a new key with each call', async () => {
    answerInTurn(hangUp, problem(503, 'service_unavailable'), accepted);
    const client = clientOf(byHand());
    const { response } = await client.emails.send(MAIL).withResponse();
    await client.emails.send(MAIL);
    const keys = peer.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(response.idempotencyKey).toBe(keys[0]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(new Set(peer.requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('reports the error of fetch if there was no response', async () => {
    peer.answer(hangUp);
    const error = await clientOf(byHand())
      .usage.get()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: 'connection_error', cause: expect.any(Error) });
    expect(peer.requests).toHaveLength(4);
  });
});

describe('the pause before a retry', () => {
  const budget = { attempts: 1, maxRetries: 3, remainingMs: TIMEOUT_MS, random: 0 };

  it.each([
    [{}, {}, 250],
    [{}, { random: 0.999 }, 499.75],
    [{}, { attempts: 3 }, 1_000],
    [{}, { attempts: 4 }, undefined],
    [{}, { attempts: 9, maxRetries: 10 }, 4_000],
    [{}, { maxRetries: 0 }, undefined],
    [{}, { maxRetries: Number.NaN }, undefined],
    [{}, { remainingMs: 250 }, undefined],
    [{}, { remainingMs: 250.1 }, 250],
    [{ status: 429, retryAfterMs: 100 }, {}, 250],
    [{ status: 429, retryAfterMs: 1_000 }, {}, 1_000],
    [{ status: 429, retryAfterMs: 1_000 }, { random: 0.5 }, 1_250],
    [{ status: 503, retryAfterMs: 60_000 }, {}, undefined],
    [{ status: 400 }, {}, undefined],
    [{ status: 500 }, {}, undefined],
    [{ status: 409, name: 'concurrent_idempotent_requests' }, {}, 250],
    [{ status: 409, name: 'invalid_idempotent_request' }, {}, undefined],
    [{ status: 429, name: 'daily_quota_exceeded', retryAfterMs: 1 }, {}, undefined],
  ])('after %j with %j is %s ms', (failure, changes, pauseMs) => {
    expect(pauseBeforeRetryMs(failure, { ...budget, ...changes })).toBe(pauseMs);
  });

  it.each([
    ['0', undefined, 0],
    ['7', undefined, 7_000],
    [' 7 ', undefined, 7_000],
    ['999999999', undefined, 86_400_000],
    ['9'.repeat(40), undefined, undefined],
    ['-1', undefined, undefined],
    ['1.5', undefined, undefined],
    ['soon', undefined, undefined],
    ['', undefined, undefined],
    ['Sat, 21 Nov 2026 15:00:30 GMT', 'Sat, 21 Nov 2026 15:00:00 GMT', 30_000],
    ['Sat, 21 Nov 2026 14:00:00 GMT', 'Sat, 21 Nov 2026 15:00:00 GMT', 0],
    ['Sat, 21 Nov 2026 15:00:30 GMT', undefined, undefined],
  ])('is read from Retry-After: %j with Date %j', (value, date, ms) => {
    expect(retryAfterMsOf(new Headers({ 'retry-after': value, ...(date && { date }) }))).toBe(ms);
  });
});

describe('a call', () => {
  const hang: Answering = () => {};
  const asked = (count = 1) => expect.poll(() => peer.requests.length).toBe(count);

  it('ends at its deadline, including pauses and retries, with the error of the last attempt', async () => {
    const clock = byHand();
    answerInTurn(problem(503, 'service_unavailable'), hang);
    const failed = clientOf(clock)
      .emails.send(MAIL)
      .catch((caught: unknown) => caught);
    await asked(2);
    clock.comeDue();
    const error = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ name: 'timeout', cause: { name: 'service_unavailable' } });
  });

  it('ends at its deadline even if fetch ignores signals', async () => {
    const clock = byHand();
    const deaf: typeof fetch = () => new Promise(() => {});
    const failed = expect(clientOf(clock, { fetch: deaf }).usage.get()).rejects.toBeInstanceOf(TimeoutError);
    clock.comeDue();
    await failed;
  });

  it('closes the connection when its signal aborts, and rejects with the reason', async () => {
    let hungUp = false;
    peer.answer((response) => void response.on('close', () => (hungUp = true)));
    const ending = new AbortController();
    const reason = new Error('The page was left.');
    const failed = expect(clientOf(byHand()).usage.get({ signal: ending.signal })).rejects.toBe(reason);
    await asked();
    ending.abort(reason);
    await failed;
    await expect.poll(() => hungUp).toBe(true);
  });

  it('sends nothing if its signal has already aborted, for any reason', async () => {
    for (const reason of [new Error('Gone.'), 'gone', null]) {
      await expect(clientOf(byHand()).usage.get({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    }
    const failed = clientOf(byHand()).usage.get({ signal: AbortSignal.abort() });
    await expect(failed).rejects.toMatchObject({ name: 'AbortError' });
    expect(peer.requests).toEqual([]);
  });

  it('does not start if its signal has already aborted', async () => {
    let begun = 0;
    const counting: typeof fetch = (...given) => {
      begun += 1;
      return fetch(...given);
    };
    const failed = clientOf(byHand(), { fetch: counting }).usage.get({ signal: AbortSignal.abort() });
    await expect(failed).rejects.toMatchObject({ name: 'AbortError' });
    expect(begun).toBe(0);
  });

  it('cancels a response over 128 MiB and does not retry', async () => {
    let begun = 0;
    const chunk = new Uint8Array(16 * 1024 * 1024);
    const endless: typeof fetch = async () => {
      begun += 1;
      return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
    };
    const failed = clientOf(byHand(), { fetch: endless }).usage.get();
    await expect(failed).rejects.toMatchObject({
      name: 'unexpected_answer',
      message: expect.stringContaining('larger'),
    });
    expect(begun).toBe(1);
  });

  it('ends during a pause when its signal aborts', async () => {
    const ending = new AbortController();
    const clock = byHand();
    const runtime = {
      ...clock.runtime,
      after: (delayMs: number) => {
        if (delayMs !== TIMEOUT_MS) queueMicrotask(() => ending.abort(new Error('Enough.')));
        return () => {};
      },
    };
    peer.answer(problem(503, 'service_unavailable'));
    const failed = clientOf(clock, { runtime }).usage.get({ signal: ending.signal });
    await expect(failed).rejects.toThrow('Enough.');
    expect(peer.requests).toHaveLength(1);
  });

  it('removes all timers and listeners', async () => {
    const clock = byHand();
    const ending = new AbortController();
    const listeners: string[] = [];
    const signal = new Proxy(ending.signal, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'addEventListener') listeners.push('+');
        if (name === 'removeEventListener') listeners.push('-');
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    peer.answer(json(200, {}));
    await clientOf(clock).usage.get({ signal });
    expect(clock.cancelled()).toBe(1);
    expect(listeners.filter((each) => each === '+')).toHaveLength(listeners.filter((each) => each === '-').length);
  });

  it('reports a redirect and does not follow it with the key', async () => {
    const other = await startWebhookReceiver();
    for (const status of [301, 302, 307, 308]) {
      peer.answer((response) => void response.writeHead(status, { location: other.url }).end());
      const failed = clientOf(byHand()).emails.send(MAIL);
      await expect(failed).rejects.toThrow(`The server redirects to ${other.url}`);
    }
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it.each([
    ['a page from a proxy', (response) => void response.writeHead(404).end('<h1>Nobody here</h1>'), 'Nobody here', 404],
    ['a success that is not JSON', (response) => void response.writeHead(200).end('<h1>Hello</h1>'), 'not JSON', 200],
    ['an empty body', (response) => void response.writeHead(400).end(), 'returned 400', 400],
    ['JSON of another shape', json(418, { statusCode: 418 }), 'returned 418', 418],
  ] satisfies [string, Answering, string, number][])(
    'reports an error if the response is %s',
    async (_, answer, words, status) => {
      peer.answer(answer);
      const error = await clientOf(byHand())
        .emails.get('a')
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'unexpected_answer', status, message: expect.stringContaining(words) });
    },
  );

  it('sends the key, the given headers, and its parameters in the right places', async () => {
    peer.answer(json(200, { data: [], next: null, has_more: false, per_page: 2 }));
    const client = clientOf(byHand(), { headers: { 'x-team': 'shop' } });
    await client.emails.list(
      { per_page: 2, tag: 'a&b=c', created_after: new Date(0), to: undefined },
      { headers: { 'x-one': '1' } },
    );
    await client.emails.get('a/b?c#d%e ü');
    const [list, one] = peer.requests;
    expect(list?.path).toBe(
      '/transactional/emails?per_page=2&tag=a%26b%3Dc&created_after=1970-01-01T00%3A00%3A00.000Z',
    );
    expect(list?.headers).toMatchObject({ authorization: 'Bearer pr_key', 'x-team': 'shop', 'x-one': '1' });
    expect(list?.headers['content-type']).toBeUndefined();
    expect(one?.path).toBe('/transactional/emails/a%2Fb%3Fc%23d%25e%20%C3%BC');
  });

  it('replaces headers case-insensitively with its own', async () => {
    peer.answer(json(200, {}));
    const headers = { Authorization: 'Bearer pr_other', ACCEPT: 'text/plain', 'X-Team': 'toys' };
    await clientOf(byHand(), { headers: { 'x-team': 'shop' } }).usage.get({ headers });
    const { authorization, accept, 'x-team': team } = peer.requests[0]?.headers ?? {};
    expect([authorization, accept, team]).toEqual(['Bearer pr_other', 'text/plain', 'toys']);
  });

  it.each(['', '.', '..'])(
    'rejects the path parameter %j, which would change the path, and sends nothing',
    async (id) => {
      await expect(clientOf(byHand()).emails.get(id)).rejects.toBeInstanceOf(TypeError);
      expect(peer.requests).toEqual([]);
    },
  );

  it.each([
    ['an invalid header', { headers: { 'x-one': 'a\nb' } }],
    ['NaN retries', { maxRetries: Number.NaN }],
    ['more retries than ten', { maxRetries: 11 }],
    ['a timeout of zero', { timeoutMs: 0 }],
    ['a timeout over the maximum of timers', { timeoutMs: 2 ** 31 }],
  ])('throws TypeError for %s', async (_, options) => {
    await expect(clientOf(byHand()).usage.get(options)).rejects.toBeInstanceOf(TypeError);
    expect(peer.requests).toEqual([]);
  });

  it('causes a single rejection, however it is handled', async () => {
    peer.answer(problem(404, 'not_found'));
    const client = clientOf(byHand());
    await expect(client.emails.get('a').withResponse()).rejects.toBeInstanceOf(ApiError);
    let ended = 0;
    await expect(client.emails.get('a').finally(() => (ended += 1))).rejects.toBeInstanceOf(ApiError);
    expect(await client.emails.get('a').then(undefined, () => 'caught')).toBe('caught');
    expect(ended).toBe(1);
  });
});

describe('a response', () => {
  const bodyOf = (...sizes: number[]) =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const size of sizes) controller.enqueue(new Uint8Array(size));
          controller.close();
        },
      }),
    );

  it('is read up to the limit and rejected above it', async () => {
    expect((await readBytes(bodyOf(4, 3, 3), 10)).byteLength).toBe(10);
    await expect(readBytes(bodyOf(4, 3, 4), 10)).rejects.toThrow('larger than 10 bytes');
    expect((await readBytes(new Response(null), 10)).byteLength).toBe(0);
  });

  it('with an error status is an error with any body', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
        const facts = factsOf({ status, headers: new Headers() }, { attempts: 1, idempotencyKey: undefined });
        const error = errorOf(body, facts);
        expect(error).toBeInstanceOf(ApiError);
        expect([typeof error.name, typeof error.message, typeof error.fix]).toEqual(['string', 'string', 'string']);
        expect(error.errors).toBeTypeOf('object');
      }),
    );
  });

  it('keeps only field errors that are arrays of strings', () => {
    const facts = factsOf({ status: 422, headers: new Headers() }, { attempts: 1, idempotencyKey: undefined });
    const errors = { to: ['must be a list.', 7], from: 'no list', __proto__: ['x'] };
    const error = errorOf(JSON.stringify({ name: 'validation_error', message: 'No.', errors }), facts);
    expect(error.errors).toEqual({ to: ['must be a list.'] });
  });

  it('contains quotas and rate limits only if they are numbers', () => {
    const headers = new Headers({
      'x-service-monthly-quota-remaining': '12',
      'ratelimit-remaining': 'many',
      'idempotent-replayed': 'no',
    });
    const facts = factsOf({ status: 200, headers }, { attempts: 1, idempotencyKey: undefined });
    expect(facts).toMatchObject({ monthlyQuotaRemaining: 12, dailyQuotaRemaining: undefined, isReplayed: false });
    expect(facts.rate).toEqual({ limit: undefined, remaining: undefined, resetSeconds: undefined });
  });
});

describe('pages', () => {
  it('end with an error if a page names itself as the next one', async () => {
    let reads = 0;
    const items = new Items({
      read: async () => ({ data: [(reads += 1)] }),
      itemsOf: ({ data }) => data,
      nextOf: () => 'same',
    });
    await expect(items.take(100)).rejects.toThrow('refers to itself');
    expect(reads).toBe(2);
  });

  it('can be empty without being the last', async () => {
    const pages = [[1], [], [2, 3]];
    let at = 0;
    const items = new Items({
      read: async (after) => pages[(at = after === undefined ? 0 : Number(after))] ?? [],
      itemsOf: (page) => page,
      nextOf: () => (at + 1 < pages.length ? at + 1 : null),
    });
    expect(await items.take(100)).toEqual([1, 2, 3]);
    expect(await items.take(2)).toEqual([1, 2]);
    expect(await items.take(0)).toEqual([]);
  });

  it('are only loaded as far as they are consumed', async () => {
    peer.answer(json(200, { data: [{ id: 'a' }], next: 'a', has_more: true, per_page: 1 }));
    for await (const _ of clientOf(byHand()).emails.listAll()) break;
    expect(peer.requests).toHaveLength(1);
  });
});

describe('a client', () => {
  it.each([
    ['a base URL without a scheme', { baseUrl: 'mail.example.com' }],
    ['a base URL with another scheme', { baseUrl: 'ftp://mail.example.com' }],
    ['a password in the base URL', { baseUrl: 'https://a:b@mail.example.com' }],
    ['a query in the base URL', { baseUrl: 'https://mail.example.com/?a=1' }],
    ['no key', { apiKey: '' }],
    ['a key with a line break', { apiKey: 'pr_a\r\nb' }],
    ['a key with a character that headers do not allow', { apiKey: 'pr_ü' }],
    ['a timeout of 0', { timeoutMs: 0 }],
    ['half a retry', { maxRetries: 0.5 }],
    ['eleven retries', { maxRetries: 11 }],
  ])('cannot be created with %s', (_, options) => {
    expect(() => new Postrider({ baseUrl: 'https://mail.example.com', apiKey: 'pr_key', ...options })).toThrow(
      TypeError,
    );
  });

  it.each(['/', '/mail', '/mail/'])('keeps the path of its base URL: %j', async (path) => {
    peer.answer(json(200, {}));
    await clientOf(byHand(), { baseUrl: new URL(path, peer.url) }).usage.get();
    expect(peer.requests[0]?.path).toBe(`${path.replace(/\/$/, '')}/transactional/usage`);
  });
});
