/** One of several choices. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** How to create a new choice from the name that the user typed. */
export interface Creation {
  /** Type of the created object, for example `list`. */
  readonly noun: string;
  /** Resolves with the value of the new choice when it is among the choices. Rejects with ApiProblem. */
  readonly create: (name: string) => Promise<string>;
}

/** Returns whether readers would consider two names the same. Pure. */
export function isSameName(one: string, other: string): boolean {
  return foldedName(one) === foldedName(other);
}

function foldedName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
