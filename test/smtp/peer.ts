import {
  connectSmtp,
  RFC_TIMEOUTS,
  type SmtpConnection,
  type SmtpFault,
  type SmtpOptions,
  type SmtpTarget,
  type SmtpTimeouts,
} from '../../src/smtp/connection.ts';
import type { EmailAddress } from '../../src/mail/address.ts';

export { startRawServer } from '../support/raw-server.ts';

/** Returns a valid test address without parsing it. */
export function address(text: string): EmailAddress {
  return text as EmailAddress;
}

export const ENVELOPE = { from: address('ann@x.example'), to: address('bob@y.example') };
export const DATA = Buffer.from('Subject: Hi\r\n\r\nHello\r\n');

/**
 * Returns the connection settings for a test's SMTP server on the loopback address. `changes` overrides some of them.
 */
export function targetOf(port: number, changes: Partial<SmtpTarget> = {}): SmtpTarget {
  return {
    host: 'localhost',
    address: '127.0.0.1',
    port,
    tls: 'opportunistic',
    verifyTls: false,
    login: undefined,
    ...changes,
  };
}

/** Returns options with the timeouts of the RFC. `timeouts` overrides some of them. */
export function optionsWith(timeouts: Partial<SmtpTimeouts> = {}, changes: Partial<SmtpOptions> = {}): SmtpOptions {
  return { ehloName: 'client.example', timeouts: { ...RFC_TIMEOUTS, ...timeouts }, ...changes };
}

/** Opens a session. Throws if the session cannot be opened. */
export async function connected(target: SmtpTarget, options = optionsWith()): Promise<SmtpConnection> {
  const connection = await connectSmtp(target, options);
  if ('kind' in connection) throw new Error(`${connection.stage}: ${connection.error}\n${connection.conversation}`);
  return connection;
}

/** Returns the error of a session that fails to open. Throws if the session opens. */
export async function faultOf(target: SmtpTarget, options = optionsWith()): Promise<SmtpFault> {
  const fault = await connectSmtp(target, options);
  if ('kind' in fault) return fault;
  fault.destroy();
  throw new Error('The session was opened');
}

/** Resolves when the condition is true. The only timeout is the timeout of the test. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
