/** A node of a design, as clients write it. */
export interface Block {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Block[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
}

/** Merge tag of the account's name. */
export const ACCOUNT_NAME = 'account.name';
const SITE = 'https://www.example.com/';

/** Functions that build the blocks of starter designs. */
export const words = (text: string, ...marks: readonly string[]): Block => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
export const link = (text: string, href = SITE): Block => ({
  ...words(text),
  marks: [{ type: 'link', attrs: { href } }],
});
export const tag = (name: string, fallback?: string): Block => ({
  type: 'mergeTag',
  attrs: { name, ...(fallback !== undefined && { fallback }) },
});
const inline = (given: string | readonly Block[]) => (typeof given === 'string' ? [words(given)] : given);
export const paragraph = (given: string | readonly Block[], attrs: Block['attrs'] = {}): Block => ({
  type: 'paragraph',
  attrs,
  content: inline(given),
});
export const heading = (level: 1 | 2 | 3, given: string | readonly Block[], attrs: Block['attrs'] = {}): Block => ({
  type: 'heading',
  attrs: { level, ...attrs },
  content: inline(given),
});
export const button = (label: string, attrs: Block['attrs'] = {}): Block => ({
  type: 'button',
  attrs: { href: SITE, label, ...attrs },
});
export const section = (attrs: NonNullable<Block['attrs']>, ...content: readonly Block[]): Block => ({
  type: 'section',
  attrs,
  content,
});
export const columns = (...all: readonly (readonly Block[])[]): Block => ({
  type: 'columns',
  content: all.map((content) => ({ type: 'column', content })),
});
export const list = (type: 'bulletList' | 'orderedList', ...items: readonly (readonly Block[])[]): Block => ({
  type,
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
});
export const spacer = (height: number): Block => ({ type: 'spacer', attrs: { height } });
export const RULE: Block = { type: 'horizontalRule' };
export const CENTER = { textAlign: 'center' } as const;
export const GREETING = paragraph([words('Hello '), tag('contact.first_name', 'there'), words(',')]);

/** Returns a paragraph with the name of the account, for the top of an email. */
export const masthead = (attrs: Block['attrs'] = {}): Block =>
  paragraph([{ ...tag(ACCOUNT_NAME), marks: [{ type: 'bold' }] }], attrs);

/** Returns a footer: the name and the postal address of the account, and the recipient's links. */
export const footer = (attrs: Block['attrs'] = CENTER): readonly Block[] => [
  RULE,
  paragraph(
    [
      tag(ACCOUNT_NAME),
      words(', '),
      tag('account.address'),
      { type: 'hardBreak' },
      link('Unsubscribe', '{{ unsubscribe_url }}'),
      words(' · '),
      link('Preferences', '{{ preferences_url }}'),
      words(' · '),
      link('View in browser', '{{ view_in_browser_url }}'),
    ],
    { size: 'small', ...attrs },
  ),
];

/**
 * Returns a paragraph with the footer text of the account, in the style of the footer at the end of a design. Returns
 * undefined if the design has no footer.
 */
export function footerTextOf(content: readonly Block[]): Block | undefined {
  const last = content.at(-1);
  const isFooter = last?.content?.some(({ attrs }) => attrs?.['name'] === 'account.address') ?? false;
  return isFooter ? paragraph([tag('account.footer_text')], last?.attrs) : undefined;
}
