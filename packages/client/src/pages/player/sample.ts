/** The number of matches on which a figure is based. */
export interface Sample {
  readonly loaded: number;
  readonly all: number;
}
