import type { ChildProcess } from 'node:child_process';
import type { Family } from '../../base/metrics.ts';

const KIND = 'metrics';
/**
 * Maximum time, in milliseconds, to wait for a process. A process that responds later is omitted from the page and does
 * not block the others.
 */
const ANSWER_WITHIN_MS = 2_000;

interface Message {
  readonly kind: typeof KIND;
  readonly families?: readonly Family[];
}

/** Makes this process send its metrics to its parent on request. */
export function reportMetrics(collect: () => Promise<Family[]>): void {
  process.on('message', (message) => {
    if (isMessage(message)) void answer();
  });

  async function answer(): Promise<void> {
    const families = await collect();
    // Do not send if the parent has ended.
    if (process.connected) process.send?.({ kind: KIND, families } satisfies Message, () => {});
  }
}

/**
 * Requests the metrics of a forked process. Resolves with undefined if the process has ended or does not respond in
 * time.
 */
export function askForMetrics(child: ChildProcess): Promise<readonly Family[] | undefined> {
  return new Promise((resolve) => {
    const end = (families: readonly Family[] | undefined): void => {
      clearTimeout(timer);
      child.off('message', hear);
      resolve(families);
    };
    const hear = (message: unknown): void => {
      if (isMessage(message) && message.families) end(message.families);
    };
    const timer = setTimeout(() => end(undefined), ANSWER_WITHIN_MS);
    child.on('message', hear);
    if (!child.connected) end(undefined);
    else child.send({ kind: KIND } satisfies Message, (error) => (error ? end(undefined) : undefined));
  });
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === KIND;
}
