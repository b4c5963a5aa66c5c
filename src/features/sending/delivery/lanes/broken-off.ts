import type { SmtpResult } from '../../../../smtp/connection.ts';
import { failedSession } from '../../../../smtp/transcript.ts';
import { MAX_TARGETS_TRIED, type OpenConnection } from './lane-connection.ts';
import type { Task } from '../sites/site.ts';

/**
 * The task with the servers behind one that broke the dialogue off before it had the mail (RFC 5321 section 5.1: the next
 * MX is tried when a transaction cannot be completed); undefined when there is none, or enough were tried.
 */
export function behindBroken(
  task: Task,
  { target }: OpenConnection,
  result: SmtpResult,
  { nowMs, startedAtMs }: { readonly nowMs: number; readonly startedAtMs: number },
): Task | undefined {
  if (result.kind !== 'broken' || result.dotSent) return undefined;
  const { before, route } = task;
  const at = route.targets.findIndex(({ address, host }) => address === target.address && host === target.host);
  const targets = route.targets.slice(at + 1);
  const servers = (before?.servers ?? 0) + 1;
  if (targets.length === 0 || servers >= MAX_TARGETS_TRIED) return undefined;
  const since = before?.startedAtMs ?? startedAtMs;
  const said = (before?.conversation ?? '') + result.conversation;
  const conversation = failedSession(said, target, { error: result.error, tookMs: nowMs - since });
  return { ...task, route: { ...route, targets }, before: { servers, startedAtMs: since, conversation } };
}

/** The task with the servers that failed before its connection, which was opened for it; of those that follow, as it is. */
export function behindFailed(task: Task, { failed, smtp }: OpenConnection, startedAtMs: number): Task {
  if (!failed || smtp.sent > 0) return task;
  const { before } = task;
  return {
    ...task,
    before: {
      servers: (before?.servers ?? 0) + failed.servers,
      startedAtMs: before?.startedAtMs ?? startedAtMs,
      conversation: (before?.conversation ?? '') + failed.conversation,
    },
  };
}

/** Whether the server hung up before it heard of the mail: on a connection that had carried others, that was no attempt. */
export function wasHungUp(result: SmtpResult): boolean {
  if (result.kind === 'broken') return result.stage === 'mail' && !result.dotSent;
  return result.kind === 'refused' && result.stage === 'mail' && result.reply.code === 421;
}
