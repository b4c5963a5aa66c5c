import type { SmtpConnection, SmtpFault, SmtpTarget } from '../../../src/smtp/connection.ts';
import { now } from '../present.ts';

/** Replaces `connectSmtp` of src/smtp/connection.ts. Connects to one of the simulated servers. */
export function connectSmtp(target: SmtpTarget): Promise<SmtpConnection | SmtpFault> {
  return now().peers.connect(target);
}
