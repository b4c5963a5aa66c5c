import type { LinkPurpose, LinkTokens } from './link-purpose.ts';
import type { TemplateText, VariableSlot } from './template.ts';
import type { TransferEncoding } from './transfer-encoding.ts';

/** A slot for a link token of the recipient. `token` is the purpose of the link. */
export interface TokenSlot {
  readonly token: LinkPurpose;
}

/** A segment of a body: static text, a value, or a link token. */
export type BodyPiece = string | VariableSlot | TokenSlot;

/** A text part in the body, with the unencoded text before and after it. */
export interface BodyText<Text = TemplateText> {
  readonly before: string;
  readonly text: Text;
  readonly encoding: TransferEncoding;
  /** Whether the body ends with this text. Its trailing empty lines are then removed, because DKIM ignores them. */
  readonly isLast: boolean;
  readonly after: string;
}

/** A compiled body. */
export interface BodySkeleton {
  /** Returns the body for one recipient. May call `tokenOf` several times for the same purpose. */
  render(values: Readonly<Record<string, string>>, tokenOf: LinkTokens): Buffer;
}
