import { getServers } from 'node:dns';
import { createResolver, type DnsAnswer } from '../../base/dns.ts';
import type { Installation } from '../installation.ts';
import { fine, problem, warning, type Finding } from './finding.ts';

const SUBJECT = 'DNS server';
const ANSWERS_WITHIN_MS = 5_000;
const REMEDY = 'Fix or remove it: POSTRIDER_RESOLVER, or the DNS servers of this machine (/etc/resolv.conf).';

/** Asks every DNS server for the mail servers of `probeDomain`; whatever it answers counts as an answer. */
export async function examineResolvers({ clock, config }: Installation, probeDomain: string): Promise<Finding[]> {
  if (config.delivery === 'inbox') return [];
  const servers = config.resolver?.split(',').map((server) => server.trim()) ?? getServers();
  const answers = servers.map(async (server) => {
    const resolver = createResolver({ clock, servers: [server], timeoutMs: ANSWERS_WITHIN_MS });
    return { server, answer: await resolver.mx(probeDomain) };
  });
  return judgeResolvers(await Promise.all(answers));
}

/** One silent server makes each lookup slow; without any that answers, no message leaves. */
export function judgeResolvers(
  asked: readonly { readonly server: string; readonly answer: DnsAnswer<unknown> }[],
): Finding[] {
  if (asked.length === 0) return [problem(SUBJECT, 'no DNS server is configured', REMEDY)];
  const works = asked.some(({ answer }) => answer.kind !== 'failed');
  return asked.map(({ answer, server }) => {
    if (answer.kind !== 'failed') return fine(SUBJECT, `${server} responds`);
    // The reason of a server that was asked begins with its address.
    const message = answer.reason.includes(': ') ? answer.reason : `${server}: ${answer.reason}`;
    return (works ? warning : problem)(SUBJECT, message, REMEDY);
  });
}
