import { createHttpServer } from '../../http/server.ts';
import { Refusal } from '../../base/refusal.ts';
import { explainListenFailure } from '../listening.ts';
import type { Installation } from '../installation.ts';
import { metricsRoute } from './page.ts';

const CLOSE_GRACE_MS = 1_000;

/** A running listener for monitoring. */
export interface MonitorListener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts a separate listener for probes and `/metrics`. Throws StartupError if it cannot listen on the configured
 * address.
 */
export async function startMonitorListener(
  { config, isReady, log }: Installation,
  port: number,
  page: () => Promise<string>,
): Promise<MonitorListener> {
  const server = createHttpServer({
    routes: [],
    probes: [metricsRoute(config.metricsToken, page)],
    authenticate: () => Promise.reject(new Refusal('invalid_api_key')),
    log,
    baseUrl: () => '',
    ready: isReady,
  });
  try {
    const listening = await server.listen(config.metricsHost, port);
    log.info('Metrics listener ready', { host: config.metricsHost, port: listening.port });
    return { port: listening.port, close: () => server.close(CLOSE_GRACE_MS) };
  } catch (error) {
    throw explainListenFailure(error, config.metricsHost, port, 'POSTRIDER_METRICS_PORT');
  }
}
