/** The origins at which clients reach this service. `hello` lists them, and a proof of a key must name one of them. */
export interface Origins {
  /** Never empty. Each is in the form that `originOf` returns. */
  all(): readonly string[];
  /** Reports the origin of a browser's page. Warns the operator if it is not in the list. */
  noticed(origin: string): void;
}
