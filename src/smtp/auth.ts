import { BlockList, isIP } from 'node:net';
import type { Reply } from './reply.ts';
import { replyWords } from './sentences.ts';
import type { Transcript } from './transcript.ts';
import type { SmtpLogin } from './types.ts';
import { isWireFault, type Wire } from './wire.ts';

/** Signing in did not work: what the server said, or what happened instead. */
export interface AuthFault {
  readonly authFault: string;
  readonly reply: Reply | undefined;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Codes that refuse the form of a command and say nothing of the login (RFC 5321 4.2.2, RFC 4954 4). */
const COMMAND_REFUSED: readonly number[] = [500, 501, 502, 503, 504];

/** Whether a password may be sent: over TLS, or to this machine, where nobody listens in between. */
export function mayCarryPassword(tls: string | undefined, address: string): boolean {
  return tls !== undefined || LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Signs in with PLAIN or else LOGIN (RFC 4954, RFC 4616); undefined when that worked. The transcript hides the secrets. */
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
  // In one step, and as some servers want it instead. One that asks again for what came with the command gets it again.
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
    return { authFault: `the server offers ${offered}, and we sign in with PLAIN or LOGIN`, reply: undefined };
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

/** Says the lines one after the other, for as long as the server asks for more. */
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
    // A server may repeat the password in what it says.
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
