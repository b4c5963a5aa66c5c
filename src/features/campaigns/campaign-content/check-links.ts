import type { Clock } from '../../../base/clock.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { OutgoingClient } from '../../../http/outgoing/client.ts';
import type { LinkResult } from '../../../mail/checks/links.ts';
import { MAX_ASKED } from './limits.ts';

/** Timeout per URL, in milliseconds. */
const ONE_MS = 5_000;
/** Timeout for all URLs together, in milliseconds. */
const ALL_MS = 15_000;
/**
 * Minimum remaining time to start a request, in milliseconds. With less time, a timeout would not show that the server
 * is slow.
 */
const MIN_MS = 1_000;
const AT_ONCE = 8;
/**
 * How long the result for a URL is cached, in milliseconds, so that repeated checks do not flood servers with requests.
 */
const KEPT_MS = 5 * 60_000;
/**
 * Status codes of missing pages. Other 4xx codes are ignored, because servers also use them to block bots or to require
 * a login.
 */
const GONE = new Set([404, 410, 451]);
const HEADERS = { 'user-agent': 'Postrider link check', accept: '*/*' };

/** Checks whether links respond. Never rejects, takes at most 15 s, and requests at most 50 URLs. */
export type CheckLinks = (urls: readonly string[]) => Promise<readonly LinkResult[]>;

/** Creates a link checker. Redirects count as responses and are not followed. */
export function createLinkAsker({
  clock,
  client,
}: {
  readonly clock: Clock;
  readonly client: Pick<OutgoingClient, 'get'>;
}): CheckLinks {
  const known = createShortCache<LinkResult>(clock, KEPT_MS);
  return async (urls) => {
    // Skip plain HTTP links, for which campaign checks report a separate finding.
    const asked = [...new Set(urls)].filter((url) => /^https:/i.test(url)).slice(0, MAX_ASKED);
    const endsAtMs = performance.now() + ALL_MS;
    const results: LinkResult[] = [];
    const waiting = asked.values();
    const checkNext = async (): Promise<void> => {
      for (const url of waiting) {
        const leftMs = Math.min(ONE_MS, endsAtMs - performance.now());
        if (leftMs < MIN_MS) return;
        results.push(await known.get(url, async () => ask(client, url, Math.ceil(leftMs))));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
    return results.toSorted((a, b) => asked.indexOf(a.url) - asked.indexOf(b.url));
  };
}

async function ask(client: Pick<OutgoingClient, 'get'>, url: string, deadlineMs: number): Promise<LinkResult> {
  const answer = await client.get(url, { headers: HEADERS, deadlineMs, maxAnswerBytes: 0 });
  if (answer.kind === 'failed') return { url, fault: answer.reason };
  const isGone = GONE.has(answer.status) || answer.status >= 500;
  return { url, fault: isGone ? `returned status ${answer.status}` : undefined };
}
