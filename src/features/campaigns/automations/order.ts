/** The ids in their order with one at a place, from 1; behind the end is the end. Pure. */
export function placed(ids: readonly number[], id: number, order: number): readonly number[] {
  const others = ids.filter((each) => each !== id);
  const at = Math.min(Math.max(order, 1), others.length + 1) - 1;
  return [...others.slice(0, at), id, ...others.slice(at)];
}
