import { domainToASCII, domainToUnicode } from 'node:url';

declare const brand: unique symbol;

/**
 * A parsed address. The local part keeps its letter case, is in Unicode form NFC, and is quoted only if required. The
 * domain is in lower-case A-labels.
 */
export type EmailAddress = string & { readonly [brand]: 'EmailAddress' };

/** An address with its display name. */
export interface Mailbox {
  readonly name: string | undefined;
  readonly address: EmailAddress;
}

/**
 * Reason why a string is not a valid address, mailbox, or domain: an error message without its subject (`must ...`).
 */
export interface AddressFault {
  readonly fault: string;
}

/** Maximum length of a local part (RFC 5321 section 4.5.3.1.1). */
const MAX_LOCAL_OCTETS = 64;
/** Maximum length of a path without its angle brackets (RFC 5321 section 4.5.3.1.3). */
const MAX_ADDRESS_OCTETS = 254;
/**
 * Maximum length of a domain, in characters. In DNS messages, such a name takes 255 octets (RFC 1035 section 2.3.4).
 */
const MAX_DOMAIN_CHARACTERS = 253;
const MAX_NAME_CHARACTERS = 256;
const NO_DOMAIN: AddressFault = { fault: 'must be a domain name, like example.com.' };
/** Maximum length of text that is parsed, in characters. */
const MAX_INPUT_CHARACTERS = 1_000;

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Matches invisible characters, such as zero-width spaces and soft hyphens. They usually come from copied text. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;
const AROUND =
  /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+|[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+$/gu;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** A dot-atom (RFC 5322 section 3.2.3) that may contain non-ASCII characters (RFC 6532). */
const DOT_ATOM =
  /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u00a0-\u{10ffff}]+(\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u00a0-\u{10ffff}]+)*$/u;
const WHITE_SPACE = /\s/;

/** Returns whether the result of `parseAddress`, `parseDomain`, or `parseMailbox` is an error. */
export function isFault(value: string | Mailbox | AddressFault): value is AddressFault {
  return typeof value === 'object' && 'fault' in value;
}

/**
 * Parses `local@domain` (RFC 5321 section 4.1.2, RFC 6531). Trims surrounding white space and invisible characters.
 * Rejects address literals.
 */
export function parseAddress(text: string): EmailAddress | AddressFault {
  if (text.length > MAX_INPUT_CHARACTERS)
    return { fault: `must be an address of at most ${MAX_ADDRESS_OCTETS} bytes.` };
  const given = trimInvisible(text);
  const fault = characterFault(given);
  if (fault) return fault;
  const at = given.lastIndexOf('@');
  if (at === -1) return { fault: 'must be an email address like name@example.com.' };
  const local = parseLocal(given.slice(0, at));
  if (typeof local === 'object') return local;
  const domain = domainIn(given.slice(at + 1));
  if (typeof domain === 'object') return domain;
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(address) > MAX_ADDRESS_OCTETS) {
    return { fault: `must be an address of at most ${MAX_ADDRESS_OCTETS} bytes.` };
  }
  // Safe cast: the address has been validated.
  return address as EmailAddress;
}

/**
 * Parses a domain name according to the rules for the domain in an address. Returns the name in lower-case A-labels.
 * Drops surrounding white space and invisible characters, and a trailing dot.
 */
export function parseDomain(text: string): string | AddressFault {
  if (text.length > MAX_INPUT_CHARACTERS) return NO_DOMAIN;
  const given = trimInvisible(text).replace(/\.$/, '');
  const fault = characterFault(given);
  if (fault) return fault;
  const domain = domainIn(given);
  return typeof domain === 'string' ? domain : NO_DOMAIN;
}

/** Parses exactly one mailbox: `address`, `<address>`, `Name <address>` or `"Quoted, name" <address>`. */
export function parseMailbox(text: string): Mailbox | AddressFault {
  if (text.length > MAX_INPUT_CHARACTERS) return { fault: 'is too long for a name and an email address.' };
  const fault = controlFault(text);
  if (fault) return fault;
  const given = trimInvisible(text);
  if (!given.endsWith('>')) {
    const address = parseAddress(given);
    return isFault(address) ? address : { name: undefined, address };
  }
  const open = given.lastIndexOf('<');
  if (open === -1) return { fault: 'has a ">" without a "<".' };
  const name = parseName(given.slice(0, open).trim());
  if (typeof name === 'object') return name;
  const address = parseAddress(given.slice(open + 1, -1));
  return isFault(address) ? address : { name: name === '' ? undefined : name, address };
}

