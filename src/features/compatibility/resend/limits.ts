/** Limits of the tags that clients of the compatible endpoint send. */
export const MAX_TAGS = 75;
export const MAX_TAG_PART_CHARACTERS = 256;
