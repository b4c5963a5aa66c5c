/** Where everybody gets the pictures that accounts keep here. It never means anything else. */
export const OWN_IMAGES = '/i/';

/**
 * Headers of an answer that shows somebody's mail in a frame of our own pages. Without allow-scripts and allow-popups
 * nothing in it runs and no link opens, whatever was wrong with the HTML. Pictures of this installation, which is reached at
 * `baseUrl`, are shown; others are fetched only when that was asked for, because whoever sent the mail may then know that it is
 * looked at. Other paths of ours count as others: a picture that counts opens is one.
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
