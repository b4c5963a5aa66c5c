import { useLists, useTags } from '../contacts/choices.ts';
import type { Names } from './flow-words.ts';

/** Returns functions that find the names of lists and tags. Unknown objects are named by their IDs. */
export function useNames(): Names {
  const [lists, tags] = [useLists().choices, useTags().choices];
  const nameIn = (choices: typeof lists) => (id: number) =>
    choices.find(({ value }) => value === String(id))?.label ?? String(id);
  return { list: nameIn(lists), tag: nameIn(tags) };
}
