import type { Postrider } from '../../sdk/src/index.ts';

/** One use of every operation of double opt-in, by its id. */
export function confirmationUses(client: () => Postrider): Record<string, () => Promise<unknown>> {
  return { getDoubleOptIn: async () => client().doubleOptIn.get() };
}
