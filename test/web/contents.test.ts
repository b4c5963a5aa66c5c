import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../dashboard/src/actions.ts';
import { AREAS, areaOf } from '../../dashboard/src/areas.ts';
import { domainIn, itemsFor, type Known, type KnownPage } from '../../dashboard/src/components/palette-items.ts';

const SOURCES = fileURLToPath(new URL('../../dashboard/src', import.meta.url));

/** Components are compiled with different options than tests, so the table is imported without its types. */
const PAGES_MODULE: string = '../../dashboard/src/pages.ts';
const { SHELL_PAGES }: { SHELL_PAGES: readonly (KnownPage & { readonly place?: { readonly key?: string } })[] } =
  await import(PAGES_MODULE);

/** Shortcut letters that are reserved for automations and future pages. */
const LETTERS_LEFT = ['j', 'r', 'v'];

describe('the table of contents', () => {
  it('assigns each letter after g to one page and reserves letters for future pages', () => {
    const letters = SHELL_PAGES.flatMap(({ place }) => place?.key ?? []);
    expect([...new Set(letters)].toSorted()).toEqual(letters.toSorted());
    expect(letters.every((letter) => /^[a-z]$/.test(letter))).toBe(true);
    expect(letters.filter((letter) => LETTERS_LEFT.includes(letter))).toEqual([]);
  });

  it('has unique names and unique paths', () => {
    const once = (values: readonly string[]): void => expect(new Set(values).size).toBe(values.length);
    once(SHELL_PAGES.map(({ label }) => label));
    once(SHELL_PAGES.map(({ path }) => path));
    once(ACTIONS.map(({ label }) => label));
  });

  it('has every folder of pages in one area, and the pages of an area in its folders', () => {
    const folders = readdirSync(`${SOURCES}/pages`);
    expect(AREAS.flatMap((area) => area.folders).toSorted()).toEqual(folders.toSorted());
    for (const name of readdirSync(`${SOURCES}/contents`).filter((each) => each !== 'page-row.ts')) {
      const modules = [...readFileSync(`${SOURCES}/contents/${name}`, 'utf8').matchAll(/import\('\.\.([^']+)'\)/g)];
      expect(modules.length).toBeGreaterThan(0);
      for (const [, module = ''] of modules) expect(`${areaOf(module)}.ts`).toBe(name);
    }
  });

  it('has a page for each action', () => {
    const paths = SHELL_PAGES.map(({ path }) => path);
    expect(ACTIONS.filter(({ to }) => !paths.includes(to))).toEqual([]);
  });
});

describe('the palette', () => {
  const known: Known = {
    pages: SHELL_PAGES,
    actions: ACTIONS,
    deeds: [{ name: 'sign out', label: 'Sign out', words: 'log out leave' }],
    accounts: [{ id: 7, name: 'Contoso', email: 'post@contoso.example' }],
    domains: [{ id: 3, domain: 'northwind.example' }],
    found: [],
  };
  const first = (text: string): unknown => itemsFor(text, known)[0]?.deed;

  it.each([
    ['tm_0199aa', { what: 'go', to: '/messages/tm_0199aa' }],
    ['whd_0199aa', { what: 'go', to: '/webhooks/deliveries/whd_0199aa' }],
    ['message tm_1', { what: 'go', to: '/messages/tm_1' }],
    ['tag login code/de', { what: 'go', to: '/tags/login%20code%2Fde' }],
    ['Inbox email 12', { what: 'go', to: '/inbox/12' }],
    ['account ID 4', { what: 'go', to: '/operator/accounts/4' }],
    ['ann@example.com', { what: 'go', to: '/messages', filters: { to: 'ann@example.com' } }],
    ['Northwind.example', { what: 'go', to: '/domains/3' }],
    ['domain northwind.example', { what: 'go', to: '/domains/3' }],
    ['elsewhere.example', { what: 'domain', name: 'elsewhere.example' }],
    ['northw', { what: 'go', to: '/domains/3' }],
    ['mess', { what: 'go', to: '/messages' }],
    ['time machine', { what: 'go', to: '/webhooks/time-machine' }],
    ['audit', { what: 'go', to: '/account/audit' }],
    ['password', { what: 'go', to: '/security' }],
    ['invite', { what: 'go', to: '/team', filters: { do: 'invite' } }],
    ['make key', { what: 'go', to: '/keys', filters: { do: 'create' } }],
    ['add domain', { what: 'go', to: '/domains', filters: { do: 'add' } }],
    ['log out', { what: 'do', name: 'sign out' }],
    ['contoso', { what: 'account', id: 7 }],
    ['webhook deliv', { what: 'fill', text: 'Webhook delivery ' }],
  ])('for %s offers %j first', (text, deed) => {
    expect(first(text)).toEqual(deed);
  });

  it('offers objects that the server found, with the page or the contacts of each', () => {
    const found: Known['found'] = [
      { kind: 'campaign', id: 9, name: 'Tea time' },
      { kind: 'segment', id: 4, name: 'Tea drinkers' },
    ];
    expect(itemsFor('tea', { ...known, found }).slice(-2)).toEqual([
      { label: 'Tea time', kind: 'Campaign', deed: { what: 'go', to: '/campaigns/9' } },
      {
        label: 'Tea drinkers',
        kind: 'Segment',
        deed: { what: 'go', to: '/contacts', filters: { 'filter[segment_id]': '4' } },
      },
    ]);
  });

  it('finds nothing for unknown words, and lists everything without input', () => {
    expect(itemsFor('qqqq', known)).toEqual([]);
    const accounts = [{ id: 7, name: 'Zoé'.normalize('NFD'), email: 'zoe@x.example' }];
    for (const form of ['NFC', 'NFD']) {
      expect(itemsFor('switch to zoé'.normalize(form), { ...known, accounts })[0]?.deed).toEqual({
        what: 'account',
        id: 7,
      });
    }
    const all = itemsFor('', known);
    expect(all.length).toBeGreaterThan(SHELL_PAGES.length + ACTIONS.length);
    expect(domainIn('ann@example.com')).toBeUndefined();
    expect(domainIn('no domain at all')).toBeUndefined();
  });
});
