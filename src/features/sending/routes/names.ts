import { invalid } from '../../../base/refusal.ts';

/** Reserved name for the source, pool, and relay that are configured in the settings. */
export const DEFAULT_NAME = 'default';
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Returns the name of a source, pool, or relay. Throws validation_error for `field` if the name is invalid. */
export function parseName(field: string, given: string): string {
  if (!NAME.test(given)) {
    throw invalid({
      [field]: [
        `must consist of at most 63 lowercase letters, digits, and hyphens. "${given.slice(0, 80)}" is not valid.`,
      ],
    });
  }
  if (given === DEFAULT_NAME)
    throw invalid({ [field]: ['must not be "default", which is reserved for the route in the server settings.'] });
  return given;
}
