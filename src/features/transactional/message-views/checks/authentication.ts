import type { Check, Verdict } from '../present.ts';
import { checked, type SendingAddresses } from './facts.ts';
import type { QueryDns } from './dns.ts';

/** A message as it is sent to a receiver. */
export interface Offered {
  readonly data: Buffer;
  readonly envelopeFrom: string;
  /** The domain of the From address. */
  readonly domain: string;
  readonly isSandbox: boolean;
  readonly sending: SendingAddresses;
  readonly hostname: string;
}

/** The properties of the verifier's result that the checks use. */
interface Verified {
  readonly dkim: readonly {
    readonly domain: string;
    readonly selector: string;
    readonly algorithm: string;
    readonly result: string;
    readonly comment: string | undefined;
    readonly record: string | undefined;
  }[];
  readonly spf: { readonly result: string; readonly domain: string; readonly record: string | undefined } | undefined;
  readonly dmarc: { readonly result: string; readonly policy: string | undefined; readonly record: string | undefined };
}

/**
 * Verifies DKIM, SPF, and DMARC for a message, with keys and policies from DNS. The verification library is large, so
 * it is loaded on first use.
 */
export async function checkAuthentication(offered: Offered, ask: QueryDns): Promise<Check[]> {
  const verified = await verify(offered, ask);
  return [...judgeDkim(verified, offered), judgeSpf(verified, offered), judgeDmarc(verified, offered)];
}

async function verify({ data, envelopeFrom, hostname, sending }: Offered, resolver: QueryDns): Promise<Verified> {
  const { authenticate } = await import('mailauth');
  const sender = sending.kind === 'known' ? sending.addresses[0] : undefined;
  const { dkim, dmarc, spf } = await authenticate(data, {
    ...(sender && { ip: sender.address, helo: sender.heloName }),
    sender: envelopeFrom,
    mta: hostname,
    resolver,
    disableArc: true,
    disableBimi: true,
  });
  return {
    dkim: dkim.results.map((one) => ({
      domain: one.signingDomain ?? '',
      selector: one.selector ?? '',
      algorithm: one.algo ?? '',
      result: one.status.result,
      comment: one.status.comment,
      record: one.rr,
    })),
    spf: spf ? { result: spf.status.result, domain: spf.domain, record: spf.rr } : undefined,
    dmarc: {
      result: dmarc ? dmarc.status.result : 'none',
      policy: dmarc ? dmarc.policy : undefined,
      record: dmarc ? dmarc.rr : undefined,
    },
  };
}

/** Returns one check per DKIM signature, or one failed check if the message is not signed. Pure. */
export function judgeDkim(
  { dkim }: Pick<Verified, 'dkim'>,
  { domain, isSandbox }: Pick<Offered, 'domain' | 'isSandbox'>,
): Check[] {
  const title = 'DKIM signature';
  if (dkim.every(({ selector }) => selector === '')) {
    return [
      checked('dkim', title, 'fail', 'The email is not signed.', {
        fix: 'Make sure that the sender domain has a DKIM key.',
      }),
    ];
  }
  return dkim.map((one) => {
    const host = `${one.selector}._domainkey.${one.domain}`;
    const id = `dkim-${one.selector}`;
    const about = `${title} ${one.selector}`;
    const records = one.record ? { records: [{ host, type: 'TXT', value: one.record }] } : {};
    if (one.result === 'pass') {
      const aligned = one.domain === domain ? '' : `, which does not match the From domain ${domain}`;
      return checked(
        id,
        about,
        'pass',
        `The signature is valid (${one.algorithm}) with the key at ${host}${aligned}.`,
        records,
      );
    }
    if (isSandbox) {
      const why = 'The DKIM key of the sandbox domain is not in DNS, because only this installation uses the domain.';
      return checked(id, about, 'unknown', why);
    }
    if (one.result === 'temperror') {
      return checked(id, about, 'unknown', `The DNS lookup of ${host} failed.`, {
        fix: 'Try again later.',
      });
    }
    const why = `The signature is not valid: ${one.comment ?? one.result}.`;
    const fix = `Publish the TXT record at ${host} as shown on the page of the sender domain.`;
    return checked(id, about, 'fail', why, { fix, ...records });
  });
}

const SPF_VERDICTS: Readonly<Record<string, Verdict>> = {
  pass: 'pass',
  fail: 'fail',
  softfail: 'warn',
  neutral: 'warn',
  none: 'warn',
  permerror: 'fail',
  temperror: 'unknown',
};

/** Checks that the envelope sender's domain allows the sending address (RFC 7208). Pure. */
export function judgeSpf({ spf }: Pick<Verified, 'spf'>, { sending }: Pick<Offered, 'sending'>): Check {
  const title = 'SPF of the sending IP address';
  if (sending.kind === 'unknown') return checked('spf', title, 'unknown', sending.why);
  const address = sending.addresses[0]?.address ?? '';
  if (!spf) return checked('spf', title, 'unknown', 'The envelope sender could not be checked.');
  const records = spf.record ? { records: [{ host: spf.domain, type: 'TXT', value: spf.record }] } : {};
  const verdict = SPF_VERDICTS[spf.result] ?? 'unknown';
  if (verdict === 'pass') return checked('spf', title, 'pass', `${spf.domain} allows ${address}.`, records);
  if (verdict === 'unknown') return checked('spf', title, 'unknown', `The DNS lookup of ${spf.domain} failed.`);
  const mechanism = `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`;
  const fix = spf.record
    ? `Add ${mechanism} to the SPF record of ${spf.domain}, before its "all" mechanism.`
    : `Publish a TXT record at ${spf.domain}: v=spf1 ${mechanism} ~all`;
  const why =
    spf.result === 'none' ? `${spf.domain} has no SPF record.` : `${spf.domain} returns ${spf.result} for ${address}.`;
  return checked('spf', title, verdict, why, { fix, ...records });
}

/** Checks that DKIM or SPF authenticates the From domain (RFC 7489). Pure. */
export function judgeDmarc(
  { dkim, dmarc }: Pick<Verified, 'dkim' | 'dmarc'>,
  { domain, isSandbox }: Pick<Offered, 'domain' | 'isSandbox'>,
): Check {
  const title = 'DMARC alignment';
  const host = `_dmarc.${domain}`;
  const records = dmarc.record ? { records: [{ host, type: 'TXT', value: dmarc.record }] } : {};
  if (dmarc.result === 'pass') {
    const by = dkim.some(({ result }) => result === 'pass') ? 'DKIM' : 'SPF';
    return checked(
      'dmarc',
      title,
      'pass',
      `${by} is aligned with ${domain} (policy: ${dmarc.policy ?? 'none'}).`,
      records,
    );
  }
  if (isSandbox)
    return checked(
      'dmarc',
      title,
      'unknown',
      'The sandbox domain has no DMARC record, because the domain is not in DNS.',
    );
  if (dmarc.result === 'none') {
    const fix = `Publish a TXT record at ${host}: v=DMARC1; p=none`;
    return checked(
      'dmarc',
      title,
      'warn',
      `${domain} has no DMARC record. Large mailbox providers require a DMARC record.`,
      {
        fix,
      },
    );
  }
  if (dmarc.result !== 'fail') return checked('dmarc', title, 'unknown', `The DNS lookup of ${host} failed.`);
  const why = `Neither DKIM nor SPF is aligned with ${domain} (policy: ${dmarc.policy ?? 'none'}).`;
  return checked('dmarc', title, 'fail', why, { fix: 'Fix the DKIM record of the domain first.', ...records });
}
