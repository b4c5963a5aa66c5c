/** One of several that a person may choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}
