/** Maximum number of bytes read from a policy (RFC 8461 section 3.3). */
export const MAX_POLICY_BYTES = 64 * 1024;
/** Maximum number of server names and patterns in a policy. */
export const MAX_POLICY_HOSTS = 1_000;
/** Maximum lifetime of a policy, in seconds: about a year (RFC 8461 section 3.2). */
export const MAX_POLICY_AGE_SECONDS = 31_557_600;

/**
 * Policy mode, which determines what a sender does if a mail server violates the policy: nothing (`none`), send a
 * report (`testing`), or not deliver to the server (`enforce`). See RFC 8461 section 5.
 */
export type MtaStsMode = 'none' | 'testing' | 'enforce';

/** A domain's TLS requirements for its mail servers (RFC 8461 section 3.2). */
export interface MtaStsPolicy {
  readonly mode: MtaStsMode;
  /** From 0 to MAX_POLICY_AGE_SECONDS. */
  readonly maxAgeSeconds: number;
  /** Names of mail servers in lower case. '*.' stands for exactly one label. */
  readonly hosts: readonly string[];
}

const RECORD_START = 'v=STSv1;';
const RECORD_FIELD = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31})=([\x21-\x3a\x3c\x3e-\x7e]+)$/;
const RECORD_ID = /^[A-Za-z0-9]{1,32}$/;
const FIELD_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/;
const MAX_AGE = /^\d{1,10}$/;
const HOST_PATTERN = /^(?=.{1,255}$)(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*\.?$/;

/**
 * Returns the ID of a domain's policy from the TXT records at '_mta-sts.<domain>'. Returns undefined if there is not
 * exactly one record, or if it is malformed (RFC 8461 section 3.1).
 */
export function parseMtaStsRecords(texts: readonly string[]): string | undefined {
  const [record, ...others] = texts.filter((text) => text.startsWith(RECORD_START));
  if (record === undefined || others.length > 0) return undefined;
  const fields = record
    .slice(RECORD_START.length)
    .split(';')
    .map((field) => field.trim());
  // A trailing delimiter is allowed.
  if (fields.at(-1) === '') fields.pop();
  const parsed = fields.map((field) => RECORD_FIELD.exec(field));
  if (parsed.includes(null)) return undefined;
  const id = parsed.find((field) => field?.[1] === 'id')?.[2];
  return id !== undefined && RECORD_ID.test(id) ? id : undefined;
}

/** Parses a policy file (RFC 8461 section 3.2). Returns undefined if the file is malformed. Ignores unknown fields. */
export function parseMtaStsPolicy(text: string): MtaStsPolicy | undefined {
  const fields = fieldsOf(text);
  if (!fields) return undefined;
  const { hosts, values } = fields;
  const mode = modeOf(values.get('mode'));
  const maxAge = values.get('max_age') ?? '';
  if (values.get('version') !== 'STSv1' || mode === undefined || !MAX_AGE.test(maxAge)) return undefined;
  if (mode !== 'none' && hosts.length === 0) return undefined;
  return { mode, maxAgeSeconds: Math.min(Number(maxAge), MAX_POLICY_AGE_SECONDS), hosts };
}

function fieldsOf(text: string): { hosts: readonly string[]; values: ReadonlyMap<string, string> } | undefined {
  const hosts: string[] = [];
  const values = new Map<string, string>();
  for (const line of linesOf(text)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    const value = line.slice(colon + 1).trim();
    if (!FIELD_NAME.test(name)) return undefined;
    if (name !== 'mx') {
      // If a field occurs twice, the first one applies.
      if (!values.has(name)) values.set(name, value);
      continue;
    }
    const host = value.toLowerCase();
    if (!HOST_PATTERN.test(host) || hosts.length === MAX_POLICY_HOSTS) return undefined;
    hosts.push(host.replace(/\.$/, ''));
  }
  return { hosts, values };
}

/** Splits text into lines, which end with LF or CRLF. The last line may have no line ending. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}

function modeOf(text: string | undefined): MtaStsMode | undefined {
  return text === 'none' || text === 'testing' || text === 'enforce' ? text : undefined;
}

/**
 * Returns whether a policy lists a mail server (RFC 8461 section 4.1). '*.x.example' matches 'a.x.example', but neither
 * 'a.b.x.example' nor 'x.example'.
 */
export function isListedHost(policy: MtaStsPolicy, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const dot = name.indexOf('.');
  const pattern = dot > 0 ? `*${name.slice(dot)}` : undefined;
  return policy.hosts.some((listed) => listed === name || listed === pattern);
}
