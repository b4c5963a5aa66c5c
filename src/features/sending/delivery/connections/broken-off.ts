import type { SmtpResult } from '../../../../smtp/connection.ts';
import { failedSession, joinedConversations } from '../../../../smtp/transcript.ts';
import { isSameServer } from '../sites/server-memory.ts';
import type { Task } from '../sites/site.ts';
import type { Outcome } from '../types.ts';
import { MAX_ATTEMPT_MS, type OpenConnection } from './worker-connection.ts';
import { brokenOffBy } from './most-specific.ts';

/**
 * Returns the task with the servers that are left after the server dropped the connection before the final dot. Returns
 * undefined for any other result, if no server is left, or if the attempt has reached `MAX_ATTEMPT_MS`.
 */
export function behindBroken(
  task: Task,
  { failed, target }: OpenConnection,
  result: SmtpResult,
  about: { readonly outcome: Outcome; readonly nowMs: number; readonly startedAtMs: number },
): Task | undefined {
  if (!wasBrokenOff(result)) return undefined;
  const { before, route } = task;
  const gone = [target, ...(failed?.servers ?? []).map((server) => server.target)];
  const targets = route.targets.filter((one) => !gone.some((other) => isSameServer(one, other)));
  const startedAtMs = before?.startedAtMs ?? about.startedAtMs;
  const tookMs = about.nowMs - startedAtMs;
  if (targets.length === 0 || tookMs >= MAX_ATTEMPT_MS) return undefined;
  const said = (before?.conversation ?? '') + result.conversation;
  const conversation = joinedConversations(failedSession(said, target, { error: result.error, tookMs }));
  const servers = [...(before?.failed ?? []), brokenOffBy(target, about.outcome)];
  return { ...task, route: { ...route, targets }, before: { failed: servers, startedAtMs, conversation } };
}

/**
 * Adds the servers that failed before this connection was opened to the failed servers of the task. Applies only to the
 * first message on the connection, because the connection was opened for that message.
 */
export function behindFailed(task: Task, { failed, smtp }: OpenConnection, startedAtMs: number): Task {
  if (!failed || smtp.sent > 0) return task;
  const { before } = task;
  return {
    ...task,
    before: {
      failed: [...(before?.failed ?? []), ...failed.servers],
      startedAtMs: before?.startedAtMs ?? startedAtMs,
      conversation: joinedConversations(before?.conversation ?? '', failed.conversation),
    },
  };
}

/** Returns whether the server dropped the connection before it could have received the message. */
export function wasBrokenOff(result: SmtpResult): result is Extract<SmtpResult, { kind: 'broken' }> {
  return result.kind === 'broken' && !result.dotSent;
}

/**
 * Returns true if the server, before it accepted MAIL, closed the connection or announced with a 421 reply that it
 * would close it.
 */
export function wasHungUp(result: SmtpResult): boolean {
  if (result.kind === 'broken') return result.stage === 'mail' && !result.dotSent;
  return result.kind === 'refused' && result.stage === 'mail' && result.reply.code === 421;
}
