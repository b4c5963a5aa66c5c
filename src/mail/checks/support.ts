import { fine, found, type Finding } from './finding.ts';

/** An HTML or CSS feature that some email clients do not support. */
export interface Unsupported {
  readonly title: string;
  readonly clients: readonly string[];
}

const MAX_SHOWN = 12;
const MAX_CLIENTS_SHOWN = 4;

/** Features that are not needed to read an email, including features that design blocks use. */
export const EXTRAS: ReadonlySet<string> = new Set([
  'color-scheme CSS property',
  'color-scheme meta tag',
  'target attribute',
  'lang attribute',
  'role attribute',
  // Some email clients replace `<body>` with a div that has the same styles.
  '<body> element',
  // Rules for phones and dark mode. Email clients that do not support them show the default styles.
  '@media',
  'Attribute selector',
  // Email clients that do not support `border-radius` show square corners.
  'border-radius',
  'overflow',
  // Yahoo treats `height` as a minimum height.
  'height property',
]);

/**
 * Reports features that some clients do not support, except `EXTRAS`. The features with the largest number of such
 * clients come first.
 */
export function judgeSupport(given: readonly Unsupported[]): Finding {
  const missed = given
    .filter(({ title }) => !EXTRAS.has(title))
    .toSorted((a, b) => b.clients.length - a.clients.length);
  if (missed.length === 0)
    return fine('client-support', 'Common email clients support all HTML and CSS features of the email.');
  const where = missed.slice(0, MAX_SHOWN).map(({ clients, title }) => {
    const rest = clients.length - MAX_CLIENTS_SHOWN;
    const named = clients.slice(0, MAX_CLIENTS_SHOWN).map(nameOf).join(', ');
    return `${title}: not supported by ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
  });
  const message = `${missed.length} ${missed.length === 1 ? 'feature is' : 'features are'} not supported by all email clients.`;
  return {
    ...found('client-support', 'warning', message, {
      fix: 'Make sure that the email is readable without these features.',
    }),
    where,
  };
}

/** Formats a client name: `gmail.desktop-webmail` -> `Gmail (desktop webmail)`. */
function nameOf(client: string): string {
  const [family = '', platform = ''] = client.split('.');
  const words = family.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} (${platform.replaceAll('-', ' ')})`;
}
