import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports from `LOWEST` up to, but not including, `HIGHEST` are tried. They are below the ephemeral port range
 * (`ip_local_port_range`, RFC 6335), from which systems choose ports for outgoing connections and for listeners on port
 * 0.
 */
const LOWEST = 20_000;
const HIGHEST = 31_999;

/**
 * Returns a free port outside the ephemeral port range. Use it in tests that need the port number before they listen on
 * it, or that close the listener and listen on the same port again.
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
