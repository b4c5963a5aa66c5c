import { Type, type Static, type TProperties } from 'typebox';
import { FONT_NAMES } from './fonts.ts';

/** Maximum length of a design as JSON, in characters. */
export const MAX_DESIGN_CHARACTERS = 500_000;
/** Maximum number of nodes in a design. */
export const MAX_DESIGN_NODES = 5_000;
/** Maximum nesting depth of a design. */
export const MAX_DESIGN_DEPTH = 16;

const MAX_ADDRESS_CHARACTERS = 2_000;

const Align = Type.Enum(['left', 'center', 'right'], { description: 'Use left, center, or right' });
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Use a color like #1a2b3c' });
const Address = Type.String({ minLength: 1, maxLength: MAX_ADDRESS_CHARACTERS });

/** Networks in a block of social links, with their link text, in the order in which the email shows the links. */
export const NETWORKS = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  github: 'GitHub',
  website: 'Website',
} as const;

/** URLs of profiles, by network. */
export type SocialLinks = Readonly<Partial<Record<keyof typeof NETWORKS, string>>>;

/** Attributes by node type. Node types that are not listed are rejected. */
export const ATTRIBUTES = {
  doc: closed({
    background: Type.Optional(Color),
    surface: Type.Optional(Color),
    text: Type.Optional(Color),
    accent: Type.Optional(Color),
    font: Type.Optional(Type.Enum([...FONT_NAMES], { description: `Use ${FONT_NAMES.join(', ')}` })),
    width: Type.Optional(Type.Integer({ minimum: 320, maximum: 800 })),
    radius: Type.Optional(Type.Integer({ minimum: 0, maximum: 32 })),
  }),
  paragraph: closed({
    textAlign: Type.Optional(Align),
    size: Type.Optional(Type.Enum(['small', 'large'], { description: 'Use small or large' })),
  }),
  heading: closed({ level: Type.Integer({ minimum: 1, maximum: 3 }), textAlign: Type.Optional(Align) }),
  bulletList: closed({}),
  // Editors also write a numbering type, which is always null in designs.
  orderedList: closed({ start: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999 })) }),
  listItem: closed({}),
  blockquote: closed({}),
  horizontalRule: closed({}),
  spacer: closed({ height: Type.Integer({ minimum: 4, maximum: 200 }) }),
  image: closed({
    src: Address,
    alt: Type.String({ maxLength: 500 }),
    width: Type.Optional(Type.Integer({ minimum: 1, maximum: 800 })),
    href: Type.Optional(Address),
    textAlign: Type.Optional(Align),
    background: Type.Optional(Color),
    padding: Type.Optional(Type.Integer({ minimum: 0, maximum: 64 })),
    radius: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    isLogo: Type.Optional(Type.Boolean()),
  }),
  video: closed({
    href: Address,
    src: Address,
    alt: Type.String({ maxLength: 500 }),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    width: Type.Optional(Type.Integer({ minimum: 1, maximum: 800 })),
    textAlign: Type.Optional(Align),
  }),
  social: closed({
    ...networkAddresses(),
    textAlign: Type.Optional(Align),
  }),
  table: closed({}),
  tableRow: closed({}),
  tableCell: closed({ isHeader: Type.Optional(Type.Boolean()), textAlign: Type.Optional(Align) }),
  button: closed({
    href: Address,
    label: Type.String({ minLength: 1, maxLength: 200 }),
    background: Type.Optional(Color),
    color: Type.Optional(Color),
    textAlign: Type.Optional(Align),
  }),
  columns: closed({}),
  column: closed({}),
  section: closed({
    background: Type.Optional(Color),
    padding: Type.Optional(Type.Integer({ minimum: 0, maximum: 64 })),
  }),
  condition: closed({
    when: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[^{}%\\u0000-\\u001f]+$',
      description: 'Use a condition as in {% if ... %}, like vip or orders > 2',
    }),
  }),
  html: closed({ html: Type.String({ maxLength: 200_000 }) }),
  mergeTag: closed({
    name: Type.String({
      minLength: 1,
      maxLength: 120,
      pattern: '^[\\w-]+(\\.[\\w-]+)*$',
      description: 'Use a name like contact.first_name',
    }),
    fallback: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: '^[^{}<>\\u0000-\\u001f]*$',
        description: 'Use text without brackets or braces',
      }),
    ),
  }),
  hardBreak: closed({}),
  text: closed({}),
} as const;

export const MARKS = {
  bold: closed({}),
  italic: closed({}),
  underline: closed({}),
  strike: closed({}),
  code: closed({}),
  // Editors write `target` and `rel`. They are accepted but have no effect in an email.
  link: closed({
    href: Address,
    target: Type.Optional(Type.String({ maxLength: 20 })),
    rel: Type.Optional(Type.String({ maxLength: 100 })),
  }),
} as const;

export type NodeType = keyof typeof ATTRIBUTES;
export type MarkType = keyof typeof MARKS;

/** A mark on a text node, merge tag, or line break. */
export type DesignMark = { [T in MarkType]: Marked<T> }[MarkType];

interface Marked<T extends MarkType> {
  readonly type: T;
  readonly attrs: Static<(typeof MARKS)[T]>;
}

export interface NodeOf<T extends NodeType> {
  readonly type: T;
  readonly attrs: Static<(typeof ATTRIBUTES)[T]>;
  readonly content: readonly DesignNode[];
  /** Only text nodes use this field. */
  readonly text: string;
  readonly marks: readonly DesignMark[];
}

export type DesignNode = { [T in NodeType]: NodeOf<T> }[NodeType];

/** The content of an email as blocks, in the format of the editor. */
export type Design = NodeOf<'doc'>;

/** The outer structure of a design for the API documentation. `readDesign` validates the content. */
export const designSchema = Type.Object(
  {
    type: Type.Literal('doc'),
    attrs: Type.Optional(Type.Union([ATTRIBUTES.doc, Type.Null()])),
    content: Type.Array(Type.Object({ type: Type.Enum(Object.keys(ATTRIBUTES)) }, { additionalProperties: true }), {
      minItems: 1,
      maxItems: MAX_DESIGN_NODES,
    }),
  },
  { description: 'Blocks of the design, as described in docs/campaign-content.md.' },
);

function networkAddresses() {
  const optional = Type.Optional(Address);
  // Safe cast: the keys are the same as in `NETWORKS`.
  return Object.fromEntries(Object.keys(NETWORKS).map((name) => [name, optional])) as Record<
    keyof typeof NETWORKS,
    typeof optional
  >;
}

function closed<P extends TProperties>(properties: P): ReturnType<typeof Type.Object<P>> {
  return Type.Object(properties, { additionalProperties: false });
}
