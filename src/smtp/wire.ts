import type { Socket } from 'node:net';
import type { HeardReply } from './reply.ts';
import { createReplyInbox } from './reply-inbox.ts';
import { seconds } from './sentences.ts';
import { createWaiting } from './waiting.ts';

/** The dialogue cannot go on, and why, in a sentence. */
export interface WireFault {
  readonly fault: string;
}

/** A socket that is written commands to and heard replies from, in step. All waiting has a total deadline. */
export interface Wire {
  /** Why nothing more can come of this connection; replies that arrived before may still be heard. */
  readonly broken: string | undefined;
  /** True when the session's time has run out. */
  readonly isOver: boolean;
  /** True when a reply can be heard without waiting. */
  readonly hasReply: boolean;
  /** Writes what will be answered by that many replies. The parts go out together. */
  ask(parts: readonly (string | Buffer)[], replies: number): void;
  /** The next reply, to what `what` names; a fault when none can come, and the wire breaks when none came in time. */
  hear(what: string, withinMs: number): Promise<HeardReply | WireFault>;
  /**
   * The reply to a mail whose end was just written. The end of the session's time does not cut the waiting short, and lines
   * that are out of order are passed over. A reply that has no end, because the server hangs up, falls silent or never
   * stops, is taken by its first code: the server has the mail, and a second copy is worse than a short reply.
   */
  hearVerdict(withinMs: number): Promise<HeardReply | WireFault>;
  /** Writes a block and waits until the system has taken it or a reply came; the wire breaks when neither did in time. */
  pass(block: Buffer, withinMs: number): Promise<void>;
  /** Gives the socket away; the wire is broken from then on. */
  release(): Socket;
  /** Closes at once. */
  destroy(): void;
}

/** The end of everything that happens on a wire but the answer to a final dot. */
export interface SessionLimit {
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
  readonly totalMs: number;
}

/** Tells a fault from a reply. */
export function isWireFault(heard: HeardReply | WireFault): heard is WireFault {
  return 'fault' in heard;
}

/** A wire over a connected socket, which belongs to it from now on. */
export function createWire(socket: Socket, session: SessionLimit): Wire {
  const waiting = createWaiting();
  const inbox = createReplyInbox(socket, () => waiting.wake());

  /** Waits for the condition, but not past the earlier of the step's own end and that of the session. */
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
