import { Type } from 'typebox';
import { parserOf } from './parser.ts';

/** Parses the view settings of a page that shows an email in a frame. */
export const frameQuery = parserOf(
  Type.Object({
    mode: Type.Optional(Type.String({ description: '`light` (default) or `dark`.' })),
    images: Type.Optional(Type.String({ description: 'Set to 1 to load remote images.' })),
  }),
  ({ images, mode = 'light' }, fail) => {
    if (mode !== 'light' && mode !== 'dark') fail('mode', 'must be `light` or `dark`.');
    return { mode: mode === 'dark' ? 'dark' : 'light', images: images === '1' } as const;
  },
);

/** Public path of images hosted for accounts. Nothing else has this path. */
export const OWN_IMAGES = '/i/';

/**
 * Returns the headers of a response that shows an email in a frame on our own pages. Without allow-scripts and allow-popups,
 * no script in the email runs and no link opens, whatever the HTML contains.
 *
 * Images hosted at `baseUrl` are shown. Other images tell the sender that the email was viewed, so they are loaded only on
 * request. These include all other paths on this installation, because a tracking pixel has such a path.
 */
export function mailFrameHeaders(hasImages: boolean, baseUrl: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      'sandbox',
      "default-src 'none'",
      `img-src data: ${baseUrl}${OWN_IMAGES}${hasImages ? ' https:' : ''}`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
  };
}
