import { describe, expect, it } from 'vitest';
import { numberLinks, planCampaign, withoutTracking } from './track.ts';

function urls(html: string): string[] {
  return planCampaign(html).links.map(({ url }) => url);
}

describe('the links of a campaign', () => {
  it.each([
    [
      'beside Liquid with quotes',
      '<a title="{{ a | default: "b" }}" href="https://x.example/">',
      ['https://x.example/'],
    ],
    ['in a condition', '{% if a %}<a href="https://x.example/">{% endif %}', ['https://x.example/']],
    ['not where a condition stands at the attribute', '<a {% if a %}href="https://x.example/1"{% endif %}>', []],
    ['not with Liquid in the address', '<a href="https://x.example/{{ a }}"><a href="{{ a }}">', []],
    ['not with a tag in the address', '<a href="https://x.example/{% if a %}b{% endif %}">', []],
    [
      'not in raw',
      '{% raw %}<a href="https://x.example/1">{% endraw %}<a href="https://x.example/2">',
      ['https://x.example/2'],
    ],
    ['not in a comment of Liquid', '{% comment %}<a href="https://x.example/">{% endcomment %}', []],
    ['not in a comment of HTML', '<!-- <a href="https://x.example/"> -->', []],
    ['not where their author does not want it', '<a href="https://x.example/" data-no-track>', []],
    ['not of other schemes', '<a href="mailto:a@x.example"><a href="tel:+49"><a href="#top">', []],
  ])('are found %s', (_what, html, expected) => {
    expect(urls(html)).toEqual(expected);
  });

  it('are a thousand at most, and as many fewer as there are other marks', () => {
    const link = '<a href="https://x.example/">x</a>';
    expect(urls(link.repeat(1_100))).toHaveLength(1_000);
    expect(urls(`${'{{ a }}'.repeat(4_900)}${link.repeat(200)}`)).toHaveLength(98);
  });
});

describe('numbered links', () => {
  const html = '<body><a href=https://x.example/>a</a>{% if a %}</body>{% endif %}</body></html>';

  it('are Liquid that names their prefixes', () => {
    const written = numberLinks(html, planCampaign(html), { link: () => 3, pixel: 4, trap: 5 });
    expect(written).toContain('<body><a href="{{links[3]}}">a</a>');
    expect(written).toContain('<img src="{{links[4]}}" width="1" height="1" alt="">');
    expect(written).toMatch(/<a href="\{\{links\[5\]\}\}" style="display:none;[^"]*" aria-hidden="true" tabindex="-1"/);
  });

  it('are their addresses again without tracking, whatever these hold, and nothing else is left of it', () => {
    const own = '<body><a href="https://x.example/?a=1&amp;b=&#123;&#123;c">a</a><a href="{{links[0]}}">b</a></body>';
    const numbers = { link: () => 3, pixel: 4, trap: 5 };
    const tracked = numberLinks(own, planCampaign(own), numbers);
    const leads = { 3: { url: 'https://x.example/?a=1&b={{c' }, 4: 'pixel', 5: 'trap' } as const;
    expect(withoutTracking(tracked, (number) => leads[number as 3 | 4 | 5])).toBe(own);
  });

  it('stay as they are without a number', () => {
    const plan = planCampaign(html);
    expect(numberLinks(html, plan, { link: () => undefined, pixel: undefined, trap: undefined })).toBe(html);
  });
});
