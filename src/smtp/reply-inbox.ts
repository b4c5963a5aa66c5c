import type { Socket } from 'node:net';
import { createReplyParser, type ReceivedReply } from './reply.ts';
import { failureSentence, replyWords } from './sentences.ts';

/** Replies from a server that have not been read yet. */
export interface ReplyInbox {
  /** Reason why no more replies will arrive. Replies that have arrived can still be read. */
  readonly broken: string | undefined;
  readonly size: number;
  /** Increases the number of expected replies. After an unexpected reply, the inbox reads no more replies. */
  await(replies: number): void;
  /**
   * Ignores invalid lines and 3xx replies until a 2xx, 4xx, or 5xx reply arrives. Call this after the message has been
   * sent, so that an unexpected line does not hide whether the server has accepted the message.
   */
  awaitVerdict(): void;
  take(): ReceivedReply | undefined;
  /**
   * Returns a reply that remains incomplete because no more data will be read, with the reason in `cutShort`. If only
   * `2` or `2x` has arrived, pads the code with zeros, because every 2xx code is positive. Returns undefined while more
   * data may arrive, or if the reply has not started.
   */
  takeBegun(): ReceivedReply | undefined;
  breakWith(reason: string): void;
  detach(): void;
}

/** Creates an inbox for the replies that arrive on a socket. Calls `onChange` after each change. */
export function createReplyInbox(socket: Socket, onChange: () => void): ReplyInbox {
  const replies: ReceivedReply[] = [];
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
    // Stop reading after an unexpected reply, because further replies would be matched to the wrong commands.
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
