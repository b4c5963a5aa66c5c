import { describe, expect, it } from 'vitest';
import { loadConfig, settings } from './config.ts';

/** What other settings need, so that one can be tried by itself. */
const BESIDE: Readonly<Record<string, string>> = { POSTRIDER_RESOLVER: '127.0.0.1' };

/** Settings that are on or off: what their table gives is a boolean. */
const switches = Object.entries(settings).filter(([, { parse }]) => typeof parse(undefined) === 'boolean');
/** The table, with settings that look like switches and are none. */
const documented = Object.values(settings).filter(({ shownDefault }) =>
  /^(?:on|off|0|1|true|false)$/.test(shownDefault),
);

describe('the proxies that are trusted', () => {
  it('are none unless they are named, this machine included', () => {
    expect(loadConfig({}).trustedProxies).toEqual([]);
    expect(loadConfig({ POSTRIDER_TRUSTED_PROXIES: '127.0.0.1, 2001:db8::/32' }).trustedProxies).toMatchObject([
      { address: '127.0.0.1', bits: 32 },
      { address: '2001:db8::', bits: 32 },
    ]);
  });

  it.each(['proxy.example', '10.0.0.0/40', '10.0.0.1;10.0.0.2', '127.0.0.1,'])('cannot be "%s"', (given) => {
    expect(() => loadConfig({ POSTRIDER_TRUSTED_PROXIES: given })).toThrow(
      'POSTRIDER_TRUSTED_PROXIES must be addresses or ranges like 10.0.0.0/8',
    );
  });
});

describe('settings that are on or off', () => {
  it('are all of them that the table shows so', () => {
    const numbers = Object.values(settings).filter(({ parse }) => typeof parse(undefined) === 'number');
    const named = documented.filter((setting) => !numbers.includes(setting as never)).map(({ env }) => env);
    expect(switches.map(([, { env }]) => env)).toEqual(named);
    expect(switches.length).toBeGreaterThan(5);
  });

  it.each(switches)('%s takes every word for it, in any case', (name, { env, doc, shownDefault }) => {
    const valueWith = (word: string): unknown => loadConfig({ ...BESIDE, [env]: word })[name as keyof typeof settings];
    for (const word of ['on', '1', 'true', 'yes', 'ON', 'True']) expect(valueWith(word)).toBe(true);
    for (const word of ['off', '0', 'false', 'no', 'Off', 'FALSE']) expect(valueWith(word)).toBe(false);
    expect(valueWith('')).toBe(shownDefault === 'on');
    expect(doc).toContain('`on` or `off`');
    for (const word of ['maybe', '2', 'onn']) {
      expect(() => loadConfig({ ...BESIDE, [env]: word })).toThrow(`${env} must be on or off`);
    }
  });
});
