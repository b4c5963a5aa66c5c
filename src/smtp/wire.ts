import type { Socket } from 'node:net';
import type { ReceivedReply } from './reply.ts';
import { createReplyInbox } from './reply-inbox.ts';
import { seconds } from './sentences.ts';
import { createWaiting } from './waiting.ts';

/** Error message that explains why the dialogue cannot continue. */
export interface WireFault {
  readonly fault: string;
}

/**
 * A socket for writing SMTP commands and reading their replies. Each wait ends at its deadline, even if data is still
 * arriving.
 */
export interface Wire {
  /** Reason why the connection is unusable. Replies that have arrived can still be read. */
  readonly broken: string | undefined;
  /** Whether the session's time limit has passed. */
  readonly isOver: boolean;
  /** Whether a reply can be read without waiting. */
  readonly hasReply: boolean;
  /**
   * Sends one or more commands in a single write. `replies` is the expected number of replies.
   */
  ask(parts: readonly (string | Buffer)[], replies: number): void;
  /**
   * Returns the next reply. `what` is the command that it answers. Returns a fault if the connection fails. If no
   * reply arrives in time, the wire becomes unusable.
   */
  hear(what: string, withinMs: number): Promise<ReceivedReply | WireFault>;
  /**
   * Returns the reply to a message whose final dot was just written. Ignores the session limit and unexpected lines. If
   * the reply remains incomplete, uses the code of its first line, because the server has the message, and a duplicate
   * is worse than a short reply.
   */
  hearVerdict(withinMs: number): Promise<ReceivedReply | WireFault>;
  /**
   * Writes a block, and waits until the operating system has accepted it or a reply has arrived. If neither happens in
   * time, the wire becomes unusable.
   */
  pass(block: Buffer, withinMs: number): Promise<void>;
  /** Hands the socket over to the caller. The wire can no longer be used. */
  release(): Socket;
  destroy(): void;
}

/** Time limit for everything on a wire except the reply to a final dot. */
export interface SessionLimit {
  /** Deadline of the session, in the time base of `performance.now()`. */
  readonly endsAt: number;
  readonly totalMs: number;
}

/** Returns whether the result is a connection failure instead of a reply. */
export function isWireFault(heard: ReceivedReply | WireFault): heard is WireFault {
  return 'fault' in heard;
}

/** Creates a wire from a connected socket, and takes ownership of the socket. */
export function createWire(socket: Socket, session: SessionLimit): Wire {
  const waiting = createWaiting();
  const inbox = createReplyInbox(socket, () => waiting.wake());

  /** Waits for the condition until the deadline of the step or of the session, whichever is earlier. */
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
  const taken = (): ReceivedReply | WireFault => inbox.take() ?? { fault: inbox.broken ?? 'no answer' };

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
