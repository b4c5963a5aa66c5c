import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range that systems use for outgoing connections and automatic ports (`ip_local_port_range`, RFC 6335). */
const LOWEST = 20_000;
const HIGHEST = 31_999;

/**
 * Returns a port that is not in use and that the system does not assign automatically, for code that must know its port
 * before it listens, or listen on it again.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    const server = createServer();
    const isFree = once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.listen(port, host);
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
