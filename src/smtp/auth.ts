import { BlockList, isIP } from 'node:net';
import type { Reply } from './reply.ts';
import { replyWords } from './sentences.ts';
import type { Transcript } from './transcript.ts';
import type { SmtpLogin } from './types.ts';
import { isWireFault, type Wire } from './wire.ts';

/** An authentication failure: the reason and, if it is a reply of the server, that reply. */
export interface AuthFault {
  readonly authFault: string;
  readonly reply: Reply | undefined;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Reply codes that reject the syntax of a command, not the credentials (RFC 5321 section 4.2.2, RFC 4954 section 4).
 */
const COMMAND_REFUSED: readonly number[] = [500, 501, 502, 503, 504];

/** Returns whether a password may be sent: over TLS, or to this machine, where no one can intercept it. */
export function mayCarryPassword(tls: string | undefined, address: string): boolean {
  return tls !== undefined || LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Authenticates with PLAIN or LOGIN (RFC 4954, RFC 4616). Returns undefined on success. The transcript does not contain
 * the password.
 */
export async function signIn(
  wire: Wire,
  login: SmtpLogin,
  mechanisms: readonly string[],
  about: { readonly transcript: Transcript; readonly withinMs: number },
): Promise<AuthFault | undefined> {
  const plain = base64(`\0${login.user}\0${login.password}`);
  const user = base64(login.user);
  const password = base64(login.password);
  for (const secret of [plain, password, login.password]) about.transcript.hide(secret);
  // Some servers accept a command only with an initial response, others only without one. A server may ask again for a
  // value that the command already contained.
  const exchanges = [
    ...(mechanisms.includes('PLAIN')
      ? [
          [`AUTH PLAIN ${plain}`, plain],
          ['AUTH PLAIN', plain],
        ]
      : []),
    ...(mechanisms.includes('LOGIN')
      ? [
          ['AUTH LOGIN', user, password],
          [`AUTH LOGIN ${user}`, password],
        ]
      : []),
  ];
  if (exchanges.length === 0) {
    const offered = mechanisms.length === 0 ? 'no AUTH' : `AUTH ${mechanisms.join(' ')}`;
    return { authFault: `the server offers ${offered}, but Postrider supports only PLAIN and LOGIN`, reply: undefined };
  }
  let first: AuthFault | undefined;
  for (const lines of exchanges) {
    const fault = await converse(wire, lines, about);
    if (!fault) return undefined;
    first ??= fault;
    if (!fault.isFormRefused) return fault;
  }
  return first;
}

/** Sends the lines, each after a 3xx reply to the previous one. Returns undefined when the server accepts the login. */
async function converse(
  wire: Wire,
  lines: readonly string[],
  { transcript, withinMs }: { readonly transcript: Transcript; readonly withinMs: number },
): Promise<(AuthFault & { readonly isFormRefused: boolean }) | undefined> {
  for (const [index, line] of lines.entries()) {
    transcript.said(line);
    wire.ask([`${line}\r\n`], 1);
    const heard = await wire.hear('AUTH', withinMs);
    if (isWireFault(heard)) return { authFault: heard.fault, reply: undefined, isFormRefused: false };
    transcript.heard(heard);
    // Conceal the password, because a server may repeat it in its reply.
    const reply = { ...heard.reply, text: transcript.conceal(heard.reply.text) };
    if (reply.code < 300) return undefined;
    if (reply.code < 400 && index < lines.length - 1) continue;
    const isFormRefused = index === 0 && COMMAND_REFUSED.includes(reply.code);
    return { authFault: `the server did not accept the login: ${replyWords(reply)}`, reply, isFormRefused };
  }
  return undefined;
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
