import { Type } from 'typebox';
import { parserOf } from './parser.ts';

/** View settings of a page that shows an email in a frame. */
export const FRAME_FIELDS = {
  mode: Type.Optional(Type.String({ description: '`light` (default) or `dark`.' })),
  images: Type.Optional(Type.String({ description: 'Set to 1 to load remote images.' })),
  part: Type.Optional(Type.String({ description: '`html` (default), or `text` for the plain text part.' })),
};

type FrameFields = { readonly [Name in keyof typeof FRAME_FIELDS]?: string };

/** Parses the view settings of a frame. */
export function frameSettingsOf(
  { images, mode = 'light', part = 'html' }: FrameFields,
  fail: (field: string, sentence: string) => void,
) {
  if (mode !== 'light' && mode !== 'dark') fail('mode', 'must be `light` or `dark`.');
  if (part !== 'html' && part !== 'text') fail('part', 'must be `html` or `text`.');
  return { mode: mode === 'dark' ? 'dark' : 'light', images: images === '1', isText: part === 'text' } as const;
}

/** Parses the view settings of a page that shows an email in a frame. */
export const frameQuery = parserOf(Type.Object(FRAME_FIELDS), frameSettingsOf);

/** Public path of images hosted for accounts. No other route uses this path. */
export const OWN_IMAGES = '/i/';

/**
 * Returns the headers of a response that shows an email in a frame on our own pages. Without allow-scripts and
 * allow-popups, no script in the email runs and no link opens, whatever the HTML contains.
 *
 * Images hosted at `baseUrl` are shown. Other images tell the sender that the email was viewed, so they are loaded only
 * on request. Other paths on this installation are also loaded only on request, because tracking pixels have such
 * paths.
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
