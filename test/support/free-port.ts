import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to connections and to whoever asks for any port (`ip_local_port_range`, RFC 6335). */
const LOWEST = 20_000;
const HIGHEST = 31_999;

/**
 * A port at which nobody listens now, and which nobody is given who asks for any: for what has to know its port before it
 * listens there, or to listen there again.
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
