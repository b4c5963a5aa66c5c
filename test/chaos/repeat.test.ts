// Place in a run: slow.
import { expect, it } from 'vitest';
import { untilTrue } from './load.ts';
import { kill9, prepareServer, type Server } from './server.ts';

const MINUTES_MS = 60_000;
const CALLERS = 12;
const BETWEEN_KILLS_MS = 900;

/** Response to the first request with an idempotency key. A client must never get a different response for this key. */
interface Reported {
  readonly ids: readonly string[];
}

/** Repeats a request until there is a 202 response. Like any client, retries if the server is unavailable or busy. */
async function untilAccepted(server: Server, path: string, key: string, body: unknown): Promise<Reported> {
  for (;;) {
    try {
      const response = await fetch(`${server.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status === 202) return { ids: [...text.matchAll(/tm_[0-9a-f]{32}/g)].map(([id]) => id) };
      if (response.status !== 503 && response.status !== 409) throw new Error(`Answered ${response.status}: ${text}`);
    } catch (error) {
      // The connection broke when the process was killed. The idempotency key makes it safe to retry the request.
      if (!(error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns the IDs of all messages that the API lists for the account. */
async function allMessages(server: Server): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const response = await fetch(`${server.baseUrl}/transactional/emails?per_page=100${cursor}`, {
      headers: { authorization: `Bearer ${server.key}` },
    });
    const page = (await response.json()) as { data: { id: string }[]; next: string | null };
    ids.push(...page.data.map(({ id }) => id));
    if (page.next === null) return ids;
    cursor = `&after=${page.next}`;
  }
}

it(
  'stores each message exactly once for a client that repeats its idempotency keys while API and database are killed',
  { timeout: 3 * MINUTES_MS },
  async () => {
    const server = await prepareServer({ environment: { POSTRIDER_WORKERS: '1', POSTRIDER_INBOX_PORT: '0' } });
    await server.start();
    try {
      const reported = new Map<string, Reported>();
      const mail = {
        from: 'onboarding@sandbox.localhost',
        to: ['delivered@sandbox.localhost'],
        subject: 'S',
        text: 'T',
      };
      let sending = true;
      let number = 0;
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        while (sending) {
          number += 1;
          const key = `key-${number}`;
          const isBatch = caller % 3 === 0;
          const path = `/transactional/emails${isBatch ? '/batch' : ''}`;
          const body = isBatch ? { emails: [mail, { ...mail, idempotency_key: `${key}-item` }, mail] } : mail;
          const first = await untilAccepted(server, path, key, body);
          expect(first.ids).toHaveLength(isBatch ? 3 : 1);
          reported.set(key, first);
          if (number % 7 === 0) expect(await untilAccepted(server, path, key, body)).toEqual(first);
        }
      });
      for (const kill of ['main', 'database', 'main', 'database', 'main'] as const) {
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_KILLS_MS));
        await kill9(kill === 'main' ? server.mainPid() : server.databasePid());
        if (kill === 'main') await server.start();
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_KILLS_MS));
      await untilTrue(() => reported.size > 100);
      sending = false;
      await Promise.all(callers);

      const ids = [...reported.values()].flatMap((answer) => answer.ids);
      const stored = await allMessages(server);
      console.log(
        `5 kills, ${reported.size} requests with keys, ${ids.length} messages accepted, ${stored.length} stored`,
      );
      expect(reported.size).toBeGreaterThan(100);
      expect(new Set(ids).size).toBe(ids.length);
      // No message is missing, and no key has created two messages.
      expect(stored.toSorted()).toEqual(ids.toSorted());
    } finally {
      await server.stop();
      server.remove();
    }
  },
);
