import { expect, it } from 'vitest';
import { growthOf, LINEAR } from '../../../../test/support/growth.ts';
import { htmlOfText } from './text.ts';

const flat = (text: string): string => htmlOfText(text).markup.replaceAll(/\n/g, '');

it.each<[string, string, string]>([
  ['paragraphs and line breaks', 'One\ntwo\n\n \nThree', '<p>One<br />two</p><p>Three</p>'],
  ['headings', '# A\n### B\ntext', '<h2>A</h2><h3>B</h3><p>text</p>'],
  ['lists', 'Before\n- one\n* two\nafter', '<p>Before</p><ul><li>one</li><li>two</li></ul><p>after</p>'],
  ['emphasis', '**so** and *so*', '<p><strong>so</strong> and <em>so</em></p>'],
  [
    'links',
    'See [our shop](https://x.example/a?b=1&c=2).',
    '<p>See <a href="https://x.example/a?b=1&amp;c=2">our shop</a>.</p>',
  ],
  ['email addresses', '[write](mailto:a@x.example)', '<p><a href="mailto:a@x.example">write</a></p>'],
  ['empty text', '', ''],
])('converts %s to HTML', (_, text, html) => {
  expect(flat(text)).toBe(html);
});

it.each<[string, string]>([
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['[x](https://a"onclick="b)', '<p>[x](https://a&quot;onclick=&quot;b)</p>'],
  ['**<b>**', '<p><strong>&lt;b&gt;</strong></p>'],
  ['# <i>', '<h2>&lt;i&gt;</h2>'],
  ['- <u>', '<ul><li>&lt;u&gt;</li></ul>'],
  ['#hashtag and 2*3*4', '<p>#hashtag and 2<em>3</em>4</p>'],
])('escapes unsupported markup in %s', (text, html) => {
  expect(flat(text)).toBe(html);
});

it.each(['**', '*', '[', '[a](https://', '# ', '- ', '\n\n'])('parses unclosed %j in linear time', (mark) => {
  const growth = growthOf((size) => void htmlOfText(mark.repeat(size / mark.length)), 2_500);
  expect(growth).toBeLessThan(LINEAR);
});
