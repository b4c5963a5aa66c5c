import { Refusal } from '../base/refusal.ts';
import { route, type Route } from './route.ts';

/**
 * Returns the routes `/livez` (also `/healthz`) and `/readyz`. Every listener has these routes and answers them even
 * under overload.
 */
export function builtInRoutes(ready: () => Promise<boolean>): Route[] {
  const isReady = shareWhileInProgress(ready);
  return [
    // `/healthz` is an older name of `/livez`.
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
  ];
}

/** Lets concurrent requests share one database check, because the probes require no authentication. */
function shareWhileInProgress(ask: () => Promise<boolean>): () => Promise<boolean> {
  let inProgress: Promise<boolean> | undefined;
  return () => {
    inProgress ??= ask().finally(() => {
      inProgress = undefined;
    });
    return inProgress;
  };
}
