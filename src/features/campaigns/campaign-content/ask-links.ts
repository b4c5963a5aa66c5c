import type { Clock } from '../../../base/clock.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { OutgoingClient } from '../../../http/outgoing/client.ts';
import type { LinkResult } from '../../../mail/checks/links.ts';
import { MAX_ASKED } from './limits.ts';

/** For one address; whoever reads the mail would not wait longer. */
const ONE_MS = 5_000;
/** For all of them together. */
const ALL_MS = 15_000;
/** With less left, the answer would say more of us than of the address. */
const LEAST_MS = 1_000;
const AT_ONCE = 8;
/** What an address answered is not asked again for so long, so that nobody is pestered through us. */
const KEPT_MS = 5 * 60_000;
/** Statuses that say that there is nothing: others refuse programs, or want somebody to sign in. */
const GONE = new Set([404, 410, 451]);
const HEADERS = { 'user-agent': 'Postrider link check', accept: '*/*' };

/** Asks addresses of links whether they answer. Never rejects, takes 15 s at most, and asks 50 of them at most. */
export type AskLinks = (urls: readonly string[]) => Promise<readonly LinkResult[]>;

/** Asks with a client that reaches nothing but the public internet. Redirects are answers. */
export function createLinkAsker({
  clock,
  client,
}: {
  readonly clock: Clock;
  readonly client: Pick<OutgoingClient, 'get'>;
}): AskLinks {
  const known = createShortCache<LinkResult>(clock, KEPT_MS);
  return async (urls) => {
    // Plain http is warned of as such, and this server does not speak it to others.
    const asked = [...new Set(urls)].filter((url) => /^https:/i.test(url)).slice(0, MAX_ASKED);
    const endsAtMs = performance.now() + ALL_MS;
    const results: LinkResult[] = [];
    const waiting = asked.values();
    const askOn = async (): Promise<void> => {
      for (const url of waiting) {
        const leftMs = Math.min(ONE_MS, endsAtMs - performance.now());
        if (leftMs < LEAST_MS) return;
        results.push(await known.get(url, async () => ask(client, url, Math.ceil(leftMs))));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askOn));
    return results.toSorted((a, b) => asked.indexOf(a.url) - asked.indexOf(b.url));
  };
}

async function ask(client: Pick<OutgoingClient, 'get'>, url: string, deadlineMs: number): Promise<LinkResult> {
  const answer = await client.get(url, { headers: HEADERS, deadlineMs, maxAnswerBytes: 0 });
  if (answer.kind === 'failed') return { url, fault: answer.reason };
  const isGone = GONE.has(answer.status) || answer.status >= 500;
  return { url, fault: isGone ? `returned status ${answer.status}` : undefined };
}
