import type { SmtpResult } from '../../../../smtp/connection.ts';
import { failedSession, joinedConversations } from '../../../../smtp/transcript.ts';
import { isSameServer } from '../sites/server-memory.ts';
import type { Task } from '../sites/site.ts';
import type { Outcome } from '../types.ts';
import { MAX_ATTEMPT_MS, type OpenConnection } from './worker-connection.ts';
import { brokenOffBy } from './most-telling.ts';

/**
 * The task with the servers that are left when one broke the dialogue off before it had the mail (RFC 5321 section 5.1: the
 * next MX is tried when a transaction cannot be completed); undefined when there is none, or the attempt took long enough.
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

/** The task with the servers that failed before its connection, which was opened for it; of those that follow, as it is. */
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

/** Whether the server broke the dialogue off before it could have the mail. */
export function wasBrokenOff(result: SmtpResult): result is Extract<SmtpResult, { kind: 'broken' }> {
  return result.kind === 'broken' && !result.dotSent;
}

/** Whether the server hung up before it heard of the mail: on a connection that had carried others, that was no attempt. */
export function wasHungUp(result: SmtpResult): boolean {
  if (result.kind === 'broken') return result.stage === 'mail' && !result.dotSent;
  return result.kind === 'refused' && result.stage === 'mail' && result.reply.code === 421;
}
