import type { SmtpResult } from '../../../../smtp/connection.ts';
import type { ServerMemory } from '../sites/server-memory.ts';
import type { OpenConnection } from './worker-connection.ts';
import { wasBrokenOff, wasHungUp } from './broken-off.ts';

/** Bad sequence of commands (RFC 5321 4.2.2): said of commands of ours that are in order, when one before was lost. */
const BAD_SEQUENCE = 503;
const ABOUT_PIPELINING = /\bpipelin|\bsynchroni[sz]ation error\b/i;

/**
 * Learns from the answer to a mail whether a server that announces PIPELINING (RFC 2920) reads all of several commands that
 * come together; some drop what stands behind the first, or behind the final dot. True when a refusal says nothing else, so
 * that the mail may be offered again at once, over a connection on which commands go out one by one.
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
    // A server may hang up on a connection that has carried mail, whatever comes.
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
  // With the first command of a connection, 503 asks for something that is not said at all, such as AUTH.
  return reply.code === BAD_SEQUENCE && (stage === 'mail' ? group === 'behind-dot' : stage !== 'dot');
}
