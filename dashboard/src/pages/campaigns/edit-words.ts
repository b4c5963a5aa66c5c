import type { Choice } from '../../components/choice.ts';

/** Merge fields that may be put into a mail, each as what is written: those of all accounts, then the account's own. Pure. */
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

/** The HTML of a picture that is as wide as the mail. Pure. */
export function imageTag({ url, width }: { readonly url: string; readonly width: number }): string {
  return `<img src="${url}" width="${Math.min(width, 600)}" alt="" style="max-width: 100%; height: auto">`;
}

/** The same fields of a contact, each as its name. Pure. */
export function fieldNames(own: readonly { readonly name: string; readonly label: string }[]): readonly Choice[] {
  return fieldTags(own).map(({ label, value }) => ({ label, value: /[\w.]+/.exec(value)?.[0] ?? '' }));
}

/** What a new mail of blocks says, until somebody has written it. */
export const BEGINNING_OF_BLOCKS = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'What’s new' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hello ' },
        { type: 'mergeTag', attrs: { name: 'contact.first_name', fallback: 'there' } },
        { type: 'text', text: ',' },
      ],
    },
    { type: 'paragraph', content: [{ type: 'text', text: 'Write your message here.' }] },
  ],
} as const;

/** What a mail that asks to confirm says in blocks, until somebody has written it: without the address it cannot be sent. */
const BEGINNING_OF_CONFIRMATION = {
  type: 'doc',
  content: [
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
  ],
} as const;

/** What a mail says that is written as blocks from now on. Pure. */
export function beginningOfBlocks(kind: string): typeof BEGINNING_OF_BLOCKS | typeof BEGINNING_OF_CONFIRMATION {
  return kind === 'confirmation' ? BEGINNING_OF_CONFIRMATION : BEGINNING_OF_BLOCKS;
}

/** What a new mail of HTML says, until somebody has written it. */
export const BEGINNING_OF_HTML = `<h1>What’s new</h1>
<p>Hello {{ contact.first_name | default: "there" }},</p>
<p>Write your message here.</p>
`;

/** What is wrong with a content, and where: in a line of its HTML, or at a path of its design. */
export interface ContentFault {
  /** Empty where it is at no block. */
  readonly path: string;
  /** From 1; 0 where it is in no line. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const PLACE = /^has an error(?: at ([\w.]+)| in line (\d+), column (\d+))?: /;

/** What the server says of the html or the design of a mail. Pure. */
export function contentFaults(
  errors: Readonly<Record<string, readonly string[]>>,
  part: 'html' | 'design',
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
