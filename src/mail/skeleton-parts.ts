import type { LinkPurpose, LinkTokens } from './link-purpose.ts';
import type { TemplateText, VariableSlot } from './template.ts';
import type { TransferEncoding } from './transfer-encoding.ts';

/** The token of the recipient's links of a purpose. */
export interface TokenSlot {
  readonly token: LinkPurpose;
}

/** A piece of a body: static text, a value, or a token of the recipient's links. */
export type BodyPiece = string | VariableSlot | TokenSlot;

/** A text of the body with what stands before and after it, which is not encoded. */
export interface BodyText<Text = TemplateText> {
  readonly before: string;
  readonly text: Text;
  readonly encoding: TransferEncoding;
  /** Whether the body ends with the text: empty lines at its end do not count for DKIM and are left out. */
  readonly isLast: boolean;
  readonly after: string;
}

/** A body whose static bytes are encoded. */
export interface BodySkeleton {
  /** The bytes for one recipient; `tokenOf` is called at most once for each purpose. */
  render(values: Readonly<Record<string, string>>, tokenOf: LinkTokens): Buffer;
}
