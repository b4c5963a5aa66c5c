import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TemplateText } from '../../../mail/template.ts';
import { cutText, linkMark, namesIn, slotValues, substituted } from './substitute.ts';

const PATTERN = /%recipient(?:\.([^%\s]+))?%/;
const name = fc.constantFrom('', 'name', 'first_name_2', 'a.b', '__proto__', 'constructor', '$&');
const piece = fc.oneof(
  fc.string(),
  fc.constantFrom('100% of ', '%', '%recipient', '%recipient.%', '$1', '%recipient.unknown%'),
  name.map((each) => (each === '' ? '%recipient%' : `%recipient.${each}%`)),
);
const variables = fc.dictionary(name, fc.oneof(fc.string(), fc.constantFrom('%recipient.name%', '$&', '<b>')));

/** Renders a template for one recipient. */
function rendered(text: TemplateText, values: Readonly<Record<string, string>>): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'slot' in part && Object.hasOwn(values, part.slot) ? values[part.slot] : '';
    })
    .join('');
}

it('renders the same message from a template as for a single recipient', () => {
  fc.assert(
    fc.property(fc.array(piece), fc.array(variables, { minLength: 1, maxLength: 3 }), (pieces, recipients) => {
      const text = pieces.join('').replaceAll(/[\ufdd0\ufdd1]/g, '');
      const known = new Set(recipients.flatMap((own) => Object.keys(own)));
      const cut = cutText(text, PATTERN, known);
      const names = namesIn([text], PATTERN, known);
      for (const own of recipients) {
        const values = slotValues(names, own, (each) => (each === '' ? '%recipient%' : `%recipient.${each}%`));
        expect(rendered(cut, values)).toBe(substituted(text, PATTERN, own));
      }
    }),
  );
});

it('converts link marks to links and keeps the text around them', () => {
  const cut = cutText(`<a href="${linkMark(12)}">%recipient.name%</a>${linkMark(0)}`, PATTERN, new Set(['name']));
  expect(cut).toEqual(['<a href="', { link: 12 }, '">', { slot: 'name', as: 'text' }, '</a>', { link: 0 }]);
});
