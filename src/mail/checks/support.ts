import { fine, found, type Finding } from './finding.ts';

/** A feature of HTML or CSS that some mail programs do not know. */
export interface Unsupported {
  readonly title: string;
  readonly clients: readonly string[];
}

const MAX_SHOWN = 12;
const MAX_CLIENTS_SHOWN = 4;

/** What nobody misses where it is not known: it only adds to what is shown without it. What blocks are written with is here, too. */
export const EXTRAS: ReadonlySet<string> = new Set([
  'color-scheme CSS property',
  'color-scheme meta tag',
  'target attribute',
  'lang attribute',
  'role attribute',
  // It becomes a div with its styles.
  '<body> element',
  // Rules for telephones and dark screens; what they are not for stays as it is.
  '@media',
  'Attribute selector',
  // Corners are square then.
  'border-radius',
  // Yahoo makes a minimum of it.
  'height property',
]);

/** What the tables of mail programs say together: the features that most programs do not know first. */
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

/** `gmail.desktop-webmail` -> `Gmail (desktop webmail)`. */
function nameOf(client: string): string {
  const [family = '', platform = ''] = client.split('.');
  const words = family.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} (${platform.replaceAll('-', ' ')})`;
}
