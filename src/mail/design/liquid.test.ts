import { expect, it } from 'vitest';
import { hasMixedQuotes, inAttribute } from './liquid.ts';

it.each([
  ['{{ name | default: "friend" }}', "{{ name | default: 'friend' }}"],
  ["{{ name | default: 'friend' }}", "{{ name | default: 'friend' }}"],
  [`{{ a | default: "b" }} and {{ c | default: 'd' }}`, `{{ a | default: 'b' }} and {{ c | default: 'd' }}`],
])('uses single quotes in an attribute: %s', (written, expected) => {
  expect(inAttribute(written)).toBe(expected);
  expect(hasMixedQuotes(written)).toBe(false);
});

it.each([`{{ name | default: 'say "hi"' }}`, `{{ name | default: "it's" }}`, `{{ a | default: "it's" | b: 'c' }}`])(
  'cannot use Liquid with both kinds of quotes in an attribute: %s',
  (written) => {
    expect(hasMixedQuotes(written)).toBe(true);
    expect(inAttribute(written)).not.toContain('{{');
  },
);
