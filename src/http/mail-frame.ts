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

/** Path prefix of the images hosted for accounts. */
export const OWN_IMAGES = '/i/';

/**
 * Returns the headers of a response that shows an email in a frame on our own pages. The sandbox blocks scripts and
 * popups.
 *
 * Images hosted for accounts at `baseUrl` are always loaded. Other images are loaded only if `hasImages` is true,
 * because loading them tells the sender that the email was viewed.
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
