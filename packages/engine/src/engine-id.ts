/**
 * The id stored with results of this engine. Any change of a result needs a new id. It stands alone in this file, so that
 * a program which needs only the id does not load the weights.
 */
export const ENGINE_ID = 'anchor-net-3';