/** Returns the part after the @. */
export function domainOf(address: EmailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Returns the part before the @, including any quotation marks. */
export function localOf(address: EmailAddress): string {
  return address.slice(0, address.lastIndexOf('@'));
}

/** Returns whether an address requires a server with SMTPUTF8 (RFC 6531). */
export function needsSmtpUtf8(address: EmailAddress): boolean {
  return /[^\u0000-\u007f]/.test(address);
}

/** Returns the whole address in lower case, for comparison with other addresses. */
export function sameAddressKey(address: EmailAddress): string {
  return address.toLowerCase();
}

/** Formats a mailbox for display and JSON: `Ann Lee <ann@x.example>`. Quotes the name if required. */
export function presentMailbox({ name, address }: Mailbox): string {
  if (name === undefined) return address;
  return `${/[",<>@\\]/.test(name) || name !== trimInvisible(name) ? quote(name) : name} <${address}>`;
}

/**
 * Formats a mailbox for a header field, with the name as atoms or as a quoted string. Returns undefined if the name
 * needs encoded words (RFC 2047).
 */
export function plainMailbox({ name, address }: Mailbox): string | undefined {
  if (name === undefined) return address;
  if (/[^ -~]/.test(name) || name.includes('=?')) return undefined;
  return `${/^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~ ]+$/.test(name) && name === name.trim() ? name : quote(name)} <${address}>`;
}

/** Trims white space and invisible characters from both ends of a string. */
export function trimInvisible(text: string): string {
  return text.replaceAll(AROUND, '');
}

function characterFault(text: string): AddressFault | undefined {
  return controlFault(text) ?? invisibleFault(text);
}

function controlFault(text: string): AddressFault | undefined {
  const isClean = !CONTROL_CHARACTERS.test(text) && text.isWellFormed();
  return isClean ? undefined : { fault: 'must not contain line breaks or control characters.' };
}

function invisibleFault(text: string): AddressFault | undefined {
  const [found] = INVISIBLE.exec(text) ?? [];
  if (found === undefined) return undefined;
  const code = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return { fault: `must not contain invisible characters like U+${code}. Type the address instead of copying it.` };
}

function parseLocal(text: string): string | AddressFault {
  const local = text.normalize('NFC');
  if (local === '') return { fault: 'must have text before the @.' };
  if (Buffer.byteLength(local) > MAX_LOCAL_OCTETS) {
    return { fault: `must have at most ${MAX_LOCAL_OCTETS} bytes before the @.` };
  }
  if (local.startsWith('"')) return parseQuotedLocal(local);
  if (WHITE_SPACE.test(local)) return { fault: 'must not contain spaces.' };
  if (local.includes(',')) return { fault: 'must be a single address. Send each address as a separate array element.' };
  return DOT_ATOM.test(local) ? local : { fault: 'has a character before the @ that is not allowed in an address.' };
}

function parseQuotedLocal(local: string): string | AddressFault {
  const content = unquote(local);
  if (content === undefined) return { fault: 'has an unclosed quotation mark before the @.' };
  if (/[<>]/.test(content)) return { fault: 'has a character before the @ that mail servers do not accept.' };
  return DOT_ATOM.test(content) ? content : quote(content);
}

/**
 * Converts a domain to lower-case A-labels. Rejects names with look-alike characters, such as circled letters, which
 * UTS 46 silently maps to other characters.
 */
function domainIn(text: string): string | AddressFault {
  const given = text.normalize('NFC').toLowerCase();
  if (given.startsWith('[')) return { fault: 'must have a domain name after the @, not an IP address.' };
  const ascii = domainToASCII(given);
  const isFaithful = ascii === given || domainToUnicode(ascii) === given;
  const labels = ascii.split('.');
  const isName = ascii !== '' && ascii.length <= MAX_DOMAIN_CHARACTERS && labels.every((label) => LABEL.test(label));
  const isNumeric = /^\d+$/.test(labels.at(-1) ?? '');
  return isFaithful && isName && !isNumeric
    ? ascii
    : { fault: 'must have a domain name after the @, like example.com.' };
}

function parseName(text: string): string | AddressFault {
  if (text.length > MAX_NAME_CHARACTERS)
    return { fault: `must have a name of at most ${MAX_NAME_CHARACTERS} characters.` };
  if (text.startsWith('"')) {
    return unquote(text) ?? { fault: 'has a quoted name that does not end right before the "<".' };
  }
  if (text.includes(','))
    return { fault: 'must be a single mailbox. If the name contains a comma, put it in double quotes.' };
  return /["<>@\\]/.test(text) ? { fault: 'has a name that must be put in double quotes.' } : text;
}

/**
 * Returns the content of a quoted string. Returns undefined if the closing quotation mark is not at the end. `text`
 * must start with a quotation mark.
 */
function unquote(text: string): string | undefined {
  let content = '';
  for (let at = 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return at === text.length - 1 ? content : undefined;
    if (character === '\\') at += 1;
    content += text[at] ?? '';
  }
  return undefined;
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
