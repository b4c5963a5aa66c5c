import type { Postrider } from '../../sdk/src/index.ts';

/** Returns functions that call every operation for double opt-in, by operation ID. */
export function confirmationUses(client: () => Postrider): Record<string, () => Promise<unknown>> {
  return { getDoubleOptIn: async () => client().doubleOptIn.get() };
}
