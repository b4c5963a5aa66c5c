/** Public path of the images hosted for accounts. It is never used for anything else. */
export const OWN_IMAGES = '/i/';

/**
 * Returns the headers of a response that shows an email in a frame of our own pages. Without allow-scripts and
 * allow-popups, nothing in it runs and no link opens, whatever the HTML contains. Images hosted at `baseUrl` are shown;
 * other images are only loaded on request, because they tell the sender that the email was viewed. Other paths of this
 * installation count as other images, because a tracking pixel is one of them.
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
