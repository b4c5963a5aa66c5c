import { Type } from 'typebox';
import { input } from '../../../http/resource/input.ts';
import { numberOf } from '../campaigns/index.ts';
import { MAX_REENTRY_HOURS } from './limits.ts';
import { extension } from './trigger-schema.ts';

/**
 * When contacts can enter an automation again. `after_completion` means after they have finished or left. `always` also
 * starts the automation over for contacts that are in it.
 */
export const REENTRY = ['never', 'after_completion', 'always'] as const;

const looseText = Type.Union([Type.String(), Type.Null()]);

export const reentryInput = input({
  shown: Type.Enum([...REENTRY], {
    description: extension(
      'When contacts can enter the automation again through a trigger and receive all emails again: `never` (default), `after_completion` (after they have completed or exited the automation), or `always` (contacts that are in the automation start over).',
    ),
  }),
  taken: looseText,
  read(given, field, fail) {
    const wanted = given?.trim() || 'never';
    const known = REENTRY.find((each) => each === wanted);
    if (known === undefined) fail(field, `must be one of ${REENTRY.join(', ')}.`);
    return known;
  },
});

export const reentryHoursInput = input({
  shown: Type.Integer({
    minimum: 0,
    maximum: MAX_REENTRY_HOURS,
    description: extension('Minimum number of hours before a contact can enter the automation again. Default: 0.'),
  }),
  taken: Type.Union([Type.Integer(), Type.String(), Type.Null()]),
  read: (given, field, fail) =>
    given === '' || given === null ? 0 : numberOf(field, given, { least: 0, most: MAX_REENTRY_HOURS }, fail),
});
