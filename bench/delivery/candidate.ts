import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { Sink } from './sink.ts';

/** A system under measurement. */
export interface Candidate {
  readonly name: string;
  /** Mails before those that count: what a compiler at run time needs until its code is what runs for weeks in earnest. */
  readonly warmUp?: number;
  /**
   * Starts it with the sink as its way out; `mails` is for those that take composed mails. Rejects with Unavailable when
   * it cannot run on this machine.
   */
  start(sink: Sink, mails: readonly Buffer[]): Promise<RunningCandidate>;
}

/** A candidate that runs. */
export interface RunningCandidate {
  /** Hands in that many mails, each with its own body; resolves when all are taken. */
  send(mails: number): Promise<void>;
  /** The TXT record that its signatures are to be verified with; absent for one that does not sign. */
  dkimRecord?(): Promise<string>;
  /** CPU so far of all its processes, in µs. */
  cpuMicros(): number;
  /** Memory of all its processes at this moment, in bytes; absent where nobody asked for it. */
  memoryBytes?(): number;
  stop(): Promise<void>;
}

/** Says in words why a candidate is left out. */
export class Unavailable extends Error {}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** Ends a process with SIGTERM, after ten seconds with SIGKILL. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
