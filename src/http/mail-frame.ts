/**
 * Headers of an answer that shows somebody's mail in a frame of our own pages. Without allow-scripts and allow-popups
 * nothing in it runs and no link opens, whatever was wrong with the HTML; pictures are fetched from where they lie only
 * when that was asked for, because whoever sent the mail may then know that it is looked at.
 */
export function mailFrameHeaders(hasImages: boolean): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      'sandbox',
      "default-src 'none'",
      `img-src data:${hasImages ? ' https:' : ''}`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
  };
}
