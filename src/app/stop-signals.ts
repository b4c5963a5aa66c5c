import type { Log, LogFields } from '../base/log.ts';

/**
 * Milliseconds within which several signals count as one stop. Service managers and shells signal a whole process
 * group, so the same stop may arrive twice: directly and from the parent process.
 */
const SAME_STOP_MS = 1_000;
/** Milliseconds after which the process exits even if its shutdown has not finished. */
const STOP_WITHIN_MS = 60_000;

/**
 * Waits for `reported`, then runs `stop` and ends the process with exit code 0. Ends it immediately if another signal
 * arrives more than a second later (exit code 130), or if the stop takes longer than `withinMs` (exit code 1).
 */
export async function runUntilStopped(
  reported: Promise<string>,
  log: Log,
  stop: () => Promise<void>,
  withinMs = STOP_WITHIN_MS,
): Promise<void> {
  const reason = await reported;
  const startedAt = performance.now();
  // A delivery process stops with its parent, which logs the stop.
  const say = (message: string, fields?: LogFields): void =>
    isDelivery() ? log.debug(message, fields) : log.info(message, fields);
  say('Stopping', { reason });
  const onSignal = (): void => {
    if (performance.now() - startedAt > SAME_STOP_MS) process.exit(130);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  setTimeout(() => {
    log.error('Shutdown timed out; exiting', { seconds: withinMs / 1_000 });
    process.exit(1);
  }, withinMs).unref();
  await stop();
  say('Stopped');
  process.exit(0);
}

/**
 * Resolves with the reason to stop: SIGTERM, SIGINT (ignored in delivery processes), or the end of the parent process.
 * Must be called before anything is started, because until then a signal ends the process immediately.
 */
export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    const isForked = process.channel !== undefined;
    process.once('SIGTERM', () => resolve('SIGTERM'));
    // A terminal sends Ctrl-C to the whole process group. A forked process ignores it and waits for the signal of its
    // parent.
    if (isDelivery()) process.on('SIGINT', () => {});
    else process.once('SIGINT', () => resolve('SIGINT'));
    if (isForked) process.once('disconnect', () => resolve('the parent process ended'));
    // The IPC channel alone must not keep the process alive after a failed startup.
    process.channel?.unref();
    // The parent may already have exited while this process started. In a process without an IPC channel, the property
    // `connected` does not exist.
    if (Object.hasOwn(process, 'connected') && !process.connected) resolve('the parent process ended');
  });
}

function isDelivery(): boolean {
  return process.channel !== undefined && process.argv.includes('deliver');
}
