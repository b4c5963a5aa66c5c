import type { SmtpResult } from '../../../../smtp/connection.ts';
import type { ServerMemory } from '../sites/server-memory.ts';
import type { OpenConnection } from './worker-connection.ts';
import { wasBrokenOff, wasHungUp } from './broken-off.ts';

/**
 * Bad sequence of commands (RFC 5321 section 4.2.2). A server that dropped an earlier command sends this code even if
 * the commands were in the right order.
 */
const BAD_SEQUENCE = 503;
const ABOUT_PIPELINING = /\bpipelin|\bsynchroni[sz]ation error\b/i;

/**
 * Records in `servers` whether the host handles pipelined commands (RFC 2920). Returns true if the message was rejected
 * because the server dropped pipelined commands; it can then be sent again immediately, without pipelining.
 */
export function notePipelining(
  servers: ServerMemory,
  { smtp, target }: Pick<OpenConnection, 'smtp' | 'target'>,
  result: SmtpResult,
  isReused: boolean,
): boolean {
  const { group } = smtp;
  if (result.kind === 'refused' && isOutOfOrder(result, group)) return servers.noteLost(target.host, group);
  if (wasBrokenOff(result)) {
    // Ignore a disconnect before MAIL on a reused connection, because a server may close such a connection even without
    // pipelining. Do not ignore the disconnect if commands were sent right after the final dot.
    if (group === 'behind-dot' || !isReused || !wasHungUp(result)) servers.noteLost(target.host, group);
    return false;
  }
  servers.noteAnswered(target.host, group);
  return false;
}

function isOutOfOrder(
  { reply, stage }: Extract<SmtpResult, { kind: 'refused' }>,
  group: OpenConnection['smtp']['group'],
): boolean {
  if (ABOUT_PIPELINING.test(reply.text)) return true;
  // In reply to a MAIL command that was not pipelined after a message, 503 means that a command such as AUTH is
  // missing.
  return reply.code === BAD_SEQUENCE && (stage === 'mail' ? group === 'behind-dot' : stage !== 'dot');
}
