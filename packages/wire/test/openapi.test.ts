import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../scripts/openapi-text.ts';
import { httpRoutes } from '../src/http-routes.ts';
import { makeOpenApi } from '../src/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, object>>;
}
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(JSON.stringify(makeOpenApi('1.2.3')));
const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.values(verbs).map((operation) => ({ path, ...operation })),
);

describe('the OpenAPI description', () => {
  it('OA1 in docs/openapi.json matches the schemas: run `npm run document` after changing them', () => {
    const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(openApiText()));
  });

  it('OA2 contains every route exactly once', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual(Object.keys(httpRoutes));
  });

  it('OA3 has a required parameter for every path parameter, and no path in the router’s syntax', () => {
    for (const { path, parameters } of operations) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)).toEqual(places);
      expect(path).not.toContain(':');
    }
  });

  it('OA4 describes the refusals of every route', () => {
    for (const { path, responses } of operations)
      expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['400', '413', '429', '500']));
  });

  it('OA6 explains the displayed deviation wherever it is served', () => {
    const served = JSON.stringify(document).split('"rd":').slice(1);
    expect(served.length).toBe(3);
    for (const rest of served) expect(rest).toMatch(/^\{"type":"number","description":"[^"]*350 − 48·k/);
  });

  it('OA5 has the ranges and defaults of the leaderboard’s query', () => {
    const leaderboard = operations.find(({ operationId }) => operationId === 'leaderboard');
    expect(leaderboard?.parameters).toMatchObject([
      { name: 'minGames', in: 'query', required: false, schema: { type: 'integer', default: 3 } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', default: 50, maximum: 200 } },
      { name: 'countries', in: 'query', required: false, schema: { type: 'string' } },
    ]);
  });
});
