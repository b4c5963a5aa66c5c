/** One of several that a person may choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** How a choice that does not exist yet is made from the name that was typed. */
export interface Creation {
  /** What is made: `list`. */
  readonly noun: string;
  /** Resolves with the value of the choice, once it is among the choices. Rejects with ApiProblem. */
  readonly create: (name: string) => Promise<string>;
}

/** Whether two names would be taken for one by a reader. Pure. */
export function isSameName(one: string, other: string): boolean {
  return foldedName(one) === foldedName(other);
}

function foldedName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
