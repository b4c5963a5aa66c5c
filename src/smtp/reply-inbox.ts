import type { Socket } from 'node:net';
import { createReplyParser, type HeardReply } from './reply.ts';
import { failureSentence } from './sentences.ts';

/** What came from a server and has not been heard yet. */
export interface ReplyInbox {
  /** Why nothing more will come; what came before may still be taken. */
  readonly broken: string | undefined;
  readonly size: number;
  /** Says how many replies more the server owes. One that it does not owe breaks the inbox. */
  await(replies: number): void;
  take(): HeardReply | undefined;
  breakWith(reason: string): void;
  /** Stops listening to the socket. */
  detach(): void;
}

/** Collects the replies that come over a socket; calls `onChange` when there is news. */
export function createReplyInbox(socket: Socket, onChange: () => void): ReplyInbox {
  const parser = createReplyParser();
  const replies: HeardReply[] = [];
  let awaited = 0;
  let broken: string | undefined;

  function breakWith(reason: string): void {
    broken ??= reason;
    onChange();
  }

  function onData(chunk: Buffer): void {
    if (broken !== undefined) return;
    const fault = parser.push(chunk, (heard) => replies.push(heard));
    // A server out of step would have its answers taken for those of other commands.
    const surplus = replies[awaited]?.reply;
    if (surplus) breakWith(`the server spoke out of turn: ${surplus.code} ${surplus.text}`);
    else if (fault !== undefined) breakWith(fault);
    else if (replies.length > 0) onChange();
  }

  function onEnd(): void {
    breakWith(`the server closed the connection${parser.isWithinReply() ? ' in the middle of a reply' : ''}`);
  }

  const onError = (error: Error): void => breakWith(failureSentence(error));

  socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onEnd);
  return {
    get broken() {
      return broken;
    },
    get size() {
      return replies.length;
    },
    await(count) {
      awaited += count;
    },
    take() {
      const heard = replies.shift();
      if (heard) awaited -= 1;
      return heard;
    },
    breakWith,
    detach() {
      socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onEnd);
    },
  };
}
