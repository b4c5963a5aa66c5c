import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../base/refusal.ts';
import { arrangeRules, findRule, MAX_ROUTES, parsePattern, parseRoutes, presentRoute } from './rules.ts';
import type { Rule, RuleMatch } from './types.ts';

const MAIL = { accountId: 7, class: 'campaign', recipientDomain: 'mx.shop.example', senderDomain: 'news.acme.example' };

function ruleOf(match: RuleMatch, id: number): Rule {
  return { id, routes: [], ...match };
}

/** Returns the index of the rule that matches MAIL with these changes. */
async function decided(matches: readonly RuleMatch[], changed: Partial<typeof MAIL> = {}): Promise<number | undefined> {
  const book = arrangeRules(matches.map(ruleOf));
  const mail = { ...MAIL, ...changed };
  const rule = await findRule(book, { ...mail, senderDomain: () => Promise.resolve(mail.senderDomain) });
  return rule?.id;
}

describe('the rule that decides', () => {
  it.each<[why: string, matches: readonly RuleMatch[], decides: number | undefined]>([
    ['undefined without rules', [], undefined],
    ['the one without conditions', [{}], 0],
    [
      'the one for the account, before all others',
      [{ senderDomain: 'news.acme.example', recipientDomain: 'mx.shop.example', class: 'campaign' }, { accountId: 7 }],
      1,
    ],
    [
      "the one for the sender's domain, before the recipient's",
      [{ recipientDomain: 'mx.shop.example', class: 'campaign' }, { senderDomain: '*.example' }],
      1,
    ],
    [
      "the one for the recipient's domain, before the class",
      [{ class: 'campaign' }, { recipientDomain: '*.example' }],
      1,
    ],
    ['the one for the class, before the general one', [{}, { class: 'campaign' }], 1],
    [
      'the one for an exact domain, before a suffix',
      [{ recipientDomain: '*.shop.example' }, { recipientDomain: 'mx.shop.example' }],
      1,
    ],
    [
      'the one for a long suffix, before a short one',
      [{ recipientDomain: '*.example' }, { recipientDomain: '*.shop.example' }],
      1,
    ],
    [
      'the one with more conditions, if they are otherwise equal',
      [
        { accountId: 7, recipientDomain: '*.example' },
        { accountId: 7, recipientDomain: '*.example', class: 'campaign' },
      ],
      1,
    ],
    ['the general one when the specific one is for another account', [{ accountId: 8 }, {}], 1],
    ['the general one when the specific one is for another class', [{ class: 'transactional' }, {}], 1],
    ['the general one when the specific one is for another sender', [{ senderDomain: 'acme.example' }, {}], 1],
    ['the general one when the specific one is for another recipient', [{ recipientDomain: 'shop.example' }, {}], 1],
    ['undefined when no rule matches', [{ accountId: 8 }, { class: 'automation' }], undefined],
    [
      'the one that matches, of two suffixes of the same length',
      [{ recipientDomain: '*.spot.example' }, { recipientDomain: '*.shop.example' }],
      1,
    ],
  ])('is %s', async (_, matches, decides) => {
    expect(await decided(matches)).toBe(decides);
  });

  it.each([
    ['*.shop.example', 'mx.shop.example', true],
    ['*.shop.example', 'a.b.shop.example', true],
    ['*.shop.example', 'shop.example', false],
    ['*.shop.example', '.shop.example', false],
    ['*.shop.example', 'workshop.example', false],
    ['shop.example', 'mx.shop.example', false],
    ['shop.example', 'SHOP.example', true],
  ])('with the pattern %s matches %s: %s', async (recipientDomain, domain, isMatch) => {
    expect(await decided([{ recipientDomain }], { recipientDomain: domain })).toBe(isMatch ? 0 : undefined);
  });

  it("looks up the sender's domain once, and only if a rule depends on it", async () => {
    let asked = 0;
    const senderDomain = () => {
      asked += 1;
      return Promise.resolve('x.example');
    };
    const about = (...matches: RuleMatch[]) => arrangeRules(matches.map(ruleOf));
    await findRule(about({ accountId: 8, senderDomain: 'a.example' }, { class: 'campaign' }), {
      ...MAIL,
      senderDomain,
    });
    expect(asked).toBe(0);
    await findRule(about({ senderDomain: 'a.example' }, { senderDomain: 'b.example' }), { ...MAIL, senderDomain });
    expect(asked).toBe(1);
  });

  it("rejects when the sender's domain cannot be determined", async () => {
    const senderDomain = () => Promise.reject(new Error('no mail'));
    const book = arrangeRules([{ id: 1, routes: [], senderDomain: 'a.example' }]);
    await expect(findRule(book, { ...MAIL, senderDomain })).rejects.toThrow('no mail');
  });
});

describe('routes', () => {
  it.each([
    ['inbox', ['inbox']],
    ['direct', ['direct']],
    [' direct:marketing ,relay:ses,  relay:default', ['direct:marketing', 'relay:ses', 'relay:default']],
  ])('are parsed from "%s"', (text, routes) => {
    expect(parseRoutes(text).map(presentRoute)).toEqual(routes);
  });

  it.each([
    '',
    ',',
    'direct,',
    'relay',
    'relay:',
    'direct:',
    'direct:default',
    'relay:Ses',
    'relay:a:b',
    'smtp:x',
    'direct,direct',
    'relay:\u0000',
  ])('are rejected if they are "%s"', (text) => {
    expect(() => parseRoutes(text)).toThrow(Refusal);
  });

  it(`are limited to ${MAX_ROUTES}`, () => {
    const routes = (count: number) => Array.from({ length: count }, (_, no) => `relay:r${no}`).join(',');
    expect(parseRoutes(routes(MAX_ROUTES))).toHaveLength(MAX_ROUTES);
    expect(() => parseRoutes(routes(MAX_ROUTES + 1))).toThrow(Refusal);
  });
});

describe('the domain of a rule', () => {
  it.each([
    ['Example.COM.', 'example.com'],
    ['*.Example.com', '*.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.de', '*.de'],
  ])('%s is stored as %s', (given, kept) => {
    expect(parsePattern('recipient', given)).toBe(kept);
  });

  it.each([
    '',
    '*',
    '*.',
    'a..b',
    '*.*.example',
    'x y.example',
    '[127.0.0.1]',
    `${'a'.repeat(64)}.example`,
    'a\u0000.example',
  ])('"%s" is rejected', (given) => {
    expect(() => parsePattern('recipient', given)).toThrow(Refusal);
  });
});
