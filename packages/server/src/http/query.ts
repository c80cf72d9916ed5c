import type { NumberRange } from '@anchor/wire';
import type { Context } from 'koa';

/** A whole number of the query: its default when it is no number, the nearest in range when it is out of it. */
export function queryNumber(ctx: Context, name: string, { least, most, otherwise }: NumberRange): number {
  const given = ctx.query[name];
  const text = (Array.isArray(given) ? given[0] : given)?.trim();
  const number = text ? Math.trunc(Number(text)) : Number.NaN;
  return Number.isNaN(number) ? otherwise : Math.min(most, Math.max(least, number));
}
