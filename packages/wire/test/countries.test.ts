import { expect, it } from 'vitest';
import { COUNTRIES } from '../src/countries.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that Intl names besides: groupings, reserved, private and withdrawn ones. */
const OTHERS = 'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(
  ' ',
);

it('the countries are the 249 assigned codes of ISO 3166-1, and Intl names each of them', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const named = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter((code) => names.of(code));
  expect(COUNTRIES).toHaveLength(249);
  expect(COUNTRIES.filter((code) => !named.includes(code))).toEqual([]);
  expect(named.filter((code) => !COUNTRIES.includes(code) && !OTHERS.includes(code))).toEqual([]);
});
