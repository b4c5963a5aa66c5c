import { describe, expect, it } from 'vitest';
import { broadcastText, templateText } from './merge-tags.ts';

describe('merge tags', () => {
  it.each([
    ['Hi {{{FIRST_NAME|there}}}', 'Hi {{ contact.first_name | default: "there" }}'],
    ['Hi {{{contact.first_name}}}', 'Hi {{ contact.first_name }}'],
    ['<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">', '<a href="{{ unsubscribe_url }}">'],
    ['{{{ contact.city | the "old" town }}}', `{{ contact.city | default: 'the "old" town' }}`],
    ['{{ contact.city }} and {{{', '{{ contact.city }} and {{{'],
  ])('converts %j of a broadcast', (given, liquid) => {
    expect(broadcastText(given, 'html')).toBe(liquid);
  });

  it('uses the fallback of a template variable unless the tag has its own', () => {
    const fallbacks = { PRODUCT: 'tea' };
    expect(templateText('{{{PRODUCT}}} {{{PRODUCT|cake}}} {{{PRICE}}}', 'html', fallbacks)).toBe(
      '{{ PRODUCT | default: "tea" }} {{ PRODUCT | default: "cake" }} {{ PRICE }}',
    );
  });

  it('rejects a fallback that Liquid cannot express', () => {
    expect(() => broadcastText(`{{{FIRST_NAME|a "b" 'c'}}}`, 'html')).toThrow();
  });
});
