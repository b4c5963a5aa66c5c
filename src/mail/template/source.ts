import type { Mailbox } from '../address.ts';

/** What a name stands for: how conditions and filters read it. */
export type NameKind = 'text' | 'number' | 'date' | 'boolean' | 'url';

/** A name that may be merged: a value of the recipient, an address of the recipient, or the same for all. */
export type KnownName = RecipientName | LinkName | SharedName;

interface RecipientName {
  readonly kind: NameKind;
  /** The key of the recipient's values. */
  readonly slot: string;
  /** Whether every recipient has it: then it needs no fallback. */
  readonly isGiven: boolean;
}

interface LinkName {
  readonly kind: 'url';
  /** The number of the link, whose address ends with the recipient's token. */
  readonly link: number;
}

interface SharedName {
  readonly kind: NameKind;
  readonly value: string;
}

/** Names that may be merged, as they are written: 'first_name', 'contact.first_name'. */
export type KnownNames = Readonly<Record<string, KnownName>>;

/** A mail to many as it is written, and as it is kept: its texts are Liquid. JSON keeps it whole. */
export interface TemplateSource {
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  /** What mailboxes show behind the subject; Liquid. */
  readonly previewText?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** Fields with allowed names; their values are Liquid. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** By the number of a link, what stands before the recipient's token; `links[0]` names the first in the texts. */
  readonly linkPrefixes: readonly string[];
  readonly names: KnownNames;
  /** IANA name of the zone in which dates are shown. */
  readonly timeZone: string;
  /** Whether its html holds what tracking puts in, for which it may be longer than its author may write it. */
  readonly isTracked?: boolean;
}

/** A part of a template; a field by its name. */
export type TemplatePart = 'subject' | 'preview_text' | 'html' | 'text' | `header ${string}`;

/** What is wrong with a template, or may be, and how it is mended. Lines and columns count from 1. */
export interface TemplateFault {
  readonly where: TemplatePart;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix: string;
}

/** Thrown when a recipient's mail takes more work or room than a mail may: a fault of its template. */
export class TemplateTooCostly extends Error {}

/** Characters of a part. */
export const MAX_PART_CHARACTERS = {
  subject: 2_000,
  preview_text: 2_000,
  html: 1_000_000,
  text: 1_000_000,
  header: 2_000,
} as const;
/** Characters that numbered links, the picture and the trap may add to an html. */
export const MAX_TRACKING_CHARACTERS = 50_000;
/** Tags and outputs of a part. */
export const MAX_MARKS = 5_000;
/** Blocks within blocks. */
export const MAX_DEPTH = 10;
/** Values, operators and filters of one tag or output. */
export const MAX_EXPRESSION = 50;
/** Characters of one tag or output. */
export const MAX_MARK_CHARACTERS = 4_000;
/** Faults that are told of a part; one is often the cause of the next. */
export const MAX_FAULTS = 50;
/** Steps of one mail: a step is a tag, an output, a turn of a loop, and each value and filter in them. */
export const MAX_STEPS = 10_000;
/** Characters that the tags and computing outputs of one mail may write, and their filters and conditions read. */
export const MAX_CHARACTERS = 500_000;
