import { BlockList, isIP } from 'node:net';
import type { Reply } from './reply.ts';
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

const SUCCESS = 235;
const CONTINUE = 334;

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
  const password = base64(login.password);
  for (const secret of [plain, password, login.password]) about.transcript.hide(secret);

  if (mechanisms.includes('PLAIN')) return converse(wire, [`AUTH PLAIN ${plain}`], about);
  if (mechanisms.includes('LOGIN')) return converse(wire, ['AUTH LOGIN', base64(login.user), password], about);
  const offered = mechanisms.length === 0 ? 'no AUTH' : `AUTH ${mechanisms.join(' ')}`;
  return { authFault: `the server offers ${offered}, and we sign in with PLAIN or LOGIN`, reply: undefined };
}

/** Says the lines one after the other; each but the last must be answered by 334, the last by 235. */
async function converse(
  wire: Wire,
  lines: readonly string[],
  { transcript, withinMs }: { readonly transcript: Transcript; readonly withinMs: number },
): Promise<AuthFault | undefined> {
  for (const [index, line] of lines.entries()) {
    transcript.said(line);
    wire.ask([`${line}\r\n`], 1);
    const heard = await wire.hear('AUTH', withinMs);
    if (isWireFault(heard)) return { authFault: heard.fault, reply: undefined };
    transcript.heard(heard);
    // A server may repeat the password in what it says.
    const reply = { ...heard.reply, text: transcript.conceal(heard.reply.text) };
    if (reply.code === (index === lines.length - 1 ? SUCCESS : CONTINUE)) continue;
    return { authFault: `the server did not accept the login: ${reply.code} ${reply.text}`, reply };
  }
  return undefined;
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
