import type { Postrider } from '../../sdk/src/index.ts';

/** Returns a call of every operation on double opt-in by its ID. */
export function confirmationUses(client: () => Postrider): Record<string, () => Promise<unknown>> {
  return { getDoubleOptIn: async () => client().doubleOptIn.get() };
}
