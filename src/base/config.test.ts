import { describe, expect, it } from 'vitest';
import { loadConfig, settings } from './config.ts';

/** Other settings that must be set for a setting to be valid, so that each setting can be tested separately. */
const BESIDE: Readonly<Record<string, string>> = { POSTRIDER_RESOLVER: '127.0.0.1' };

/** Boolean settings, recognized by the type of their parsed default. */
const switches = Object.entries(settings).filter(([, { parse }]) => typeof parse(undefined) === 'boolean');
/** Settings whose documented default looks like a boolean, including number settings with the default 0 or 1. */
const documented = Object.values(settings).filter(({ shownDefault }) =>
  /^(?:on|off|0|1|true|false)$/.test(shownDefault),
);

describe('trusted proxies', () => {
  it('are empty by default, even without loopback, and accept addresses and ranges', () => {
    expect(loadConfig({}).trustedProxies).toEqual([]);
    expect(loadConfig({ POSTRIDER_TRUSTED_PROXIES: '127.0.0.1, 2001:db8::/32' }).trustedProxies).toMatchObject([
      { address: '127.0.0.1', bits: 32 },
      { address: '2001:db8::', bits: 32 },
    ]);
  });

  it.each(['proxy.example', '10.0.0.0/40', '10.0.0.1;10.0.0.2', '127.0.0.1,'])('reject "%s"', (given) => {
    expect(() => loadConfig({ POSTRIDER_TRUSTED_PROXIES: given })).toThrow(
      'POSTRIDER_TRUSTED_PROXIES must be addresses or ranges like 10.0.0.0/8',
    );
  });
});

describe('boolean settings', () => {
  it('are exactly the settings whose documented default is on or off', () => {
    const numbers = Object.values(settings).filter(({ parse }) => typeof parse(undefined) === 'number');
    const named = documented.filter((setting) => !numbers.includes(setting as never)).map(({ env }) => env);
    expect(switches.map(([, { env }]) => env)).toEqual(named);
    expect(switches.length).toBeGreaterThan(5);
  });

  it.each(switches)('%s accepts every spelling of on and off in any case', (name, { env, doc, shownDefault }) => {
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
