import type { ChildProcess } from 'node:child_process';
import type { Family } from '../../base/metrics.ts';

const KIND = 'metrics';
/** A process that does not answer by then is left out of the page: it must not keep the others from being seen. */
const ANSWER_WITHIN_MS = 2_000;

interface Message {
  readonly kind: typeof KIND;
  readonly families?: readonly Family[];
}

/** Has this process tell its metrics to the one that forked it. */
export function tellMetrics(collect: () => Promise<Family[]>): void {
  process.on('message', (message) => {
    if (isMessage(message)) void answer();
  });

  async function answer(): Promise<void> {
    const families = await collect();
    // Whoever asked may have ended meanwhile; then so does this process.
    if (process.connected) process.send?.({ kind: KIND, families } satisfies Message, () => {});
  }
}

/** The metrics of a process that was forked; undefined when it does not tell them in time. */
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
