import type { Log, LogFields } from '../base/log.ts';

/**
 * Service managers and shells signal a whole process group: the same stop then arrives twice, directly and passed on by
 * the process that started this one.
 */
const SAME_STOP_MS = 1_000;

/**
 * Waits for SIGTERM, SIGINT or the end of the process that started this one, then runs `stop`. Another signal more than
 * a second later ends the process at once.
 */
export async function runUntilStopped(log: Log, stop: () => Promise<void>): Promise<void> {
  const reason = await firstSignal();
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
  await stop();
  say('Stopped');
  process.exit(0);
}

function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    const isForked = process.channel !== undefined;
    process.once('SIGTERM', () => resolve('SIGTERM'));
    // A terminal sends Ctrl-C to the whole group; a forked process waits for the word of the one that forked it.
    if (isDelivery()) process.on('SIGINT', () => {});
    else process.once('SIGINT', () => resolve('SIGINT'));
    if (isForked) process.once('disconnect', () => resolve('the starting process ended'));
    // It may have ended while this one was still starting; a process that was not forked has no such property.
    if (Object.hasOwn(process, 'connected') && !process.connected) resolve('the starting process ended');
  });
}

function isDelivery(): boolean {
  return process.channel !== undefined && process.argv.includes('deliver');
}
