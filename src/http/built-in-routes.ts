import { Refusal } from '../base/refusal.ts';
import { ERRORS_PAGE_POLICY, renderErrorsHtml } from './errors-page.ts';
import { route, type Route } from './route.ts';

/** Routes of every listener. */
export interface BuiltInRoutes {
  /** Answered at any load, because an overloaded process is alive. */
  readonly probes: readonly Route[];
  readonly pages: readonly Route[];
}

/** Returns the routes `/livez` (also `/healthz`) and `/readyz`, and the page that error links point to. */
export function builtInRoutes(ready: () => Promise<boolean>): BuiltInRoutes {
  const isReady = shareWhileInProgress(ready);
  const page = renderErrorsHtml();
  return {
    probes: [
      // `/healthz` is the older name, which many probes still use.
      ...['/livez', '/healthz'].map((path) =>
        route({
          method: 'GET',
          path,
          summary: 'Check liveness',
          scope: undefined,
          handle: () => Promise.resolve({ status: 200, body: { status: 'alive' } }),
        }),
      ),
      route({
        method: 'GET',
        path: '/readyz',
        summary: 'Check readiness',
        scope: undefined,
        handle: async () => {
          if (!(await isReady())) {
            throw new Refusal('service_unavailable', {
              message: 'The service is not ready: its database does not respond or is out of disk space.',
            });
          }
          return { status: 200, body: { status: 'ready' } };
        },
      }),
    ],
    pages: [
      route({
        method: 'GET',
        path: '/docs/errors',
        summary: 'List API errors',
        scope: undefined,
        handle: () =>
          Promise.resolve({
            status: 200,
            body: page,
            headers: {
              'content-type': 'text/html; charset=utf-8',
              'content-security-policy': ERRORS_PAGE_POLICY,
              'cache-control': 'public, max-age=300',
            },
          }),
      }),
    ],
  };
}

/** Shares one database check among concurrent calls, because anyone can request readiness. */
function shareWhileInProgress(ask: () => Promise<boolean>): () => Promise<boolean> {
  let inProgress: Promise<boolean> | undefined;
  return () => {
    inProgress ??= ask().finally(() => {
      inProgress = undefined;
    });
    return inProgress;
  };
}
