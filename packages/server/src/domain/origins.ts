/** Where this service expects to be reached: what it tells in `hello`, and what a proof of a key may name. */
export interface Origins {
  /** In the form of `originOf`, never empty. */
  all(): readonly string[];
  /** A browser's page came from this origin; the operator is told when it is none of them. */
  noticed(origin: string): void;
}
