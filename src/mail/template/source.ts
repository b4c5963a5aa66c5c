import type { Mailbox } from '../address.ts';

/** Type of a name's value in conditions and filters. */
export type NameKind = 'text' | 'number' | 'date' | 'boolean' | 'url';

/**
 * Value to which a name in a merge tag refers: a recipient value, a recipient link, or a value that all recipients
 * share.
 */
export type KnownName = RecipientName | LinkName | SharedName;

interface RecipientName {
  /** `structure` for a list or an object, which is stored as JSON. */
  readonly kind: NameKind | 'structure';
  /** Key under which a recipient's value is stored. */
  readonly slot: string;
  /** Whether every recipient has a value. No fallback is then needed. */
  readonly isGiven: boolean;
}

interface LinkName {
  readonly kind: 'url';
  /** Number of the link whose address ends with the recipient's token. */
  readonly link: number;
}

interface SharedName {
  readonly kind: NameKind;
  readonly value: string;
}

/** Names that merge tags can contain, such as 'first_name' and 'contact.first_name'. */
export type KnownNames = Readonly<Record<string, KnownName>>;

/** How a part of a template uses a variable. */
export interface VariableUse {
  /** Offset of the first use. */
  readonly at: number;
  /** Whether the part inserts the value as text. */
  isPrinted: boolean;
  isLooped: boolean;
}

/** A bulk email as it is written and stored, with Liquid in its text fields. Can be serialized as JSON. */
export interface TemplateSource {
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  /** Preview text that inboxes show after the subject. May contain Liquid. */
  readonly previewText?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** Header fields with allowed names and values that may contain Liquid. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /**
   * URLs of the links, each without the recipient's token at its end. The content refers to the first one as
   * `links[0]`.
   */
  readonly linkPrefixes: readonly string[];
  readonly names: KnownNames;
  /**
   * True if names that are not in `names` are variables. False if they are errors. A recipient's values for variables
   * are stored under their full names.
   */
  readonly hasVariables?: boolean;
  /** IANA name of the time zone for dates. */
  readonly timeZone: string;
  /** Whether the HTML contains tracking elements and may therefore be longer than the limit for authors. */
  readonly isTracked?: boolean;
}

/** A part of a template. A header field is identified by its name. */
export type TemplatePart = 'subject' | 'preview_text' | 'html' | 'text' | `header ${string}`;

/** An error or warning about a template, with advice on how to fix it. Lines and columns start at 1. */
export interface TemplateFault {
  readonly where: TemplatePart;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix: string;
}

/** Thrown if rendering a recipient's email exceeds `MAX_STEPS` or `MAX_CHARACTERS`. */
export class TemplateTooCostly extends Error {}

/** Maximum length of each template part, in characters. */
export const MAX_PART_CHARACTERS = {
  subject: 2_000,
  preview_text: 2_000,
  html: 1_000_000,
  text: 1_000_000,
  header: 2_000,
} as const;
/** Number of characters that tracked links, the tracking pixel and the honeypot link may add to the HTML. */
export const MAX_TRACKING_CHARACTERS = 50_000;
/** Maximum length of the name of a variable, in characters. */
export const MAX_VARIABLE_CHARACTERS = 100;
/** Maximum number of variables in a template part. */
export const MAX_VARIABLES = 100;
/** Maximum number of tags and outputs in a template part. */
export const MAX_MARKS = 5_000;
/** Maximum nesting depth of blocks. */
export const MAX_DEPTH = 10;
/** Maximum number of values, operators and filters in a tag or output. */
export const MAX_EXPRESSION = 50;
/** Maximum length of a tag or output, in characters. */
export const MAX_MARK_CHARACTERS = 4_000;
/** Maximum number of errors that are reported for a template part. One mistake often causes several errors. */
export const MAX_FAULTS = 50;
/** Maximum number of steps per email. Each tag, output, loop iteration, value, and filter takes at least one step. */
export const MAX_STEPS = 10_000;
/** Maximum number of characters that LiquidJS may read and write in total to render one email. */
export const MAX_CHARACTERS = 500_000;
