import type { Log, LogFields } from '../base/log.ts';

/**
 * Service managers and shells send signals to a whole process group, so the same stop signal can arrive twice:
 * directly, and forwarded by the parent process.
 */
const SAME_STOP_MS = 1_000;
/**
 * Maximum time for a stop. Each part that is closed has its own time limit, and the sum of these limits is far below
 * this value. If a part hangs anyway, the process ends after this time; leases expire and other processes adopt the
 * journals, as after any crash.
 */
const STOP_WITHIN_MS = 60_000;

/**
 * Waits for `told`, then runs `stop`. Another signal more than a second later ends the process immediately with exit
 * code 1. The same happens if the stop takes longer than `withinMs`.
 */
export async function runUntilStopped(
  told: Promise<string>,
  log: Log,
  stop: () => Promise<void>,
  withinMs = STOP_WITHIN_MS,
): Promise<void> {
  const reason = await told;
  const startedAt = performance.now();
  // A delivery process stops with its parent process, which logs the stop.
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
 * Resolves with the reason in words at the first SIGTERM or SIGINT, or when the parent process ends. Call this function
 * before anything is started, because until then a signal ends the process immediately.
 */
export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    const isForked = process.channel !== undefined;
    process.once('SIGTERM', () => resolve('SIGTERM'));
    // A terminal sends Ctrl-C to the whole process group. A forked process ignores it and waits for its parent's
    // signal.
    if (isDelivery()) process.on('SIGINT', () => {});
    else process.once('SIGINT', () => resolve('SIGINT'));
    if (isForked) process.once('disconnect', () => resolve('the parent process ended'));
    // The channel alone must not keep the process alive, so that the process ends after a failed startup.
    process.channel?.unref();
    // The parent may have ended while this process was starting. Processes that were not forked do not have the
    // property `connected`.
    if (Object.hasOwn(process, 'connected') && !process.connected) resolve('the parent process ended');
  });
}

function isDelivery(): boolean {
  return process.channel !== undefined && process.argv.includes('deliver');
}
