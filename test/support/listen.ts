import { once } from 'node:events';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 20;
const MAX_TRIES = 500;

/**
 * Listens on a port. A port that was just closed can still be in use: while another thread starts a process, the new
 * process holds copies of all sockets until its program is loaded.
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      server.listen(port, host);
      await once(server, 'listening');
      return;
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isInUse || port === 0 || tries === MAX_TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
