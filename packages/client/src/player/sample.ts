/** How many of a player's matches a figure rests on. */
export interface Sample {
  readonly loaded: number;
  readonly all: number;
}
