import type { BodyPiece, BodySkeleton, BodyText } from './skeleton-parts.ts';
import { valueOfSlot } from './template.ts';
import { encodeBase64, finalLines, lines } from './transfer-encoding.ts';

/** Static text that is shorter is encoded with what is beside it. */
const LEAST_STATIC_BYTES = 256;

/** Static text, whose encoding depends on how many bytes before it are not encoded yet. */
interface Static {
  readonly bytes: Buffer;
  /** The whole groups of three behind so many of its bytes, encoded at the first use. */
  readonly encoded: (Buffer | undefined)[];
}

/**
 * A text in base64. Three bytes become four characters, wherever a value ends; so what stands between two static texts is encoded
 * for each recipient, with the bytes of both that make its groups whole, and stands in lines of its own.
 */
export function compileBase64({ after, before, text }: BodyText<readonly BodyPiece[]>): BodySkeleton {
  const pieces = text.map((piece, index) => (typeof piece === 'string' ? staticOf(piece, index, text) : piece));
  const [start, end] = [Buffer.from(before, 'latin1'), Buffer.from(after, 'latin1')];
  return {
    render(values, tokenOf) {
      const chunks: Buffer[] = [start];
      let open: Buffer = Buffer.alloc(0);
      for (const piece of pieces) {
        if (!('bytes' in piece)) {
          const value = lines('token' in piece ? tokenOf(piece.token) : valueOfSlot(values, piece));
          open = Buffer.concat([open, Buffer.from(value)]);
          continue;
        }
        const { bytes } = piece;
        const lacking = (3 - (open.length % 3)) % 3;
        if (bytes.length < LEAST_STATIC_BYTES) {
          open = Buffer.concat([open, bytes]);
          continue;
        }
        chunks.push(encode(Buffer.concat([open, bytes.subarray(0, lacking)])), groupsOf(piece, lacking));
        open = bytes.subarray(bytes.length - ((bytes.length - lacking) % 3));
      }
      chunks.push(encode(open), end);
      return Buffer.concat(chunks);
    },
  };
}

function staticOf(piece: string, index: number, text: readonly BodyPiece[]): Static {
  const written = index === text.length - 1 ? finalLines(piece) : lines(piece);
  return { bytes: Buffer.from(written), encoded: [] };
}

function groupsOf({ bytes, encoded }: Static, from: number): Buffer {
  const to = bytes.length - ((bytes.length - from) % 3);
  return (encoded[from] ??= encode(bytes.subarray(from, to)));
}

function encode(bytes: Buffer): Buffer {
  return Buffer.from(encodeBase64(bytes), 'latin1');
}
