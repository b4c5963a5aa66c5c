import type { Socket } from 'node:net';
import type { HeardReply } from './reply.ts';
import { createReplyInbox } from './reply-inbox.ts';
import { seconds } from './sentences.ts';
import { createWaiting } from './waiting.ts';

/** The reason why the dialogue cannot continue, as a sentence. */
export interface WireFault {
  readonly fault: string;
}

/** A socket that commands are written to and replies are read from, in step. Every wait has a total deadline. */
export interface Wire {
  /** Why nothing more can be done with this connection; earlier replies can still be read. */
  readonly broken: string | undefined;
  /** True if the session's time limit has passed. */
  readonly isOver: boolean;
  /** True if a reply can be read without waiting. */
  readonly hasReply: boolean;
  /** Writes commands that get this number of replies. The parts are sent together. */
  ask(parts: readonly (string | Buffer)[], replies: number): void;
  /**
   * Returns the next reply, which answers the command named `what`; a fault if none can arrive. If none arrives in
   * time, the wire breaks.
   */
  hear(what: string, withinMs: number): Promise<HeardReply | WireFault>;
  /**
   * Returns the reply to a message whose end was just written. The session limit does not end the wait, and unexpected
   * lines are ignored. If the reply is incomplete, because the server closes the connection, stops responding or never
   * finishes, its first code counts: the server has the message, and a duplicate is worse than a short reply.
   */
  hearVerdict(withinMs: number): Promise<HeardReply | WireFault>;
  /**
   * Writes a block and waits until the system has accepted it or a reply has arrived; the wire breaks if neither
   * happens in time.
   */
  pass(block: Buffer, withinMs: number): Promise<void>;
  /** Hands the socket over; the wire is broken from then on. */
  release(): Socket;
  destroy(): void;
}

/** The time limit of everything on a wire except the reply to a final dot. */
export interface SessionLimit {
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
  readonly totalMs: number;
}

/** Returns whether the result is a fault instead of a reply. */
export function isWireFault(heard: HeardReply | WireFault): heard is WireFault {
  return 'fault' in heard;
}

/** Creates a wire over a connected socket, which it owns from then on. */
export function createWire(socket: Socket, session: SessionLimit): Wire {
  const waiting = createWaiting();
  const inbox = createReplyInbox(socket, () => waiting.wake());

  /** Waits for the condition until the deadline of the step or the session, whichever is earlier. */
  async function within(stepMs: number, isDone: () => boolean, failure: string): Promise<void> {
    const endsAt = performance.now() + stepMs;
    if (endsAt <= session.endsAt) return until(endsAt, isDone, `${failure} within ${seconds(stepMs)}`);
    return until(session.endsAt, isDone, `${failure} before the session limit of ${seconds(session.totalMs)}`);
  }

  async function until(endsAt: number, isDone: () => boolean, whenLate: string): Promise<void> {
    const inTime = await waiting.until(() => inbox.broken !== undefined || isDone(), endsAt);
    if (!inTime) inbox.breakWith(whenLate);
  }

  const hasReply = (): boolean => inbox.size > 0;
  const taken = (): HeardReply | WireFault => inbox.take() ?? { fault: inbox.broken ?? 'no answer' };

  return {
    get broken() {
      return inbox.broken;
    },
    get isOver() {
      return performance.now() >= session.endsAt;
    },
    get hasReply() {
      return hasReply();
    },
    ask(parts, replies) {
      inbox.await(replies);
      if (inbox.broken !== undefined) return;
      if (parts.length > 1) socket.cork();
      for (const part of parts) socket.write(part);
      if (parts.length > 1) socket.uncork();
    },
    async hear(what, withinMs) {
      if (!hasReply()) await within(withinMs, hasReply, `no answer to ${what}`);
      return taken();
    },
    async hearVerdict(withinMs) {
      inbox.awaitVerdict();
      await until(performance.now() + withinMs, hasReply, `no answer to the final dot within ${seconds(withinMs)}`);
      return hasReply() ? taken() : (inbox.takeBegun() ?? taken());
    },
    async pass(block, withinMs) {
      if (inbox.broken !== undefined) return;
      let isTaken = false;
      socket.write(block, () => {
        isTaken = true;
        waiting.wake();
      });
      await within(withinMs, () => isTaken || hasReply(), `the server did not accept ${block.length} bytes`);
    },
    release() {
      inbox.detach();
      inbox.breakWith('the socket was handed over');
      return socket;
    },
    destroy() {
      inbox.breakWith('the connection was closed');
      socket.destroy();
    },
  };
}
