/** A string, split into the part that differs from another string and the equal parts before and after it. */
export interface Differing {
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}

/** Splits two strings into the part that differs and the equal parts before and after it. Pure. */
export function differenceOf(wanted: string, found: string): { readonly wanted: Differing; readonly found: Differing } {
  const shortest = Math.min(wanted.length, found.length);
  let head = 0;
  while (head < shortest && wanted[head] === found[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && wanted.at(-1 - tail) === found.at(-1 - tail)) tail += 1;
  const cut = (text: string): Differing => ({
    before: text.slice(0, head),
    differs: text.slice(head, text.length - tail),
    after: text.slice(text.length - tail),
  });
  return { wanted: cut(wanted), found: cut(found) };
}

/**
 * Returns the published value that is most similar to the required value, because the user probably published it for
 * that purpose. Returns undefined if there are no published values. Pure.
 */
export function nearestOf(wanted: string, found: readonly string[]): string | undefined {
  const likeness = (text: string): number => {
    const { before, after } = differenceOf(wanted, text).found;
    return before.length + after.length;
  };
  return found.toSorted((a, b) => likeness(b) - likeness(a))[0];
}

const NAMES: Readonly<Record<string, string>> = {
  dkim1: 'DKIM key',
  dkim2: 'Second DKIM key',
  dkim1_ed25519: 'DKIM key (Ed25519)',
  dkim2_ed25519: 'Second DKIM key (Ed25519)',
  spf: 'SPF',
  return_path: 'Return path',
  dmarc: 'DMARC policy',
  tls_rpt: 'TLS reports',
  tracking: 'Tracking links',
};

/** Returns the purpose of a DNS record in words. */
export function recordName(name: string): string {
  return NAMES[name] ?? name;
}
