import type { SmtpResult } from '../../../../smtp/connection.ts';
import type { ServerMemory } from '../sites/server-memory.ts';
import type { OpenConnection } from './worker-connection.ts';
import { wasBrokenOff, wasHungUp } from './broken-off.ts';

/**
 * Bad sequence of commands (RFC 5321 section 4.2.2): a server that lost an earlier command replies with this code even
 * if the commands were in the right order.
 */
const BAD_SEQUENCE = 503;
const ABOUT_PIPELINING = /\bpipelin|\bsynchroni[sz]ation error\b/i;

/**
 * Learns from the reply to a message whether a server that announces PIPELINING (RFC 2920) reads all commands that
 * arrive together; some servers drop everything after the first command or after the final dot. Returns true if dropped
 * commands were the only reason for a refusal. The message may then be offered again immediately, over a connection
 * that sends commands one by one.
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
    // A server may hang up on a connection that has already carried messages, whether or not commands are pipelined.
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
  // After the first command of a connection, 503 means that a command such as AUTH is missing.
  return reply.code === BAD_SEQUENCE && (stage === 'mail' ? group === 'behind-dot' : stage !== 'dot');
}
