/** Public path of the images hosted for accounts. The path has no other use. */
export const OWN_IMAGES = '/i/';

/**
 * Returns the headers for a response that shows an email in a frame on our own pages. Without allow-scripts and
 * allow-popups, no script in the email runs and no link opens, whatever the HTML contains. Images hosted at `baseUrl`
 * are shown. Other images are only loaded on request, because they tell the sender that the email was viewed. Other
 * paths on this installation count as other images, because a tracking pixel has such a path.
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
