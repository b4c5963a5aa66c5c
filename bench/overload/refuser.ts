import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { end } from '../delivery/candidate.ts';

/** Makes the listener of a process without the shortcut for refusals. */
export const WITHOUT_SHORTCUT = fileURLToPath(new URL('./without-shortcut.ts', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./refuser-process.ts', import.meta.url));

/** What the callers ask. */
export const REFUSED_PATH = '/transactional/emails';

/**
 * Who refuses: a socket without HTTP, Node's server with a constant answer, our listener without a place, and the same
 * without the shortcut.
 */
export type Refuser = 'tcp' | 'http' | 'listener' | 'plain listener';

/** Starts a process that refuses whatever it is asked. */
export async function openRefuser(
  kind: Refuser,
): Promise<{ readonly port: number; readonly pid: number; stop(): Promise<void> }> {
  const execArgv = kind === 'plain listener' ? ['--import', WITHOUT_SHORTCUT] : [];
  const child = fork(PROGRAM, [kind], { execArgv });
  const stop = (): Promise<void> => end(child);
  const port = await new Promise<number>((resolve, reject) => {
    // Its only message.
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`The refuser ended with code ${code}`)));
  });
  if (child.pid === undefined) throw new Error('No process');
  return { port, pid: child.pid, stop };
}
