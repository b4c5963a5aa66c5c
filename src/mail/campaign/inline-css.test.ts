import { describe, expect, it } from 'vitest';
import { inlineCss } from './inline-css.ts';

describe('inlineCss', () => {
  it.each<readonly [string, string, string, string]>([
    ['a type selector', 'p { color: red }', '<p>', '<p style="color:red">'],
    ['a class selector', '.a{color:red}', '<p class="b a">', '<p style="color:red" class="b a">'],
    ['an ID selector', '#a{color:red}', "<p id='a'>", `<p style="color:red" id='a'>`],
    ['an attribute selector', '[align=right]{color:red}', '<p align="right">', '<p style="color:red" align="right">'],
    ['a selector list', 'h1, p.a{color:red}', '<p class=a>', '<p style="color:red" class=a>'],
    ['a descendant selector', 'div p{color:red}', '<div><b><p>', '<div><b><p style="color:red">'],
    ['a child selector', 'div>p{color:red}', '<div><p></p><b><p>', '<div><p style="color:red"></p><b><p>'],
    ['a child of an indirect ancestor', 'i > b p{color:red}', '<i><b><b><p>', '<i><b><b><p style="color:red">'],
    ['a void element', 'br{color:red} br b{color:blue}', '<br/><b>', '<br style="color:red"/><b>'],
    [
      'the strongest rule last',
      '#a{color:red}.a{color:blue;margin:0}p{color:green}',
      '<p id="a" class="a">',
      '<p style="margin:0;color:red" id="a" class="a">',
    ],
    ['the later of equal rules last', 'p{color:red}p{color:blue}', '<p>', '<p style="color:blue">'],
    [
      'rules after an HTML comment',
      '<!-- p{color:a} --> b{margin:0}',
      '<p><b>',
      '<p style="color:a"><b style="margin:0">',
    ],
    [
      'a URL that contains semicolons',
      'p{background:url(data:image/gif;base64,R0l=) x;color:a}',
      '<p>',
      '<p style="background:url(data:image/gif;base64,R0l=) x;color:a">',
    ],
    [
      'a fallback for older clients',
      'p{color:red;color:color-mix(in srgb,red,blue);display:block;display:flex}',
      '<p>',
      '<p style="color:red;color:color-mix(in srgb,red,blue);display:block;display:flex">',
    ],
    [
      'a fallback from a weaker rule',
      'p{color:red}p.a{color:oklch(1 0 0)}',
      '<p class=a>',
      '<p style="color:red;color:oklch(1 0 0)" class=a>',
    ],
    ['a sibling selector', 'a + p{color:red}', '<a></a><p>', '<a></a><p style="color:red">'],
    ['a negation', 'p:not(.a){color:red}', '<p class="a"><p>', '<p class="a"><p style="color:red">'],
    ['an escaped class name', '.a\\:b{color:red}', '<p class="a:b">', '<p style="color:red" class="a:b">'],
    [
      'omitted end tags',
      'td{color:red}',
      '<table><tr><td>1<td>2</table>',
      '<table><tr><td style="color:red">1<td style="color:red">2</table>',
    ],
    ['an unquoted style attribute', 'p{margin:0}', '<p style=color:b>', '<p style="margin:0;color:b">'],
    [
      'quotes in an unquoted style attribute',
      'p{margin:0}',
      '<p style=font-family:"A">',
      `<p style='margin:0;font-family:"A"'>`,
    ],
    ['a style attribute without a value', 'p{margin:0}', '<p style>', '<p style="margin:0">'],
    [
      'an important declaration in the style attribute',
      'p{color:a!important}',
      "<p style='color:b !important'>",
      "<p style='color:b !important;color:a'>",
    ],
    [
      'an existing style attribute',
      'p{color:a;margin:0}',
      '<p style="color:b;">',
      '<p style="color:a;margin:0;color:b">',
    ],
    [
      'an important declaration in the style sheet',
      'p{color:a !important}',
      '<p style="color:b">',
      '<p style="color:b;color:a">',
    ],
    ['quoted values', 'p{font-family:"A B"}', '<p>', '<p style="font-family:&quot;A B&quot;">'],
    [
      'the other kind of quotes',
      "p{font-family:'A'}",
      "<p style='color:b'>",
      "<p style='font-family:&#39;A&#39;;color:b'>",
    ],
    ['CSS comments', '/* p{ */ p{color:/**/red}', '<p>', '<p style="color:red">'],
    [
      'Liquid outputs',
      'p{color:a}',
      '<p style="color:{{ c | default: "b" }}" title="{{ t }}">',
      '<p style="color:a;color:{{ c | default: "b" }}" title="{{ t }}">',
    ],
  ])('inlines %s', (_name, css, html, expected) => {
    const style = `<style>${css}</style>`;
    expect(inlineCss(style + html)).toBe(style + expected);
  });

  it.each([
    ['p:hover{color:red}', '<p>'],
    ['a:visited{color:red}', '<a>'],
    ['p, p:unheard-of{color:red}', '<p>'],
    ['p::before{color:red}', '<p>'],
    ['@layer a{p{color:red}}', '<p>'],
    ['p{color:red;color:blue!important}', '<br>'],
    ['@media (max-width: 9px){p{color:red}}', '<p>'],
    ['@import "x";', '<p>'],
    ['p{color:{{ c }}}', '<p>'],
    ['p{color:<script>}', '<p>'],
    ['p{behavior}', '<p>'],
    ['.a{color:red}', '<p class="{{ a }}">'],
    ['p{color:red}', '<!-- <p> -->'],
    ['head{color:red}', '<head>'],
  ])('does not inline %s into %s', (css, html) => {
    expect(inlineCss(`<style>${css}</style>${html}`)).toBe(`<style>${css}</style>${html}`);
  });

  it.each<readonly [name: string, css: string, html: string, cssAfter: string, htmlAfter: string]>([
    [
      'a :hover state',
      'a{color:red}a:hover{color:blue}',
      '<a>',
      'a{color:red}a:hover{color:blue !important}',
      '<a style="color:red">',
    ],
    [
      'a media query',
      '.a{width:50%}@media (max-width:9px){.a{width:100% ; color:red}}',
      '<p class="a">',
      '.a{width:50%}@media (max-width:9px){.a{width:100% !important ; color:red}}',
      '<p style="width:50%" class="a">',
    ],
  ])('marks a stronger declaration in %s as important', (_name, css, html, cssAfter, htmlAfter) => {
    expect(inlineCss(`<style>${css}</style>${html}`)).toBe(`<style>${cssAfter}</style>${htmlAfter}`);
  });

  it.each<readonly [name: string, css: string, html: string]>([
    ['a style attribute on a matching element', 'p{color:red}p:hover{color:blue}', '<p style="color:green"><p>'],
    ['a rule that may match the elements', 'p{color:red}.a{color:{{ c }}}', '<p class="a">'],
    ['a class written by Liquid', 'p{color:red}.a{color:blue}', '<p class="{{ a }}">'],
    ['an attribute written by Liquid', 'p{color:red}.a{color:blue}', '<p {% if a %}class="a"{% endif %}>'],
    ['Liquid blocks in the style sheet', '{% if a %}.b{}.a{color:blue}{% endif %}.c{color:red}', '<p class="a c">'],
    ['positions that Liquid blocks change', 'p:first-child{color:red}', '{% if a %}<b></b>{% endif %}<p>'],
    ['cascade layers', 'p{color:red}@layer a{p{color:blue}}', '<p>'],
    ['the preview text, which is inserted later', '* {display:block}div:hover{display:flex}', '<div>'],
  ])('does not inline rules whose result would differ because of %s', (_name, css, html) => {
    expect(inlineCss(`<style>${css}</style>${html}`)).toBe(`<style>${css}</style>${html}`);
  });

  it('inlines only the declaration that wins', () => {
    const css = '<style>p{color:red}.a:hover{color:blue}p.b.c{color:green}</style>';
    expect(inlineCss(`${css}<p class="a b c">`)).toBe(`${css}<p style="color:green" class="a b c">`);
  });

  it('does not inline print style sheets', () => {
    const html = '<style media="print">p{color:red}</style><p>';
    expect(inlineCss(html)).toBe(html);
  });

  it('returns undefined if inlining takes too much work', () => {
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
  ])('handles half a megabyte of %j', (piece) => {
    const css = piece.repeat(Math.floor(500_000 / piece.length));
    const inlined = inlineCss(`<style>${css}</style>${'<p class="a">'.repeat(1_000)}`);
    expect(['string', 'undefined']).toContain(typeof inlined);
  });
});
