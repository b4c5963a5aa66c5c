import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Clock } from '../../../base/clock.ts';
import type { SmtpTarget } from '../../../smtp/connection.ts';
import type { RelayRoute } from '../../../smtp/relay-url.ts';

const KEPT_MS = 60_000;
const MAX_KEPT = 1_000;

/** Where a relay is, or why that is not known. */
export type FoundRelay =
  | { readonly kind: 'targets'; readonly targets: readonly SmtpTarget[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** Finds relays; never rejects. */
export interface RelayLookup {
  find(relay: RelayRoute): Promise<FoundRelay>;
}

/** Names of relays are looked up by the system (hosts file, container names), each at most once a minute. */
export function createRelayLookup(clock: Clock): RelayLookup {
  const kept = new Map<string, { readonly found: FoundRelay; readonly untilMs: number }>();
  return {
    async find(relay) {
      const key = JSON.stringify(relay);
      const known = kept.get(key);
      if (known && clock.now() < known.untilMs) return known.found;
      const found = await lookUp(relay);
      if (found.kind === 'failed') return found;
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, { found, untilMs: clock.now() + KEPT_MS });
      return found;
    },
  };
}

async function lookUp({ host, login, port, tls }: RelayRoute): Promise<FoundRelay> {
  try {
    const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true });
    const verifyTls = tls !== 'opportunistic';
    return {
      kind: 'targets',
      targets: addresses.map(({ address }): SmtpTarget => ({ host, address, port, tls, verifyTls, login })),
    };
  } catch (error) {
    return { kind: 'failed', reason: `the relay ${host} cannot be found (${(error as Error).message})` };
  }
}
