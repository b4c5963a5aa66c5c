/** Pixels of a side, and of a whole picture: a small file can unfold to more than the memory of whoever looks at it. */
export const MAX_SIDE_PIXELS = 16_384;
export const MAX_PIXELS = 50_000_000;
export const MAX_NAME_CHARACTERS = 191;
/** Pictures of an account that are received at the same time, and of all accounts together in this process. */
export const MAX_RECEIVED_OF_ACCOUNT = 4;
export const MAX_RECEIVED = 32;
/** Uses that are named when a picture cannot be deleted. */
export const MAX_USES = 100;
/** What was asked for lately is kept at hand: so many bytes, for so long. A picture that is deleted is gone after that. */
export const KEPT_BYTES = 32 * 1024 * 1024;
export const KEPT_MS = 60_000;
