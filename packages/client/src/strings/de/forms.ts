import type { Forms } from '../catalogue.ts';

/**
 * The page's formatting functions. They are passed in, because this folder may import only types from outside: see
 * chosen.ts.
 */
let page: Forms;

export function takeForms(forms: Forms): void {
  page = forms;
}

export const plural: Forms['plural'] = (count, forms) => page.plural(count, forms);
export const number: Forms['number'] = (value, digits) => page.number(value, digits);
export const signed: Forms['signed'] = (value, digits) => page.signed(value, digits);
export const percent: Forms['percent'] = (share, digits) => page.percent(share, digits);
export const dayOf: Forms['dayOf'] = (atMs) => page.dayOf(atMs);
export const momentOf: Forms['momentOf'] = (atMs) => page.momentOf(atMs);
export const axisTime: Forms['axisTime'] = (spanMs) => page.axisTime(spanMs);
