import type { SmtpConnection, SmtpFault, SmtpTarget } from '../../../src/smtp/connection.ts';
import { now } from '../present.ts';

/** Stands in for the door of src/smtp: a session with one of the simulated servers. */
export function connectSmtp(target: SmtpTarget): Promise<SmtpConnection | SmtpFault> {
  return now().peers.connect(target);
}
