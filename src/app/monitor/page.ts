import { createHash, timingSafeEqual } from 'node:crypto';
import { METRICS_TYPE, writeMetrics, type ProcessFamilies } from '../../base/metrics-text.ts';
import { Refusal } from '../../base/refusal.ts';
import { route, type Route } from '../../http/route.ts';
import type { Monitor } from './monitor.ts';

/** Label for the main process, as opposed to the processes that it forks. */
const MAIN = 'main';

/** Creates a function that returns the metrics page of this process and its forked processes. */
export function createMetricsPage(
  monitor: Monitor,
  forked: () => Promise<readonly ProcessFamilies[]>,
): () => Promise<string> {
  return async () => {
    const [families, others] = await Promise.all([monitor.families(), forked()]);
    return writeMetrics([{ process: MAIN, families }, ...others]);
  };
}

/** Returns the route `GET /metrics`. Requires the token if one is configured, and is otherwise public. */
export function metricsRoute(token: string | undefined, page: () => Promise<string>): Route {
  return route({
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics in Prometheus format',
    scope: undefined,
    async handle({ headers }) {
      if (token !== undefined) requireToken(token, headers.authorization);
      return { status: 200, body: await page(), headers: { 'content-type': METRICS_TYPE } };
    },
  });
}

function requireToken(token: string, authorization: string | undefined): void {
  const fix = 'Send the value of POSTRIDER_METRICS_TOKEN as `Authorization: Bearer <TOKEN>`.';
  if (authorization === undefined) throw new Refusal('missing_api_key', { message: 'The request has no token.', fix });
  const given = authorization.replace(/^Bearer +/i, '');
  // Compare digests instead of tokens: digests have equal lengths, so the duration of the comparison does not reveal
  // the length of the token.
  if (!timingSafeEqual(digest(given), digest(token))) {
    throw new Refusal('invalid_api_key', { message: 'The metrics token is invalid.', fix });
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
