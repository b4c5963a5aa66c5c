import { beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import { createResolverDoubt, type ResolverDoubt } from './resolver-doubt.ts';

const MINUTE_MS = 60_000;

let nowMs: number;
let dead: (domain: string) => boolean;
let asked: string[];
let doubt: ResolverDoubt;

beforeEach(() => {
  nowMs = 1_000_000;
  dead = () => false;
  asked = [];
  doubt = createResolverDoubt({
    clock: { now: () => nowMs },
    log: silentLog,
    random: () => 0.5,
    hasServers: async (domain) => {
      asked.push(domain);
      return !dead(domain);
    },
  });
});

const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_none, no) => `${name}${no}.example`);

/**
 * Looks up domains without mail servers one after the other. For each domain, returns whether the resolver was
 * suspected to be faulty.
 */
async function lose(domains: readonly string[]): Promise<boolean[]> {
  const doubted: boolean[] = [];
  for (const domain of domains) doubted.push(await doubt.isDoubtful(domain));
  return doubted;
}

describe('a DNS resolver', () => {
  it('is trusted when one domain does not exist', async () => {
    for (const domain of names(20, 'good-')) doubt.noteFound(domain);
    dead = () => true;
    expect(await lose(['typo.example', 'typo.example', 'typo.example'])).toEqual([false, false, false]);
    expect(asked).toEqual([]);
  });

  it('is doubted when it reports many domains as missing, including some that had mail servers before', async () => {
    for (const domain of names(10, 'good-')) doubt.noteFound(domain);
    dead = () => true;
    const doubted = await lose(names(20, 'new-'));
    expect(doubted.slice(5)).toEqual(Array.from({ length: 15 }, () => true));
    expect(asked.length).toBeLessThanOrEqual(8);
  });

  it('is doubted when it reports as missing only two domains that had mail servers before', async () => {
    for (const domain of names(3, 'good-')) doubt.noteFound(domain);
    dead = () => true;
    expect(await lose(['good-0.example', 'good-1.example'])).toEqual([false, true]);
  });

  it('is trusted when messages are sent to a thousand invented domains, and needs only a few queries a minute', async () => {
    for (const domain of names(4, 'good-')) doubt.noteFound(domain);
    expect(await lose(names(1_000, 'invented-'))).not.toContain(true);
    expect(asked.length).toBeLessThanOrEqual(8);
    nowMs += MINUTE_MS;
    await lose(names(1_000, 'other-'));
    expect(asked.length).toBeLessThanOrEqual(16);
  });

  it('is trusted when names are invented below existing domains, or below a domain of the sender', async () => {
    for (const domain of names(20, 'good-')) doubt.noteFound(domain);
    expect(await lose(names(20, 'good-').map((domain) => `x.${domain}`))).not.toContain(true);
    for (const domain of names(100, 'sub-')) doubt.noteFound(`${domain}.evil.example`);
    dead = (domain) => domain.endsWith('.evil.example');
    expect(await lose(names(100, 'sub-').map((domain) => `${domain}.evil.example`))).not.toContain(true);
  });

  it('that never gave a correct answer is doubted from the tenth domain on, until it gives one', async () => {
    expect(await lose(names(12, 'new-'))).toEqual([...Array.from({ length: 9 }, () => false), true, true, true]);
    doubt.noteFound('good.example');
    nowMs += MINUTE_MS;
    expect(await lose(names(20, 'invented-'))).not.toContain(true);
  });

  it('is trusted again once it gives correct answers, and checked at most once a minute', async () => {
    for (const domain of names(10, 'good-')) doubt.noteFound(domain);
    dead = () => true;
    await lose(names(10, 'new-'));
    dead = () => false;
    expect(await doubt.isDoubtful('typo.example')).toBe(true);
    nowMs += MINUTE_MS;
    expect(await doubt.isDoubtful('typo.example')).toBe(false);
  });

  it('is checked once for several concurrent lookups', async () => {
    for (const domain of names(8, 'good-')) doubt.noteFound(domain);
    dead = () => true;
    const doubted = await Promise.all(names(50, 'new-').map((domain) => doubt.isDoubtful(domain)));
    expect(doubted.slice(4)).toEqual(Array.from({ length: 46 }, () => true));
    expect(asked).toHaveLength(8);
  });
});
