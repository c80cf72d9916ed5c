import { checkPosition } from 'bg-rules';
import { expect, test } from 'vitest';
import { rulesPictures } from '../../src/pages/rules/pictures.ts';

test.each(Object.entries(rulesPictures))('the picture %s of the rules shows a possible position', (_, { position }) => {
  expect(checkPosition(position)).toEqual({ ok: true, value: position });
});
