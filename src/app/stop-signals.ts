import type { Log, LogFields } from '../base/log.ts';

/**
 * Service managers and shells signal a whole process group: the same stop then arrives twice, directly and passed on by
 * the process that started this one.
 */
const SAME_STOP_MS = 1_000;
/**
 * Everything that is closed has a bound of its own; together they are far less. What hangs all the same, hangs at most so long:
 * leases run out and journals are adopted, as after any death.
 */
const STOP_WITHIN_MS = 60_000;

/**
 * Waits for `told`, then runs `stop`. Another signal more than a second later ends the process at once, and so does a stop
 * that takes longer than `withinMs`, with exit code 1.
 */
export async function runUntilStopped(
  told: Promise<string>,
  log: Log,
  stop: () => Promise<void>,
  withinMs = STOP_WITHIN_MS,
): Promise<void> {
  const reason = await told;
  const startedAt = performance.now();
  // A delivery process stops with the one that forked it, which says so.
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
 * Resolves, with the reason in words, at the first SIGTERM or SIGINT or at the end of the process that started this one. To
 * be called before anything starts: until then a signal ends the process as it stands.
 */
export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    const isForked = process.channel !== undefined;
    process.once('SIGTERM', () => resolve('SIGTERM'));
    // A terminal sends Ctrl-C to the whole group; a forked process waits for the word of the one that forked it.
    if (isDelivery()) process.on('SIGINT', () => {});
    else process.once('SIGINT', () => resolve('SIGINT'));
    if (isForked) process.once('disconnect', () => resolve('the parent process ended'));
    // Who waits for its end alone has nothing more to do: a start that failed ends the process.
    process.channel?.unref();
    // It may have ended while this one was still starting; a process that was not forked has no such property.
    if (Object.hasOwn(process, 'connected') && !process.connected) resolve('the parent process ended');
  });
}

function isDelivery(): boolean {
  return process.channel !== undefined && process.argv.includes('deliver');
}
