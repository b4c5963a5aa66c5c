/** Characters that require quotes in a display name (RFC 5322 section 3.2.4). */
const NEEDS_QUOTES = /[",<>@\\]/;

/**
 * Splits a comma-separated list into mailboxes. A comma separates mailboxes only if it follows an address and is
 * outside quotes and angle brackets, because clients send `Doe, John <john@x.example>` without quotes. Runs in linear
 * time. Text that is not a mailbox is left for the parser to report.
 */
export function splitMailboxes(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  let state = NOTHING;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === ',' && isComplete(state)) {
      found.push(text.slice(start, at));
      start = at + 1;
      state = NOTHING;
    } else if (state.isQuoted && character === '\\') at += 1;
    else state = after(state, character);
  }
  found.push(text.slice(start));
  return found.map((mailbox) => mailbox.trim()).filter((mailbox) => mailbox !== '');
}

/** State of the scanner within a mailbox. */
interface Reading {
  readonly isBlank: boolean;
  readonly hasAddress: boolean;
  readonly isQuoted: boolean;
  readonly isInAngle: boolean;
}

const NOTHING: Reading = { isBlank: true, hasAddress: false, isQuoted: false, isInAngle: false };

/**
 * Returns true if a comma at this position separates mailboxes: it is outside quotes and angle brackets, and follows an
 * address or another comma.
 */
function isComplete({ hasAddress, isBlank, isInAngle, isQuoted }: Reading): boolean {
  return !isQuoted && !isInAngle && (hasAddress || isBlank);
}

function after(state: Reading, character: string): Reading {
  if (character === '"') return { ...state, isBlank: false, isQuoted: !state.isQuoted };
  if (state.isQuoted) return state;
  if (character === '@') return { ...state, isBlank: false, hasAddress: true };
  if (character === '<' || character === '>') return { ...state, isBlank: false, isInAngle: character === '<' };
  return state.isBlank && character.trim() !== '' ? { ...state, isBlank: false } : state;
}

/**
 * Converts a mailbox to the format of our parser. Quotes the name if necessary, and replaces an alias domain with the
 * sandbox domain.
 */
export function nativeMailbox(text: string, sandbox: Sandbox): string {
  const given = text.trim();
  const open = given.endsWith('>') ? given.lastIndexOf('<') : -1;
  if (open === -1) return atSandbox(given, sandbox);
  const name = given.slice(0, open).trim();
  const address = atSandbox(given.slice(open + 1, -1), sandbox);
  return name === '' ? `<${address}>` : `${quotedName(name)} <${address}>`;
}

/** The installation's sandbox domain, and its aliases in requests to the Resend-compatible API. */
export interface Sandbox {
  readonly domain: string;
  readonly aliases: readonly string[];
}

function atSandbox(address: string, { aliases, domain }: Sandbox): string {
  const at = address.lastIndexOf('@');
  return at >= 0 && aliases.includes(address.slice(at + 1).toLowerCase())
    ? `${address.slice(0, at)}@${domain}`
    : address;
}

function quotedName(name: string): string {
  if (name.startsWith('"') || !NEEDS_QUOTES.test(name)) return name;
  return `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
