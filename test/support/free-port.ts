import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lowest and highest port. Both are below the range from which systems choose ports for outgoing connections and for
 * listeners on port 0 (`ip_local_port_range`, RFC 6335).
 */
const LOWEST = 20_000;
const HIGHEST = 31_999;

/**
 * Returns a free port that the system does not assign automatically. Used by code that needs a port number before it
 * listens, or that listens on the same port again.
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
