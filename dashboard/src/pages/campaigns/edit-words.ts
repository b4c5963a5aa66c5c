import type { Choice } from '../../components/choice.ts';

/**
 * Returns the merge tags that users can insert: the built-in fields of contacts, the custom fields of the account, and
 * links. Pure.
 */
export function fieldTags(own: readonly { readonly name: string; readonly label: string }[]): readonly Choice[] {
  return [
    { value: '{{ contact.first_name | default: "there" }}', label: 'First name' },
    { value: '{{ contact.last_name }}', label: 'Last name' },
    { value: '{{ contact.email }}', label: 'Email' },
    ...own.map(({ label, name }) => ({ value: `{{ contact.${name} }}`, label })),
    { value: '{{ unsubscribe_url }}', label: 'Unsubscribe link' },
    { value: '{{ preferences_url }}', label: 'Preferences link' },
    { value: '{{ view_url }}', label: 'View-in-browser link' },
  ];
}

/** Returns the HTML for an image. The width is limited to 600 pixels. Pure. */
export function imageTag(image: { readonly url: string; readonly width: number; readonly alt: string }): string {
  const alt = image.alt
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('{', '&#123;');
  return `<img src="${image.url}" width="${Math.min(image.width, 600)}" alt="${alt}" style="max-width: 100%; height: auto">`;
}

/**
 * Returns the merge tags of `fieldTags` as choices whose values are only the names, such as `contact.first_name`. Pure.
 */
export function fieldNames(own: readonly { readonly name: string; readonly label: string }[]): readonly Choice[] {
  return fieldTags(own).map(({ label, value }) => ({ label, value: /[\w.]+/.exec(value)?.[0] ?? '' }));
}

/**
 * Initial blocks of a confirmation email. Confirmation emails cannot be sent without the confirmation link.
 */
export const BEGINNING_OF_CONFIRMATION = [
  { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Please confirm your subscription' }] },
  {
    type: 'paragraph',
    content: [
      {
        type: 'text',
        text: 'Click the button to start receiving our emails. If you did not sign up, ignore this email.',
      },
    ],
  },
  { type: 'button', attrs: { href: '{{ confirm_url }}', label: 'Confirm subscription' } },
] as const;

/** Formats that users can choose for a new email. */
export const FORMATS = [
  { value: 'blocks', label: 'Blocks', hint: 'Build the email from text, images, buttons, and columns.' },
  { value: 'html', label: 'HTML', hint: 'Write or paste your own HTML.' },
];

/** Initial content of a new email that consists of HTML. */
export const BEGINNING_OF_HTML = `<h1>What’s new</h1>
<p>Hello {{ contact.first_name | default: "there" }},</p>
<p>Write your message here.</p>
`;

/** An error in the content of an email, and its position: a line of the HTML, or a path in the design. */
export interface ContentFault {
  /** Path in the design. Empty if the error does not belong to a block. */
  readonly path: string;
  /** Line of the HTML, counted from 1. 0 if the error does not belong to a line. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const PLACE = /^has an error(?: at ([\w.]+)| in line (\d+), column (\d+))?: /;

/** Returns the errors that the server found in the field `part`, which is the HTML or the design of an email. Pure. */
export function contentFaults(
  errors: Readonly<Record<string, readonly string[]>>,
  part: string,
): readonly ContentFault[] {
  return Object.entries(errors)
    .filter(([field]) => field === part || field.startsWith(`${part}.`))
    .flatMap(([field, sentences]) =>
      sentences.map((sentence) => {
        const [said = '', path, line, column] = PLACE.exec(sentence) ?? [];
        return {
          path: path ?? field.slice(part.length + 1),
          line: Number(line ?? 0),
          column: Number(column ?? 0),
          text: sentence.slice(said.length),
        };
      }),
    );
}
