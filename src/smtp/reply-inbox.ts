import type { Socket } from 'node:net';
import { createReplyParser, type HeardReply } from './reply.ts';
import { failureSentence, replyWords } from './sentences.ts';

/** What came from a server and has not been heard yet. */
export interface ReplyInbox {
  /** Why nothing more will come; what came before may still be taken. */
  readonly broken: string | undefined;
  readonly size: number;
  /** Says how many replies more the server owes. One that it does not owe breaks the inbox. */
  await(replies: number): void;
  /**
   * From now on, and until the next reply that says yes or no, the server may write what it likes: it has the mail, and
   * what it thinks of that must not be lost for a line out of order.
   */
  awaitVerdict(): void;
  take(): HeardReply | undefined;
  /** The reply that has begun when none can be taken and no more will come, by its first code. */
  takeBegun(): HeardReply | undefined;
  breakWith(reason: string): void;
  /** Stops listening to the socket. */
  detach(): void;
}

/** Collects the replies that come over a socket; calls `onChange` when there is news. */
export function createReplyInbox(socket: Socket, onChange: () => void): ReplyInbox {
  const replies: HeardReply[] = [];
  let awaited = 0;
  let broken: string | undefined;
  let isVerdictAwaited = false;

  function breakWith(reason: string): void {
    broken ??= reason;
    onChange();
  }

  const parser = createReplyParser({
    onReply(heard) {
      const { code } = heard.reply;
      if (broken !== undefined || (isVerdictAwaited && code >= 300 && code < 400)) return;
      isVerdictAwaited = false;
      replies.push(heard);
    },
    onGarbage(line) {
      if (!isVerdictAwaited) breakWith(`the server answered ${line}, which is not an SMTP reply`);
    },
  });

  function onData(chunk: Buffer): void {
    if (broken !== undefined) return;
    const fault = parser.push(chunk);
    // A server out of step would have its answers taken for those of other commands.
    const surplus = replies[awaited]?.reply;
    if (surplus) breakWith(`the server sent an unexpected reply: ${replyWords(surplus)}`);
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
    awaitVerdict: () => void (isVerdictAwaited = true),
    take() {
      const heard = replies.shift();
      if (heard) awaited -= 1;
      return heard;
    },
    takeBegun() {
      const begun = parser.begun();
      return begun && broken !== undefined ? { ...begun, cutShort: broken } : undefined;
    },
    breakWith,
    detach() {
      socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onEnd);
    },
  };
}
