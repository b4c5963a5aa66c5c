import { describe, expect, it } from 'vitest';
import { inlineCss } from './inline-css.ts';

describe('style sheets', () => {
  it.each<readonly [string, string, string, string]>([
    ['a type', 'p { color: red }', '<p>', '<p style="color:red">'],
    ['a class', '.a{color:red}', '<p class="b a">', '<p style="color:red" class="b a">'],
    ['an id', '#a{color:red}', "<p id='a'>", `<p style="color:red" id='a'>`],
    ['an attribute', '[align=right]{color:red}', '<p align="right">', '<p style="color:red" align="right">'],
    ['several at once', 'h1, p.a{color:red}', '<p class=a>', '<p style="color:red" class=a>'],
    ['a descendant', 'div p{color:red}', '<div><b><p>', '<div><b><p style="color:red">'],
    ['a child', 'div>p{color:red}', '<div><p></p><b><p>', '<div><p style="color:red"></p><b><p>'],
    ['a child of a farther one', 'i > b p{color:red}', '<i><b><b><p>', '<i><b><b><p style="color:red">'],
    ['an element without an end', 'br{color:red} br b{color:blue}', '<br/><b>', '<br style="color:red"/><b>'],
    [
      'the stronger one last',
      '#a{color:a}.a{color:b;margin:0}p{color:c}',
      '<p id="a" class="a">',
      '<p style="margin:0;color:a" id="a" class="a">',
    ],
    ['the later one last', 'p{color:a}p{color:b}', '<p>', '<p style="color:b">'],
    ['its own style', 'p{color:a;margin:0}', '<p style="color:b;">', '<p style="color:a;margin:0;color:b">'],
    ['what is important', 'p{color:a !important}', '<p style="color:b">', '<p style="color:b;color:a">'],
    ['quotes', 'p{font-family:"A B"}', '<p>', '<p style="font-family:&quot;A B&quot;">'],
    [
      'quotes of another kind',
      "p{font-family:'A'}",
      "<p style='color:b'>",
      "<p style='font-family:&#39;A&#39;;color:b'>",
    ],
    ['comments', '/* p{ */ p{color:/**/red}', '<p>', '<p style="color:red">'],
    [
      'Liquid',
      'p{color:a}',
      '<p style="color:{{ c | default: "b" }}" title="{{ t }}">',
      '<p style="color:a;color:{{ c | default: "b" }}" title="{{ t }}">',
    ],
  ])('with %s are written into elements', (_name, css, html, expected) => {
    const style = `<style>${css}</style>`;
    expect(inlineCss(style + html)).toBe(style + expected);
  });

  it.each([
    ['p:hover{color:red}', '<p>'],
    ['a + p{color:red}', '<a></a><p>'],
    ['@media (max-width: 9px){p{color:red}}', '<p>'],
    ['@import "x";', '<p>'],
    ['p{color:{{ c }}}', '<p>'],
    ['p{color:<script>}', '<p>'],
    ['p{behavior}', '<p>'],
    ['.a{color:red}', '<p class="{{ a }}">'],
    ['p{color:red}', '<!-- <p> -->'],
    ['head{color:red}', '<head>'],
  ])('%s leave %s as it is', (css, html) => {
    expect(inlineCss(`<style>${css}</style>${html}`)).toBe(`<style>${css}</style>${html}`);
  });

  it('for print stay where they are', () => {
    const html = '<style media="print">p{color:red}</style><p>';
    expect(inlineCss(html)).toBe(html);
  });

  it('that would take too much work are refused', () => {
    const deep = `<style>x ${'i b '.repeat(50)}u{color:red}</style>${'<i><b>'.repeat(300)}${'<u></u>'.repeat(200)}`;
    expect(inlineCss(deep)).toBeUndefined();
    const long = `<style>p{${'margin:0;'.repeat(20_000)}}</style>${'<p>'.repeat(20_000)}`;
    expect(inlineCss(long)).toBeUndefined();
    const much = `<style>p{background:url(${'x'.repeat(50_000)})}</style>${'<p>'.repeat(100)}`;
    expect(inlineCss(much)).toBeUndefined();
  });

  it.each([
    '{ ',
    '}',
    '/*',
    '"',
    'p{',
    'p{a:',
    '@media{',
    'p>',
    'p,',
    '.a',
    'p{}',
    '@x;',
    '\\',
    'p{a:b;',
    '*{a:b}',
    "p{a:'",
  ])('of half a megabyte of %j are read', (piece) => {
    const css = piece.repeat(Math.floor(500_000 / piece.length));
    const inlined = inlineCss(`<style>${css}</style>${'<p class="a">'.repeat(1_000)}`);
    expect(['string', 'undefined']).toContain(typeof inlined);
  });
});
