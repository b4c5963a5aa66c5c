/** Returns `ids` with `id` at a position, starting at 1. A position past the end means the end. Pure. */
export function placed(ids: readonly number[], id: number, order: number): readonly number[] {
  const others = ids.filter((each) => each !== id);
  const at = Math.min(Math.max(order, 1), others.length + 1) - 1;
  return [...others.slice(0, at), id, ...others.slice(at)];
}
